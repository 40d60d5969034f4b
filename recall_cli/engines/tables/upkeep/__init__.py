"""Statements for upkeep: fading, erasing, scanning, copies and the health of the file."""
