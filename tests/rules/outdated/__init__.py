"""Tests of the memories that rest on an ended value."""
