"""Doors: words in, words out."""
