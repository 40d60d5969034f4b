"""The PostgreSQL engine, on a server that the tests start."""
