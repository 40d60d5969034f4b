"""Imports from other programs: their memories, in whatever form, become lines of recall's own import."""
