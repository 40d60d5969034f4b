"""Text as such: normalized, decoded, compared."""
