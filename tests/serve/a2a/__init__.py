"""Tasks over A2A."""
