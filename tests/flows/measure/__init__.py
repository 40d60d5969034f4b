"""Measuring: benchmarks, rankings tried on past questions, embedding models."""
