"""Reading a session as a conversation: what was said, asked, answered, confirmed, refused and over by its end."""
