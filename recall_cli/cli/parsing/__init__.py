"""Parse the command line: from arguments to a call of a command."""
