"""The engine, on real files."""
