"""Tests of `recall list --browse`."""
