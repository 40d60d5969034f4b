"""Tests of the origin of a memory, what it replaced, and the state of the store."""
