"""Reading a new statement, once for all comparisons with older ones."""

from recall_cli.rules.revision.reading import Reading

Statement = Reading


def read_statement(text: str) -> Statement:
    """A new text, read for comparisons."""
    return Reading(text)
