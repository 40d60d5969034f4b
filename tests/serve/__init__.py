"""Tests of recall as a server."""
