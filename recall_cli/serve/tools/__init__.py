"""The functions behind the tools, by subject; each takes a session and checked arguments."""
