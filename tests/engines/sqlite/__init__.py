"""Tests of the SQLite engine's vectors and WAL."""
