"""Tests of the rules that read a session as a conversation."""
