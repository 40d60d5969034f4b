"""Stores of one person that are brought to the same state: which version of a memory counts."""
