"""The everyday commands, run by a server for the people who reach it by its address."""
