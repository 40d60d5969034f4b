"""Secrets that are masked before anything is written."""
