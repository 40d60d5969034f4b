"""Run the measurement: python -m lab.sessions."""

from lab.sessions.measure import main

main()
