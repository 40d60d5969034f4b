"""Whether two wordings say the same."""
