"""The server of `recall serve` over HTTP."""
