"""The flows: what commands do, end to end."""
