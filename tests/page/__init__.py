"""Tests of the page: its data, the file, the live page, and all of it in a real browser."""
