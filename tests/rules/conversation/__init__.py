"""What a session leaves, by rules."""
