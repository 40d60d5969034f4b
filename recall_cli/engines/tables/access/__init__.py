"""The tables of the server: tokens, and tasks of other agents."""
