"""At the end of a run it is told how much was tried."""

from typing import Any

from tests.faults.tally import tally_line


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line; a loss would be a failed test above it."""
    if tally_line():
        terminalreporter.write_line(f"faults: {tally_line()}")
