"""All tests of recall.

`python -m pytest` runs everything, `python -m pytest -m "not slow"` what takes no seconds.
`RECALL_LONG=1 python -m pytest` repeats random, fuzz and kill tests as often as before a release (see `long_run.py`);
`RECALL_KILLS=300 python -m pytest tests/faults` goes on for half an hour.
Where Linux has `/dev/shm`, stores are written there; `PYTEST_DEBUG_TEMPROOT=/tmp` puts them on the disk.
"""
