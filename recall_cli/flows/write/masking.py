"""Secrets are taken out of everything that a memory says, before any of it is written anywhere."""

from recall_cli.rules.secrets import MaskedText, mask, may_hold_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.rules.text.prefilter import Prefilter

TEXT_FIELDS = (
    "text", "topic", "entity", "attribute", "qualifier", "agent", "session", "project", "span", "held", "extracted_by",
)  # fmt: skip
"""The fields that hold somebody's words; a fact's value and the tags are read together with their names."""

DOCUMENT_FIELDS = ("anchors", "metadata")
"""The fields that hold a whole document."""


EVENT_TEXT_FIELDS = ("agent", "session")
"""What an event of a memory's history says beside its values."""


MAX_CACHED_LENGTH, MAX_CACHED_TEXTS = 64, 5_000
"""Texts of at most so many letters (names, tags, types) recur from memory to memory; so many of them are remembered."""


class SecretMasker:
    """Covers the secrets of many memories, and knows what it has looked at before."""

    def __init__(self, prefilter: "Prefilter | None" = None) -> None:
        self._known: dict[str, MaskedText] = {}
        self._sieve = prefilter
        """What is known of every word, where so many texts come that it is worth it."""
        self._found: dict[str, int] = {}

    def __call__(self, fields: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
        """What is said of a memory without its secrets, and how many of each kind there were."""
        clean = fields.copy()
        found = self._found = {}
        cover = self._cover
        for name in TEXT_FIELDS:
            value = fields.get(name)
            if value is not None and isinstance(value, str):
                clean[name] = cover(value)
        if isinstance(fields.get("value"), str):
            clean["value"] = _cover_named_value(str(fields.get("attribute") or ""), fields["value"], cover)
        for name in DOCUMENT_FIELDS:
            if fields.get(name) is not None:
                clean[name] = _cover_document(fields[name], cover)
        if isinstance(fields.get("tags"), dict):
            clean["tags"] = {cover(key): _cover_named_value(key, value, cover) for key, value in fields["tags"].items()}
        if fields.get("events"):
            clean["events"] = [_cover_event(event, cover) for event in fields["events"]]
        return clean, found

    def _cover(self, text: str) -> str:
        covered = self._known.get(text)
        if covered is None:
            covered = self._mask_uncached(text)
            if len(text) <= MAX_CACHED_LENGTH:
                if len(self._known) >= MAX_CACHED_TEXTS:
                    self._known.clear()
                self._known[text] = covered
        for kind, count in covered.found:
            self._found[kind] = self._found.get(kind, 0) + count
        return covered.text

    def _mask_uncached(self, text: str) -> MaskedText:
        if self._sieve is None or not self._sieve.knows(text):
            return mask(text)
        if self._sieve.has_no_secret(text):
            return MaskedText(text=text)
        from recall_cli.rules.secrets.detection import mask_secrets

        covered, found = mask_secrets(text)  # the first sieve would hardly ever know better
        return MaskedText(text=covered, found=found)


def mask_fields(fields: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
    """What is said of a memory without its secrets, and how many of each kind there were."""
    return SecretMasker()(fields) if may_hold_secret("\n".join(_all_texts(fields))) else (dict(fields), {})


def _all_texts(fields: "dict[str, Any]") -> "Iterator[str]":
    """Every text in which a secret could stand, in the forms in which `masked` looks at it."""
    for name in TEXT_FIELDS:
        if isinstance(fields.get(name), str):
            yield fields[name]
    if isinstance(fields.get("value"), str):
        yield f"{fields.get('attribute') or ''}: {fields['value']}"
    for name in (*DOCUMENT_FIELDS, "tags"):
        if fields.get(name) is not None:
            yield from _document_texts(fields[name], "")
    for event in fields.get("events") or ():
        yield from _document_texts({name: event[name] for name in EVENT_TEXT_FIELDS if event.get(name)}, "")
        for side in ("before", "after"):
            values = event.get(side) or {}
            yield from _document_texts({name.removeprefix("tags."): value for name, value in values.items()}, "")


def _document_texts(value: "Any", name: str) -> "Iterator[str]":
    if isinstance(value, str):
        yield f"{name}: {value}" if name else value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _document_texts(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _document_texts(part, name)


def _cover_named_value(name: str, value: str, cover: "Any") -> str:
    """A value by itself, then as its name and it read together: `password` and `hunter2` apart would say nothing."""
    value = cover(value)
    lead = f"{name}: "
    together: str = cover(lead + value)
    return together[len(lead) :] if together.startswith(lead) else together


def _cover_event(event: "dict[str, Any]", cover: "Any") -> "dict[str, Any]":
    """An event of a memory's history without secrets."""
    clean = dict(event)
    for name in EVENT_TEXT_FIELDS:
        if event.get(name):
            clean[name] = cover(event[name])
    for side in ("before", "after"):
        if event.get(side):
            clean[side] = {
                cover(name) if name.startswith("tags.") else name: _cover_document(
                    value, cover, name.removeprefix("tags.")
                )
                for name, value in event[side].items()
            }
    return clean


def _cover_document(value: "Any", cover: "Any", name: str = "") -> "Any":
    """A document with every text in it covered, each read together with its name."""
    if isinstance(value, str):
        return _cover_named_value(name, value, cover) if name else cover(value)
    if isinstance(value, dict):
        return {cover(key): _cover_document(part, cover, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_cover_document(part, cover, name) for part in value]
    return value


def reject_secret_name(name: str, what: str) -> str:
    """A name that is written down as it is, or an error: masked, two of them could become one."""
    from recall_cli.domain.errors import UsageError

    if mask(name).found:
        raise UsageError(f"{what} looks like a secret, and names are kept in plain", "choose another")
    return name


def mask_text(text: str) -> str:
    """A text without its secrets."""
    return mask(text).text
