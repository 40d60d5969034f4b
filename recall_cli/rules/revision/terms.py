"""Reading an older text, once for all comparisons with newer statements."""

from recall_cli.rules.revision.reading import Reading


def read_terms(text: str) -> Reading:
    """An older text, read for comparisons: its terms in their order."""
    return Reading(text)
