"""Commands that move memories in and out."""
