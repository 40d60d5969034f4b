"""Ranking: what speaks for a candidate, and how candidates are ordered."""
