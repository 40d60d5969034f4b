"""A memory as JSON and back: what programs read, what an export keeps, what an import may say."""

from recall_cli.domain.errors import RecallError
from recall_cli.domain.jsontext import loads
from recall_cli.domain.memory import (
    BOOLEANS,
    CLASSIFICATIONS,
    DEFAULTS,
    DOCUMENTS,
    SOURCES,
    TIMES,
    TRUSTS,
    TYPES,
    Memory,
)  # fmt: skip
from recall_cli.domain.moment import exact, iso, parse
from recall_cli.rules.beliefs.authorship import author

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

FORMAT = 1
"""The version of the export's lines; its header names it."""

MOST = 2**53
"""What was counted more often counts so often: one more, or the sum of several, is a whole number to SQLite then."""
_CHOICES = {"type": TYPES, "classification": CLASSIFICATIONS, "source": SOURCES, "trust": TRUSTS}
_SHARES = ("importance", "confidence", "decay_score", "usefulness")
_COUNTS = ("access_count", "helpful", "unhelpful", "seen_count")
_TEXTS = (
    "id", "user", "topic", "project", "agent", "session", "entity", "attribute", "value", "qualifier",
    "superseded_by", "held", "extracted_by", "span",
)  # fmt: skip


MORE = ("links", "settles", "contest", "vectors")
"""What a line may say beside its memory and its history."""
MAX_DEPTH = 100
"""Values are not nested more deeply than this."""


class BadLine(RecallError):
    """A line of an import cannot be read."""

    code = "bad_line"


def as_json(memory: Memory) -> "dict[str, Any]":
    """Everything about a memory, for programs: what is stored, and who is shown as its author."""
    return {**as_stored(memory), "author": author(memory)}


def as_stored(memory: Memory) -> "dict[str, Any]":
    """Everything that is stored of a memory: ISO times, tags as an object, no row number."""
    values = memory.fields()
    del values["n"]
    for name in TIMES:
        values[name] = iso(values[name])
    for name in DOCUMENTS:
        text = values[name]
        values[name] = loads(text) if text else {} if name == "tags" else None
    return values


def read_line(values: "Any", now: int) -> "dict[str, Any]":
    """What a line of an import says, checked, in the terms of the table; BadLine says what is wrong with it."""
    if not isinstance(values, dict):
        raise BadLine("not a JSON object")
    text = values.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadLine("has no text")
    read = {**_UNSAID, "text": text}
    for name, value in values.items():
        if value is not None and name in _CHECKS:
            read[name] = _CHECKS[name](name, value, now)
    if read["created_at"] is None:
        read["created_at"] = now
    if read["updated_at"] is None:
        read["updated_at"] = read["created_at"]
    read["tags"] = _tags(read["tags"])
    if read["superseded_by"] == read["id"] or read["superseded_at"] is None:
        read["superseded_by"] = None
    return read


def check_depth(values: "Any") -> None:
    """BadLine where lists and objects are nested too deeply; asked before anything walks into them."""
    level, depth = [values], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH + 1:
            raise BadLine(f"nested more than {MAX_DEPTH} levels deep")
        inside: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inside += (part for part in value.values() if isinstance(part, (dict, list)))
            elif isinstance(value, list):
                inside += (part for part in value if isinstance(part, (dict, list)))
        level = inside


def _tags(given: "dict[str, Any] | None") -> "dict[str, str]":
    """Tags as texts; a tag that is a list or an object is refused."""
    found: dict[str, str] = {}
    for key, value in (given or {}).items():
        if isinstance(value, (dict, list)):
            _broken(f"tag {key}", value, "text")
        if value is not None:
            found[key] = value if isinstance(value, str) else str(value).lower()
    return found


def _text(name: str, value: "Any", _: int) -> "Any":
    if not isinstance(value, str):
        _broken(name, value, "text")
    return value


def _choice(name: str, value: "Any", _: int) -> "Any":
    if value not in _CHOICES[name]:
        _broken(name, value, "one of " + ", ".join(_CHOICES[name]))
    return value


def _share(name: str, value: "Any", _: int) -> "Any":
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        _broken(name, value, "between 0 and 1")
    return value


def _count(name: str, value: "Any", _: int) -> "Any":
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        _broken(name, value, "a count")
    return min(value, MOST)


def _boolean(name: str, value: "Any", _: int) -> "Any":
    if not isinstance(value, bool):
        _broken(name, value, "true or false")
    return value


def _object(name: str, value: "Any", _: int) -> "Any":
    if not isinstance(value, dict):
        _broken(name, value, "an object")
    return value


def _anything(name: str, value: "Any", _: int) -> "Any":
    """Any JSON value but an endless number, which has no JSON form."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, float) and one - one != 0:
            _broken(name, one, "made of finite numbers")
        elif isinstance(one, (dict, list)):
            waiting += one.values() if isinstance(one, dict) else one
    return value


def _moment(name: str, value: "Any", now: int) -> int:
    if not isinstance(value, str):
        _broken(name, value, "an ISO 8601 time")
    try:
        return exact(value) or parse(value, now)
    except RecallError as error:
        raise BadLine(f"{name}: {error.message}") from None


def _broken(name: str, value: "Any", kind: str) -> "NoReturn":
    raise BadLine(f"{name} must be {kind}, not {value!r:.40}")


_UNSAID = {
    **DEFAULTS, **dict.fromkeys(TIMES), "source": "agent", "trust": "imported", "text": None, "user": None, "id": None,
}  # fmt: skip
_CHECKS = {
    **dict.fromkeys(_TEXTS, _text), **dict.fromkeys(_CHOICES, _choice), **dict.fromkeys(_SHARES, _share),
    **dict.fromkeys(_COUNTS, _count), **dict.fromkeys(BOOLEANS, _boolean), **dict.fromkeys(TIMES, _moment),
    "text": _text, "tags": _object, "anchors": _anything, "metadata": _anything,
}  # fmt: skip
"""How each value is read; what nobody said is not looked at, since lines may be very many."""
