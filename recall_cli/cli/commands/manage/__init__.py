"""Commands that maintain the store."""
