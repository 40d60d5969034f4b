"""The HTTP server of `recall serve`, on the standard library alone."""
