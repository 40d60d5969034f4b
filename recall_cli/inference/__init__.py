"""Inference makes meaning of words: vectors of texts, without a model or with one."""
