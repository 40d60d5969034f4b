"""Beliefs: duplicates, contradictions, merging, trust, decay."""
