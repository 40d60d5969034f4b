"""Other programs: what coding agents write down, and where. Nothing here knows the store."""
