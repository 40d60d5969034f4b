"""What is told when a value is not what an option takes, in the words of the settings."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
