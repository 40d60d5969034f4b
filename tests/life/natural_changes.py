"""Statements as people write them, and how they change: subjects with values, and many wordings of a correction."""

from pathlib import Path
from typing import NamedTuple

from tests.rows import read_rows


class Subject(NamedTuple):
    """Something with one value at a time."""

    said: str
    """How the value is told, with {value}."""
    changes: tuple[str, ...]
    """How a new value is told, with {old} and {value}."""
    question: str
    values: tuple[str, ...]


def read_subject(block: str) -> Subject:
    """One block of the file: the statement, its question, its values, and the ways in which it changes."""
    said, question, values, *changes = block.splitlines()
    return Subject(said, tuple(line[2:] for line in changes), question[2:], tuple(values[2:].split(" | ")))


SUBJECTS = tuple(
    map(read_subject, Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").strip().split("\n\n"))
)

BESIDE = tuple(text for (text,) in read_rows(__file__, "beside"))
"""Statements that end nothing: history, conditions, questions, plans, other subjects, scopes, examples."""

GUESSES = frozenset(("Maybe the mobile app could be released on Saturdays.",))
"""The statements beside that claim nothing: a plain statement may take their place."""

PEOPLE = (("billing", "Marta"), ("checkout", "Olu"), ("search", "Jens"), ("catalog", "Priya"), ("ledger", "Tomas"))
CITIES = ("Lisbon", "Graz", "Turku", "Porto", "Leeds", "Gdansk", "Malmo", "Ghent")
"""For chains of two facts: a service is owned by a person, and a person lives in a city."""
