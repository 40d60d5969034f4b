"""The type of a text that somebody stores on purpose without naming one: a guess by its form, and else a fact."""

from recall_cli.domain.memory import DEFAULT_TYPE

_RULE_STARTS = ("always ", "never ", "don't ", "do not ", "prefer ", "avoid ", "i prefer ", "we prefer ")
_SIGNS = (
    ("decision", (" decided ", " we chose ", " we agreed ")),
    ("finding", (" because ", " turned out ", " caused by ")),
)
MAX_LETTERS = 400
"""A longer text is a document: single words say nothing about all of it."""


def note_type(text: str) -> str:
    """The type of a text: steps are a procedure, a rule is a preference, a choice a decision, a cause a finding."""
    begins = any(line.lstrip().startswith("1. ") for line in text.splitlines())
    if begins and " 2. " in " ".join(text.split()):
        return "procedure"
    if len(text) > MAX_LETTERS:
        return DEFAULT_TYPE
    plain = f" {' '.join(text.lower().replace('’', chr(39)).split())} "
    if plain[1:].startswith(_RULE_STARTS):
        return "preference"
    return next((name for name, words in _SIGNS if any(word in plain for word in words)), DEFAULT_TYPE)
