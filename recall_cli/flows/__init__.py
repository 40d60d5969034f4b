"""What each command does, step by step, and where its transaction begins and ends."""
