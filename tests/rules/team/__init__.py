"""Signatures, chains and what may travel to a team."""
