"""Error messages for values that are missing or that an option does not take, worded like those of settings."""

from recall_cli.cli.parsing.params import REQUIRED, is_text
from recall_cli.cli.parsing.suggestions import IRREVERSIBLE
from recall_cli.cli.registry import call_of
from recall_cli.domain.errors import UsageError
from recall_cli.rules.text.spelling import closest_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.cli.parsing.params import Param

MAX_QUOTED_LETTERS = 40
"""Maximum length of the typed text that a hint repeats."""

TYPE_NAMES = {"integer": "a whole number", "int": "a whole number", "float": "a number", "boolean": "true or false"}


def explain_value_error(error: "Any") -> "str | None":
    """The message that names the option and its allowed values; None for other errors."""
    message = str(getattr(error, "message", "")).rstrip(".")
    param = getattr(error, "param", None)
    if param is None:
        return None
    flags = [*getattr(param, "opts", ())]
    name = max(flags, key=len) if flags and flags[0].startswith("-") else str(param.name)
    for words, must in (
        (" is not in the range ", _describe_range),
        (" is not one of ", _describe_choices),
        (" is not a valid ", _describe_type),
    ):
        value, separator, rest = message.partition(words)
        if separator:
            return f"{name} must be {must(rest)}, not {value}"
    return None


def _describe_range(text: str) -> str:
    low, among, high = text.partition("<=x<=")
    if among:
        return f"from {low} to {high}"
    return f"{text.removeprefix('x>=')} or more" if text.startswith("x>=") else text


def _describe_choices(text: str) -> str:
    return "one of " + ", ".join(word.strip().strip("'") for word in text.split(","))


def _describe_type(text: str) -> str:
    return TYPE_NAMES.get(text.removesuffix(" range"), text)


def check_missing(
    error: "Any", command: str, params: "tuple[Param, ...]", examples: "tuple[tuple[str, str], ...]"
) -> None:
    """Raise UsageError if an argument or the value of an option is missing; it names it and shows an example."""
    name = getattr(getattr(error, "param", None), "name", None)
    flag = getattr(error, "option_name", None)
    calls = [call for call, _ in examples]
    for param in params:
        if param.name == name and param.default is REQUIRED:
            *first, last = [part.strip() for part in (param.metavar or param.name.upper()).split("|")]
            what = f"{', '.join(first)} or {last}" if first else last
            raise UsageError(f"missing argument: {what}", f"e.g. {calls[0]}; recall {call_of(command)} --help")
        if flag in param.flags and param.kind != "flag":
            value = param.choices[0] if param.choices else param.metavar or param.name.upper()
            example = next((call for call in calls if flag in call.split()), f"{flag} {value}")
            raise UsageError(f"{flag} needs a value", f"e.g. {example}; recall {call_of(command)} --help")


def extra_arguments(arguments: "list[str]", params: "tuple[Param, ...]") -> "list[str]":
    """The positional arguments that a command does not take."""
    by_flag = {flag: param for param in params for flag in param.flags}
    words: list[str] = []
    rest = iter(arguments)
    for word in rest:
        flag, equals, _ = word.partition("=")
        if word == "--":
            words += rest
        elif is_text(word, by_flag):
            words.append(word)
        elif not equals and flag in by_flag and by_flag[flag].kind != "flag":
            next(rest, None)
    return words[sum(param.positional for param in params) :]


_DATE_WORDS = frozenset("ago day days week weeks month months year years hour hours minutes".split())
"""Words that follow the first word of a date."""


