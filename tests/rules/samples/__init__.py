"""Texts and conversations that several tests read."""
