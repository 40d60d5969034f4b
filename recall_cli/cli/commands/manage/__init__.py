"""Commands that look after the store and recall itself."""
