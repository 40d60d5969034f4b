"""Stores of one person that are brought to the same state: operations, their order, their encryption."""
