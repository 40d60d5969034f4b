"""Dates: which days and spans a phrase names."""
