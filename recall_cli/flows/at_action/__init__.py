"""What agents are shown when they act, and what is learned from the errors that they met and fixed."""
