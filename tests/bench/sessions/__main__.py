"""Run the measurement: python -m tests.bench.sessions."""

from tests.bench.sessions.measure import main

main()
