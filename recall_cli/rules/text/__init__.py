"""Text: decoding, normalizing, comparing, splitting into statements, and JSON records."""
