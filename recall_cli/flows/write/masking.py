"""Secrets are taken out of everything that a memory says, before any of it is written anywhere."""

from recall_cli.rules.secrets import Masked, mask, may_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.rules.text.sieve import Sieve
    from recall_cli.workplace import Workplace

SPOKEN = (
    "text", "topic", "entity", "attribute", "qualifier", "agent", "session", "project", "span", "held", "extracted_by",
)  # fmt: skip
"""The fields that hold somebody's words; a fact's value and the tags are read together with their names."""

DOCUMENTS = ("anchors", "metadata")
"""The fields that hold a whole document."""


EVENT_WORDS = ("agent", "session")
"""What an event of a memory's history says beside its values."""


SHORT, REMEMBERED = 64, 5_000
"""Texts of at most so many letters (names, tags, types) recur from memory to memory; so many of them are remembered."""


class Mask:
    """Covers the secrets of many memories, and knows what it has looked at before."""

    def __init__(self, sieve: "Sieve | None" = None) -> None:
        self._known: dict[str, Masked] = {}
        self._sieve = sieve
        """What is known of every word, where so many texts come that it is worth it."""
        self._found: dict[str, int] = {}

    def __call__(self, said: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
        """What is said of a memory without its secrets, and how many of each kind there were."""
        clean = said.copy()
        found = self._found = {}
        cover = self._cover
        for name in SPOKEN:
            value = said.get(name)
            if value is not None and isinstance(value, str):
                clean[name] = cover(value)
        if isinstance(said.get("value"), str):
            clean["value"] = _named(str(said.get("attribute") or ""), said["value"], cover)
        for name in DOCUMENTS:
            if said.get(name) is not None:
                clean[name] = _within(said[name], cover)
        if isinstance(said.get("tags"), dict):
            clean["tags"] = {cover(key): _named(key, value, cover) for key, value in said["tags"].items()}
        if said.get("events"):
            clean["events"] = [_event(event, cover) for event in said["events"]]
        return clean, found

    def _cover(self, text: str) -> str:
        covered = self._known.get(text)
        if covered is None:
            covered = self._looked_at(text)
            if len(text) <= SHORT:
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[text] = covered
        for kind, count in covered.found:
            self._found[kind] = self._found.get(kind, 0) + count
        return covered.text

    def _looked_at(self, text: str) -> Masked:
        if self._sieve is None or not self._sieve.knows(text):
            return mask(text)
        if self._sieve.quiet(text):
            return Masked(text=text)
        from recall_cli.rules.secrets.hunt import cover

        covered, found = cover(text)  # the first sieve would hardly ever know better
        return Masked(text=covered, found=found)


def masked(said: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
    """What is said of a memory without its secrets, and how many of each kind there were."""
    return Mask()(said) if may_hold("\n".join(_texts(said))) else (dict(said), {})


def _texts(said: "dict[str, Any]") -> "Iterator[str]":
    """Every text in which a secret could stand, in the forms in which `masked` looks at it."""
    for name in SPOKEN:
        if isinstance(said.get(name), str):
            yield said[name]
    if isinstance(said.get("value"), str):
        yield f"{said.get('attribute') or ''}: {said['value']}"
    for name in (*DOCUMENTS, "tags"):
        if said.get(name) is not None:
            yield from _within_texts(said[name], "")
    for event in said.get("events") or ():
        yield from _within_texts({name: event[name] for name in EVENT_WORDS if event.get(name)}, "")
        for side in ("before", "after"):
            values = event.get(side) or {}
            yield from _within_texts({name.removeprefix("tags."): value for name, value in values.items()}, "")


def _within_texts(value: "Any", name: str) -> "Iterator[str]":
    if isinstance(value, str):
        yield f"{name}: {value}" if name else value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _within_texts(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _within_texts(part, name)


def _named(name: str, value: str, cover: "Any") -> str:
    """A value by itself, then as its name and it read together: `password` and `hunter2` apart would say nothing."""
    value = cover(value)
    lead = f"{name}: "
    together: str = cover(lead + value)
    return together[len(lead) :] if together.startswith(lead) else together


def _event(event: "dict[str, Any]", cover: "Any") -> "dict[str, Any]":
    """An event of a memory's history without secrets."""
    clean = dict(event)
    for name in EVENT_WORDS:
        if event.get(name):
            clean[name] = cover(event[name])
    for side in ("before", "after"):
        if event.get(side):
            clean[side] = {
                cover(name) if name.startswith("tags.") else name: _within(value, cover, name.removeprefix("tags."))
                for name, value in event[side].items()
            }
    return clean


def _within(value: "Any", cover: "Any", name: str = "") -> "Any":
    """A document with every text in it covered, each read together with its name."""
    if isinstance(value, str):
        return _named(name, value, cover) if name else cover(value)
    if isinstance(value, dict):
        return {cover(key): _within(part, cover, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_within(part, cover, name) for part in value]
    return value


def harmless_key(key: "str | None", said: "dict[str, Any]", place: "Workplace | str | None") -> "str | None":
    """An idempotency key without its secrets.

    Two secrets would leave the same key, and one of their texts would be taken for known; so the text that it was
    given with, masked itself, is made a part of it.
    """
    if key is None:
        return None
    from recall_cli.flows.write.jobs import text_key

    covered = mask(key)
    return f"{covered.text} {text_key(said, place)}" if covered.found else key


def harmless_name(name: str, what: str) -> str:
    """A name that is written down as it is, or an error: masked, two of them could become one."""
    from recall_cli.domain.errors import UsageError

    if mask(name).found:
        raise UsageError(f"{what} looks like a secret, and names are kept in plain", "choose another")
    return name


def harmless_text(text: str) -> str:
    """A text without its secrets."""
    return mask(text).text
