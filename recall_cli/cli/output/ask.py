"""Questions to a person at the terminal, on standard error."""

import sys


def ask(question: str) -> "str | None":
    """What a person answers, in one line; None at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    return " ".join(line.split()) if line else None


def agrees(question: str) -> bool:
    """Whether a person answers yes; everything else means no."""
    return (ask(f"{question} [y/N] > ") or "").casefold() in ("y", "yes")
