"""The client of a `recall serve`: the connection, what it sends of this machine, and what waits while it is away."""
