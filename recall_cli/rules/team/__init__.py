"""Memories that a team shares: signatures, chains of segments, and what may travel."""
