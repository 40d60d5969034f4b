"""Which engine the stores of this test run are on, and which tests are about SQLite alone."""

import sqlite3
from pathlib import Path

import apsw

is_postgres = False
_EXCEPTIONS = Path(__file__).with_name("sqlite_only.txt")


def reason_to_skip(nodeid: str) -> str:
    """Why a test does not run on PostgreSQL; empty if it does, or if the run is on SQLite."""
    if not is_postgres:
        return ""
    for line in _EXCEPTIONS.read_text().splitlines():
        start, _, reason = line.partition("  ")
        if start and not start.startswith("#") and nodeid.startswith(start):
            return f"about SQLite alone: {reason.strip()}"
    return ""


def is_about_the_file(error: Exception) -> bool:
    """Whether a test failed because it opened the file of a store that is on a server."""
    if not is_postgres:
        return False
    is_file_missing = isinstance(error, FileNotFoundError) and "/.local/share/recall" in str(error.filename)
    is_no_file = isinstance(error, sqlite3.OperationalError) and "unable to open" in str(error)
    return is_file_missing or is_no_file or isinstance(error, apsw.CantOpenError)
