"""Moving in: the memories of other programs, told as lines of our own import, whatever they were kept in."""
