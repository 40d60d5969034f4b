"""Flows act: the order of things, and the transaction."""
