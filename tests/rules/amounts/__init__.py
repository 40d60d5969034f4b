"""Tests of amounts and dates that are written in words."""
