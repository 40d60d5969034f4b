"""Tests of what runs maintenance every day."""
