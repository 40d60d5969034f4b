"""Which days and spans a phrase names."""
