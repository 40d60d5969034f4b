"""A benchmark of whole processes: a bare interpreter, recall and its peers, timed in one run.

See `python -m tests.bench --help`. The test suite times nothing.
"""
