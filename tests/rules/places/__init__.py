"""Repositories, changed code, schedules and hooks at rest."""
