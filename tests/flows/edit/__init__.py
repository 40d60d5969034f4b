"""Editing: correct, merge, settle, review, undo and erase memories."""
