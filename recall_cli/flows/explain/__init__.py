"""Where a memory comes from, what it replaced, and the state of the store."""
