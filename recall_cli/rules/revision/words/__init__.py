"""The words that the comparison of statements knows."""
