"""Maintenance: decay, expiry, loops, patterns, purge and the upkeep of the file."""
