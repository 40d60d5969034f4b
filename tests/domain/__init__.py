"""The words: moments, JSON, ids, records."""
