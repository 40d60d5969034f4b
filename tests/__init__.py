"""Tests mirror the code: tests/rules/test_wording.py holds recall_cli/rules/wording.py to its word."""
