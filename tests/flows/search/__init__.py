"""Searching: candidates by words and meaning, and their order."""
