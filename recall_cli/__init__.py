"""recall: the memory of coding agents, in one SQLite file."""

__version__ = "0.2.0"
