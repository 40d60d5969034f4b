"""Tests of the tables of words."""
