"""Writing: from a text to memories, at once or deferred."""
