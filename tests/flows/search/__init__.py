"""Tests of searching: candidates by words and meaning, and their order."""
