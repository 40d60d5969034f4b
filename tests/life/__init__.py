"""Simulated years of a user and his agents."""
