"""What a session leaves: its turns as numbered statements, and the few of them that are worth keeping."""
