"""Models. Each is loaded only when it is used."""
