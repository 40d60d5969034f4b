"""Tests of recall_cli/flows/at_action."""
