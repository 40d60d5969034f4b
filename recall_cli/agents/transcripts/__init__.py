"""Session files of coding agents: where they are, how each is written, and how far one was read."""
