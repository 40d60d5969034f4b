"""Knowledge about other programs: what coding agents write, and where. Nothing here knows the store."""
