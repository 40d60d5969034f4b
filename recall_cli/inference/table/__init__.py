"""The static table, and how it is made; nothing of this is loaded by a command."""
