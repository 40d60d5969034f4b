"""Commands that maintain the store and recall itself."""
