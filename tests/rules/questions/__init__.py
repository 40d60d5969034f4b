"""Reading a question."""
