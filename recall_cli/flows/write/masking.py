"""Mask the secrets in all texts of a memory, before any of it is written anywhere."""

from recall_cli.rules.secrets import MaskedText, mask, may_hold_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from recall_cli.rules.text.prefilter import Prefilter

TEXT_FIELDS = tuple("text topic entity attribute qualifier agent session project span held extracted_by".split())
"""The fields that hold free text. The value of a fact and the tags are masked together with their names."""

DOCUMENT_FIELDS = ("anchors", "metadata")
"""The fields that hold a JSON document."""


EVENT_TEXT_FIELDS = ("agent", "session")
"""The text fields of an event of a memory's history, beside its values."""


MAX_CACHED_LENGTH, MAX_CACHED_TEXTS = 64, 5_000
"""Short texts (names, tags, types) recur: texts up to this length are cached, and at most this many of them."""


class SecretMasker:
    """Masks the secrets of many memories, with a cache of short texts."""

    def __init__(self, prefilter: "Prefilter | None" = None) -> None:
        self._cache: dict[str, MaskedText] = {}
        self._prefilter = prefilter
        """What is known about each word; worth its time only for very many texts."""
        self._counts: dict[str, int] = {}

    def __call__(self, fields: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
        """The fields of a memory without secrets, and how many of each kind were masked."""
        clean = fields.copy()
        counts = self._counts = {}
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
        return clean, counts

    def _cover(self, text: str) -> str:
        covered = self._cache.get(text)
        if covered is None:
            covered = self._mask_uncached(text)
            if len(text) <= MAX_CACHED_LENGTH:
                if len(self._cache) >= MAX_CACHED_TEXTS:
                    self._cache.clear()
                self._cache[text] = covered
        count_masked(self._counts, covered.found)
        return covered.text

    def _mask_uncached(self, text: str) -> MaskedText:
        if self._prefilter is None or not self._prefilter.knows(text):
            return mask(text)
        if self._prefilter.has_no_secret(text):
            return MaskedText(text=text)
        from recall_cli.rules.secrets.detection import mask_secrets

        covered, found = mask_secrets(text)  # the quick check of mask() would hardly ever say no here
        return MaskedText(text=covered, found=found)


def mask_fields(fields: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
    """The fields of a memory without secrets, and how many of each kind were masked."""
    return SecretMasker()(fields) if may_hold_secret("\n".join(_all_texts(fields))) else (dict(fields), {})


def add_counts(*redacted: "Iterable[tuple[str, int]]") -> "tuple[tuple[str, int], ...]":
    """Counts of masked secrets, added up."""
    total: dict[str, int] = {}
    for some in redacted:
        count_masked(total, some)
    return tuple(sorted(total.items()))


def count_masked(total: "dict[str, int]", more: "Iterable[tuple[str, int]]") -> None:
    """Add counts of masked secrets to the total of each kind."""
    for kind, count in more:
        total[kind] = total.get(kind, 0) + count


def masked_note(counts: "Iterable[tuple[str, int]]", where: str = "") -> str:
    """The note that says how many secrets of each kind were masked."""
    return f"masked{where}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts))


def _all_texts(fields: "dict[str, Any]") -> "Iterator[str]":
    """Every text in which a secret could stand, in the forms in which it is masked."""
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
    """A value, masked by itself and then together with its name: apart, `password` and `hunter2` look harmless."""
    value = cover(value)
    lead = f"{name}: "
    together: str = cover(lead + value)
    return together[len(lead) :] if together.startswith(lead) else together


def _cover_event(event: "dict[str, Any]", cover: "Any") -> "dict[str, Any]":
    """An event of a memory's history, masked."""
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
    """A JSON document with every text masked, together with its name."""
    if isinstance(value, str):
        return _cover_named_value(name, value, cover) if name else cover(value)
    if isinstance(value, dict):
        return {cover(key): _cover_document(part, cover, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_cover_document(part, cover, name) for part in value]
    return value
