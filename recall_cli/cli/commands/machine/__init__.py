"""Commands about this machine and recall itself: setup, settings, help."""
