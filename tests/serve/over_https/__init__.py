"""A `recall serve` with TLS, and clients that reach their store by its address."""
