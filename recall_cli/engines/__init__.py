"""Engines keep: the only place that knows SQL."""
