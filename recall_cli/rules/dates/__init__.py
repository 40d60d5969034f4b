"""Dates: the days and spans that a phrase names."""
