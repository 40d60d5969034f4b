"""Side by side: whole processes of a bare interpreter, of recall and of its peers, timed in one run.

`python -m tests.bench --help` says how. Nothing here is timed in the test suite.
"""
