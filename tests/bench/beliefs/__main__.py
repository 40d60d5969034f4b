"""Run `python -m tests.bench.beliefs`."""

from tests.bench.beliefs.run import main

main()
