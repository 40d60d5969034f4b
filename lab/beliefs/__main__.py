"""Run `python -m lab.beliefs`."""

from lab.beliefs.run import main

main()
