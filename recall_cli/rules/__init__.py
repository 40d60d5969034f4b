"""Decisions: a rule gets values and returns a verdict. It uses no clock, no file and no database."""
