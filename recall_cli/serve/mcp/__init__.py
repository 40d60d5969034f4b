"""The Model Context Protocol on standard input and output, on the standard library alone."""
