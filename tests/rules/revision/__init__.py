"""Tests of the comparison of a new statement with older ones."""
