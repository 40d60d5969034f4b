"""What agents are told when they act, and what is learned from the errors that they met and fixed."""
