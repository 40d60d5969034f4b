"""The names under which people speak of one subject."""
