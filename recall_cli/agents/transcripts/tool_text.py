"""One line about a tool's call: its name, and the command, file or question that it was called with."""

from recall_cli.domain.json_text import loads

_TELLING_FIELDS = ("command", "cmd", "file_path", "path", "filePath", "pattern", "query", "url", "description", "input")
"""Fields of a call of which the first that is there says what it was about."""


def call_text(name: object, arguments: object) -> str:
    """The tool's name and what it was called with, on one line."""
    if isinstance(arguments, str):
        arguments = _parse(arguments)
    detail = ""
    if isinstance(arguments, dict):
        detail = next((_line(arguments[field]) for field in _TELLING_FIELDS if arguments.get(field)), "")
    elif isinstance(arguments, str):
        detail = _line(arguments)
    return f"{name} {detail}".strip() if isinstance(name, str) else ""


def _parse(text: str) -> object:
    try:
        return loads(text) if text.lstrip()[:1] == "{" else text
    except (ValueError, RecursionError):
        return text


def _line(value: object) -> str:
    if isinstance(value, list):
        value = " ".join(part for part in value if isinstance(part, str))
    return " ".join(value[:600].split()) if isinstance(value, str) else ""
