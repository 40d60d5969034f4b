"""What is told when a value is not what an option takes, in the words of the settings."""

from recall_cli.cli.doors.guesses import FINAL
from recall_cli.rules.text.spelling import near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.doors.params import Param

FEW = 40
"""So many letters of what was typed are repeated in a hint."""

KINDS = {"integer": "a whole number", "int": "a whole number", "float": "a number", "boolean": "true or false"}


def said(stop: "Any") -> "str | None":
    """Which option must be what; None where it is something else that went wrong."""
    message = str(getattr(stop, "message", "")).rstrip(".")
    param = getattr(stop, "param", None)
    if param is None:
        return None
    flags = [*getattr(param, "opts", ())]
    name = max(flags, key=len) if flags and flags[0].startswith("-") else str(param.name)
    for words, must in ((" is not in the range ", _range), (" is not one of ", _one_of), (" is not a valid ", _kind)):
        value, found, rest = message.partition(words)
        if found:
            return f"{name} must be {must(rest)}, not {value}"
    return None


def _range(text: str) -> str:
    low, among, high = text.partition("<=x<=")
    if among:
        return f"from {low} to {high}"
    return f"{text.removeprefix('x>=')} or more" if text.startswith("x>=") else text


def _one_of(text: str) -> str:
    return "one of " + ", ".join(word.strip().strip("'") for word in text.split(","))


def _kind(text: str) -> str:
    return KINDS.get(text.removesuffix(" range"), text)


def left_over(given: "list[str]", params: "tuple[Param, ...]") -> "list[str]":
    """The words for which a command has no place."""
    by_flag = {flag: param for param in params for flag in param.flags}
    words: list[str] = []
    rest = iter(given)
    for word in rest:
        flag, equals, _ = word.partition("=")
        if word == "--":
            words += rest
        elif len(word) < 2 or word[0] != "-":
            words.append(word)
        elif not equals and flag in by_flag and by_flag[flag].kind != "flag":
            next(rest, None)
    return words[sum(param.positional for param in params) :]


_OF_DATES = frozenset("ago day days week weeks month months year years hour hours minutes".split())
"""Words that stand behind the first of a date."""


def where_it_belongs(name: str, words: "list[str]", params: "tuple[Param, ...]") -> str:
    """Where words that have no place may belong: an option of this name, one that takes this value, or elsewhere."""
    word, options = words[0].lower(), {param.name for param in params if param.flags}
    for param in params:
        if f"--{word}" in param.flags and not {*param.flags} & FINAL:
            return f"did you mean {param.flags[0]}?"
        for choice in param.choices if param.flags else ():
            if word in (choice, f"{choice}s"):
                return f"did you mean {param.flags[0]} {choice}?"
    if word in _OF_DATES and {"since", "until", "as_of"} & options:
        return 'put a date of several words in quotes, e.g. --since "2 weeks ago"'
    if word.isdecimal() and "limit" in options and name in ("list", "jobs"):
        return f"did you mean --limit {word}?"
    said = " ".join(words)
    said = said if len(said) <= FEW else said[: FEW - 1] + "…"
    if name == "update":
        return (
            'the id comes first: recall update ID --text "…"'
            if _is_id(word)
            else (f'did you mean recall update ID --text "{said}"?')
        )
    for known, option in (("resolve", "--keep"), ("why", "--query")):
        if name == known:
            return f'did you mean {option} "{said}"?'
    if name in ("diff", "log", "undo") and "since" in options:
        return "it takes one id; a date goes with --since" if name == "log" else "a date goes with --since"
    if name in ("list", "count", "stats", "conflicts"):
        return f'did you mean recall search "{said}"?'
    place = next((param for param in params if param.positional), None)
    if place is None or place.kind != "argument":
        return ""
    what = (place.metavar or place.name.upper()).strip("[]")
    return (
        f"it takes one {what}"
        if place.completes != "file"
        else f"it takes one {what}; put a path with spaces in quotes"
    )


_SAME = {
    "install": "add enable on setup init create set daily",
    "remove": "uninstall delete rm disable off unset",
    "uninstall": "remove delete rm disable off",
    "status": "list ls check state",
    "show": "print view get cat see",
    "verify": "check test",
    "export": "dump save",
}
"""What other programs call these actions."""


def choice_hint(name: str, wrong: str, params: "tuple[Param, ...]") -> str:
    """What a value may have been meant for that an argument or option does not take; nothing where none is near."""
    given, _, _ = wrong.partition(" ")
    word = wrong.rpartition(", not ")[2].strip("'")
    if given.startswith("-"):
        choices = next((param.choices for param in params if given in param.flags), ())
        found = near(word.removesuffix("s"), choices)
        return f"did you mean {' or '.join(found)}?" if found else ""
    places = [param for param in params if param.positional]
    for at, place in enumerate(places):
        found = [one for one in near(word, place.choices) if one not in FINAL]
        found = found or [one for one in place.choices if word in _SAME.get(one, "").split()]
        if found:
            return f"did you mean {' or '.join(found)}?"
        if not at and len(places) > 1 and places[0].choices and word in _values(places[1]):
            return f"did you mean recall {name} {places[0].choices[0]} {word}?"
    return ""


def _values(place: "Param") -> "tuple[str, ...]":
    """What an argument takes, as far as that is known."""
    return place.choices or place.offers


def _is_id(word: str) -> bool:
    from recall_cli.domain.ids import is_prefix

    return is_prefix(word)
