"""Repositories read as files."""
