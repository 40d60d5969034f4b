"""Explaining: where a memory comes from, what it replaced, how the store is doing."""
