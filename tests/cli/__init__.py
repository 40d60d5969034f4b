"""The doors: what is typed, and what is shown."""
