"""Names of colleagues: one word of a closed form, so that a name can say nothing to a model."""

MAX_COLLEAGUE_NAME = 20
"""Letters of a name."""
SHARE, UNSHARE, PAIR, UNPAIR = "share", "unshare", "pair", "unpair"
"""What the log of writes calls what a person decides about their team. Nothing of it changes a memory."""
OPPOSITES = {
    SHARE: "recall share {} --off takes back",
    UNSHARE: "recall share {} shares again",
    PAIR: "recall team remove {} ends it",
    UNPAIR: "recall team accept {} pairs again",
}
"""The command that takes each of them back."""
MAX_LOGGED_IDS = 5


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


def team_note(kind: str, names: "list[str]") -> str:
    """The line of the log: the ids or the name, and the command that takes it back."""
    more = [f"and {len(names) - MAX_LOGGED_IDS:,} more"] if len(names) > MAX_LOGGED_IDS else []
    words = " ".join(names) if len(names) <= MAX_LOGGED_IDS else "ID…"
    return f"{', '.join([*names[:MAX_LOGGED_IDS], *more])} ({OPPOSITES[kind].format(words)})"
