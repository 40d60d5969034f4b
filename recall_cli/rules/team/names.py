"""Names of colleagues: one word of a closed form, so that a name can say nothing to a model."""

MAX_COLLEAGUE_NAME = 20
"""Letters of a name."""
SHARE, UNSHARE, PAIR, UNPAIR, INVITE, UNINVITE = "share", "unshare", "pair", "unpair", "invite", "uninvite"
"""What the log of writes calls what a person decides about their team. Nothing of it changes a memory."""
OPPOSITES = {
    SHARE: "recall share {} --off takes back",
    UNSHARE: "recall share {} shares again",
    PAIR: "recall team remove {} ends it",
    UNPAIR: "recall team accept {} pairs again",
    INVITE: "recall team invite {} --off ends it",
    UNINVITE: "recall team invite {} invites again",
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


SPACE_PREFIX = "space:"
"""Begins the address of a team space on a server: `space:FOUNDER/NAME`."""
MAX_SPACE_NAME = 40
"""Letters of the name of a team space."""


def may_name_space(text: str) -> bool:
    """Could this name a team space, and not a git remote?"""
    return text.startswith(SPACE_PREFIX) or not (":" in text or text.startswith("/"))


def space_parts(text: str, user: str) -> "tuple[str, str]":
    """The founder and the name of a team space; without a founder it is one of this user."""
    founder, _, name = text.removeprefix(SPACE_PREFIX).rpartition("/")
    return founder or user, name


def is_space_name(name: str) -> bool:
    """Can a team space be called this?"""
    return 0 < len(name) <= MAX_SPACE_NAME and all(map(_is_name_letter, name))


def space_names(project: str) -> "list[str]":
    """How a team space of this project may be called: the first name that is free."""
    name = "".join(filter(_is_name_letter, project))[: MAX_SPACE_NAME - 3] or "team"
    return [name, *(f"{name}-{number}" for number in range(2, 100))]
