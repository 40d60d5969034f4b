"""Amounts and dates in words and digits."""
