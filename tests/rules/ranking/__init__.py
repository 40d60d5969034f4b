"""What speaks for a candidate, and the order of candidates."""
