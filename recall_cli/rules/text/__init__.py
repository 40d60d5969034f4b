"""Text as such: normalized, decoded, compared, and as JSON records."""
