"""Vectors in SQLite: rows, bit planes for a quick first look, and a matrix for processes that ask often."""
