"""A benchmark of whole processes: a bare interpreter, recall and its peers, timed in one run.

See `python -m lab.speed --help`. The test suite times nothing.
"""
