"""Names of colleagues: one word of a closed form, so that a name can say nothing to a model."""

MAX_COLLEAGUE_NAME = 20
"""Letters of a name."""


def is_colleague_name(name: str) -> bool:
    """Can a colleague be called this?"""
    return 0 < len(name) <= MAX_COLLEAGUE_NAME and name[0].isalpha() and all(map(_is_name_letter, name))


def printable_name(name: object) -> str:
    """The name that a stranger gives themselves, without what a name cannot have; empty if nothing is left."""
    letters = [letter for letter in name[:200] if _is_name_letter(letter)] if isinstance(name, str) else []
    while letters and not letters[0].isalpha():
        letters.pop(0)
    return "".join(letters)[:MAX_COLLEAGUE_NAME]


def _is_name_letter(letter: str) -> bool:
    return letter.isalnum() or letter in "-_."
