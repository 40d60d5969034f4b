"""Find the JSON document in what a program printed: bare, in a code fence, within prose, or wrapped by the program."""

from recall_cli.domain.json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_DOCUMENTS = 64
"""Maximum number of candidates that are read; a longer output has its answer near the beginning or the end."""
WRAPPER_FIELDS = ("result", "response", "answer", "content", "text", "message", "output")
"""Fields in which programs put the model's words: `claude --output-format json` and Ollama's and Gemini's answers."""
MAX_WRAPPERS = 3
MAX_NEAR_LETTERS = 65_536
"""Maximum length of an answer that stands among braces without partners."""


def find_document(printed: str, field: str) -> "dict[str, Any] | None":
    """The last JSON object that has a field, in a text of any form; None if there is none.

    The last one, because a model may repeat the example of the form before it answers.
    """
    return _find_in_text(printed, field, MAX_WRAPPERS)


def _find_in_text(text: str, field: str, depth: int) -> "dict[str, Any] | None":
    found = None
    for document in _documents(text):
        inner = _find_in_value(document, field, depth)
        found = inner if inner is not None else found
    return found if found is not None else _find_near_field(text, field)


def _find_near_field(text: str, field: str) -> "dict[str, Any] | None":
    """The last object that begins right before the field, where braces of the prose around it have no partner."""
    at = len(text)
    for _ in range(MAX_DOCUMENTS):
        at = text.rfind(f'"{field}"', 0, at)
        start = text.rfind("{", 0, at) if at >= 0 else -1
        if start < 0:
            return None
        for low, high in _object_spans(text[start : start + MAX_NEAR_LETTERS]):
            try:
                value = loads(text[start + low : start + high])
            except (ValueError, RecursionError):
                break
            return value if isinstance(value, dict) and field in value else None
    return None


def _find_in_value(value: object, field: str, depth: int) -> "dict[str, Any] | None":
    """The object with the field: the value itself, or one in a field in which programs wrap answers."""
    if isinstance(value, str):
        return _find_in_text(value, field, depth - 1) if depth and "{" in value else None
    if not isinstance(value, dict):
        return None
    if field in value:
        return value
    for name in WRAPPER_FIELDS if depth else ():
        inner = _find_in_value(value.get(name), field, depth - 1)
        if inner is not None:
            return inner
    return None


def _documents(text: str) -> "Iterator[object]":
    """The outermost JSON objects in a text, in order."""
    spans = list(_object_spans(text))
    if len(spans) > MAX_DOCUMENTS:
        spans = spans[: MAX_DOCUMENTS // 2] + spans[-MAX_DOCUMENTS // 2 :]
    for start, end in spans:
        try:
            yield loads(text[start:end])
        except (ValueError, RecursionError):
            continue


def _object_spans(text: str) -> "Iterator[tuple[int, int]]":
    """Where a brace and its partner stand, outside of all others; in one pass, so that no text takes long.

    Quotes count only inside braces: an apostrophe or a quotation mark of the prose opens nothing.
    """
    depth, start, in_string, skip = 0, 0, False, False
    for at, letter in enumerate(text):
        if skip:
            skip = False
        elif in_string:
            skip = letter == "\\"
            in_string = letter != '"'
        elif letter == '"':
            in_string = depth > 0
        elif letter == "{":
            start = start if depth else at
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
            if not depth:
                yield start, at + 1
