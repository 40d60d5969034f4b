"""Maintenance: decay, loops, patterns, purge and the upkeep of the file."""