def suggest_place(command: str, words: "list[str]", params: "tuple[Param, ...]") -> str:
    """The hint for extra arguments: an option of this name, an option with this value, or another command."""
    word, options = words[0].lower(), {param.name for param in params if param.flags}
    for param in params:
        if f"--{word}" in param.flags and not {*param.flags} & IRREVERSIBLE:
            return f"did you mean {param.flags[0]}?"
        for choice in param.choices if param.flags else ():
            if word in (choice, f"{choice}s"):
                return f"did you mean {param.flags[0]} {choice}?"
    if word in _DATE_WORDS and {"since", "until", "as_of"} & options:
        return 'put a date of several words in quotes, e.g. --since "2 weeks ago"'
    if word.isdecimal() and "limit" in options and command in ("list", "jobs"):
        return f"did you mean --limit {word}?"
    typed = " ".join(words)
    typed = typed if len(typed) <= MAX_QUOTED_LETTERS else typed[: MAX_QUOTED_LETTERS - 1] + "…"
    if command == "update":
        return (
            'the id comes first: recall update ID --text "…"'
            if _is_id(word)
            else (f'did you mean recall update ID --text "{typed}"?')
        )
    for name, option in (("resolve", "--keep"), ("why", "--query")):
        if command == name:
            return f'did you mean {option} "{typed}"?'
    if command in ("diff", "log", "undo") and "since" in options:
        return "it takes one id; a date goes with --since" if command == "log" else "a date goes with --since"
    if command in ("list", "count", "stats", "conflicts"):
        return f'did you mean recall search "{typed}"?'
    place = next((param for param in params if param.positional), None)
    if place is None or place.kind != "argument":
        return ""
    what = (place.metavar or place.name.upper()).strip("[]")
    return (
        f"it takes one {what}"
        if place.completes != "file"
        else f"it takes one {what}; put a path with spaces in quotes"
    )


_ACTION_SYNONYMS = {
    "install": "add enable on setup init create set daily",
    "remove": "uninstall delete rm disable off unset",
    "uninstall": "remove delete rm disable off",
    "status": "list ls check state",
    "show": "print view get cat see",
    "verify": "check test",
    "export": "dump save",
}
"""Synonyms of actions."""


def suggest_choice(command: str, message: str, params: "tuple[Param, ...]") -> str:
    """The hint for a value that is not one of the choices; empty if none is close."""
    given, _, _ = message.partition(" ")
    word = message.rpartition(", not ")[2].strip("'")
    if given.startswith("-"):
        choices = next((param.choices for param in params if given in param.flags), ())
        close = closest_words(word.removesuffix("s"), choices) or _meant_choices(word, choices)
        return f"did you mean {' or '.join(close)}?" if close else ""
    places = [param for param in params if param.positional]
    for at, place in enumerate(places):
        close = [choice for choice in closest_words(word, place.choices) if choice not in IRREVERSIBLE]
        close = close or [choice for choice in place.choices if word in _ACTION_SYNONYMS.get(choice, "").split()]
        if close:
            return f"did you mean {' or '.join(close)}?"
        if not at and len(places) > 1 and places[0].choices and word in (places[1].choices or places[1].offers):
            return f"did you mean recall {call_of(command)} {places[0].choices[0]} {word}?"
    return ""


_TYPE_SYNONYMS = {
    "decision": "choice chosen adr architecture",
    "finding": "learning learned lesson insight discovery bug issue observation note",
    "correction": "fix mistake error gotcha pitfall",
    "preference": "rule convention style guideline like habit instruction",
    "procedure": "howto how-to steps process workflow runbook command recipe",
    "estimate": "guess assumption hypothesis idea",
    "fact": "info information knowledge context detail",
    "pattern": "trend theme",
}
"""Words that people use for the types of memories."""


def _meant_choices(word: str, choices: "tuple[str, ...]") -> "list[str]":
    """The choice that a word means: a synonym of a type, or one that is written much like it."""
    import difflib

    named = [type_ for type_, words in _TYPE_SYNONYMS.items() if type_ in choices and word.lower() in words.split()]
    return named or difflib.get_close_matches(word.lower(), choices, 1, 0.7)


def suggest_flag(words: "list[str]", params: "tuple[Param, ...]") -> str:
    """The hint for an option without its dashes, as in `recall review approve ID`, or in quotes with its value."""
    flags = {flag for param in params for flag in param.flags} - IRREVERSIBLE
    quoted = next((word for word in words if " " in word and word.split(" ")[0] in flags), None)
    if quoted is not None:
        return f"did you mean {quoted} without the quotes?"
    meant = next((f"--{word}" for word in words if f"--{word}" in flags), None)
    return f"did you mean {meant}?" if meant else ""


def _is_id(word: str) -> bool:
    from recall_cli.domain.ids import may_be_id

    return may_be_id(word)
