"""Find the JSON document in what a program printed: bare, in a code fence, within prose, or wrapped by the program."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_TRIES = 256
"""Maximum number of braces that are tried; a longer output has its answer near the beginning or the end."""
WRAPPER_FIELDS = ("result", "response", "answer", "content", "text", "message", "output")
"""Fields in which programs put the model's words: `claude --output-format json` and Ollama's and Gemini's answers."""
MAX_WRAPPERS = 3


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
    return found


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
    """The JSON objects in a text, in order; braces that begin none are passed over."""
    import json

    decode = json.JSONDecoder(strict=False).raw_decode
    places = [at for at, letter in enumerate(text) if letter == "{"]
    if len(places) > MAX_TRIES:
        places = places[: MAX_TRIES // 2] + places[-MAX_TRIES // 2 :]
    end = 0
    for at in places:
        if at < end:
            continue
        try:
            value, end = decode(text, at)
        except (ValueError, RecursionError):
            continue
        yield value
