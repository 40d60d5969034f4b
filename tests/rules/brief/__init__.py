"""Sections, budget and fence of the brief."""
