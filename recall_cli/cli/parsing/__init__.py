"""The doors: from a command line to a call, and from a result or an error to an exit status."""
