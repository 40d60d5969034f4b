"""Duplicates, contradictions, merging, trust, decay."""
