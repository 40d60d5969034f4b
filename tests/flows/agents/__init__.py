"""Coding agents: their hooks, session files and switches."""
