"""The words that the comparison of statements knows, by language and by use."""
