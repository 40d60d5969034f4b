"""Tests of `recall browse`."""
