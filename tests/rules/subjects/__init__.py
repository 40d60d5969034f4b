"""Tests of the names of subjects."""
