"""Tests of recall_cli/rules/actions."""
