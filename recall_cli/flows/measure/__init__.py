"""Benchmarks, the comparison of rankings on past questions, and embedding models."""
