"""Tests of the engine on real files."""
