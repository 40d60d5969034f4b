"""Colleagues who share memories over a git remote."""
