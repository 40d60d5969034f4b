"""Texts and conversations that several tests use."""
