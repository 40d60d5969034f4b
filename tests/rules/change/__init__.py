"""Tests of what a new statement says has changed."""
