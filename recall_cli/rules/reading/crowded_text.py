"""Tells a text that would lose nearly all of its statements, before it is read as a whole."""

from recall_cli.rules.reading.statements import split
from recall_cli.rules.text.noise import noise_reason

LONG_PARAGRAPH = 50_000
"""Only paragraphs with more letters than this are looked at, and only so many of their letters are read."""
MAX_STATEMENTS = 200
"""A turn that begins with more statements than this is no text that a person or an agent says at once."""


def has_crowded_turn(text: str) -> bool:
    """Does one turn of a long text have far more statements than may be kept of it?

    Texts with code blocks are not looked at: a long part of them may be output of a program, which is not read anyway.
    """
    if len(text) <= LONG_PARAGRAPH or "```" in text or "~~~" in text:
        return False
    paragraphs = text.replace("\r\n", "\n").split("\n\n")
    return any(_is_crowded(paragraph) for paragraph in paragraphs if len(paragraph) > LONG_PARAGRAPH)


def _is_crowded(paragraph: str) -> bool:
    turns: dict[int, int] = {}
    for statement in split(paragraph[:LONG_PARAGRAPH]):
        if statement.kind == "prose" and not noise_reason(statement.text):
            turns[statement.turn] = turns.get(statement.turn, 0) + 1
    return max(turns.values(), default=0) > MAX_STATEMENTS
