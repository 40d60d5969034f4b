"""The rules: case tables worked by hand, and properties."""
