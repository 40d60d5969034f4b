"""Tests of benchmarks, of the comparison of rankings, and of embedding models."""
