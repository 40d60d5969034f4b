"""Who may use the server, and what their tasks do."""
