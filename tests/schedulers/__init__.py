"""Schedulers that run maintenance every day."""
