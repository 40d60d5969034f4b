"""Read the lines of an import before any lock is taken: check, mask, judge and embed them."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.engines.tables.column_changes import tags_json
from recall_cli.engines.tables.memories import NewMemory
from recall_cli.flows.write.masking import SecretMasker
from recall_cli.rules.beliefs import trust
from recall_cli.rules.injection import TEXT_COLUMNS, check_injection, combined_text, order_prefilter
from recall_cli.rules.injection.markup import markup_reason
from recall_cli.rules.text import event_json, normalize
from recall_cli.rules.text.memory_json import EXTRA_LINE_FIELDS, BadLine, check_json_depth, read_memory_line
from recall_cli.rules.text.prefilter import Prefilter, injection_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Line = tuple[int, bytes | dict[str, Any]]
    ReadLine = tuple[int, dict[str, Any]]
    LineFaults = list[tuple[int, str]]


MAX_OPERATION_NUMBER = 2**40
"""No operation of another store has a higher number."""
MAX_SHALLOW_BRACKETS = 60
"""A line with no more brackets than this cannot be nested too deeply."""


class MemoryLine:
    """A line of an import: a memory as its file describes it, in the terms of the table.

    It takes over the values that were read, without a copy: there may be very many lines.
    """

    id: "str | None"
    text: str
    type: str
    project: "str | None"
    entity: "str | None"
    attribute: "str | None"
    value: "str | None"
    hash: int
    fact: "str | None"
    created_at: int
    updated_at: int
    valid_until: "int | None"
    superseded_by: "str | None"
    superseded_at: "int | None"
    deleted_at: "int | None"
    held: "str | None"
    contested: bool
    lowered: bool = False
    """Does it claim to be the user's own word, and is trusted less?"""
    events: "list[dict[str, Any]]" = []
    """The history of the memory."""
    more: "dict[str, Any]" = {}
    """What the line says beside its memory: links, settlements, vectors."""

    def __init__(self, values: "dict[str, Any]") -> None:
        self.__dict__ = values

    def take_events(self) -> "list[event_json.ImportedEvent]":
        """The history, which is removed from the line."""
        return [event_json.ImportedEvent(**event) for event in self.__dict__.pop("events", ())]

    def as_row(self, *, project: "int | None", grams: "str | None", op: int) -> NewMemory:
        """The row of a new memory. It takes over the values; relations and history are no part of it."""
        row = self.__dict__
        row.pop("more", None)
        row.pop("lowered", None)
        row.update({"project": project, "grams": grams, "born": op})
        return NewMemory(row)


class LineReader:
    """Reads many lines, with a cache of what it learned from those before."""

    def __init__(
        self, now: int, channel: str, max_bytes: int, embed: "Callable[[list[str]], list[bytes]] | None" = None
    ) -> None:
        self._now, self._channel, self._most = self.terms = now, channel, max_bytes
        self._embed = embed
        """None in a dry run, where nothing is embedded."""
        self._prefilter = Prefilter()
        self._mask = SecretMasker(self._prefilter)

    def think(self, lines: "list[Line]") -> "tuple[list[ReadLine], LineFaults, dict[str, int]]":
        """The memories of some lines with their numbers, the faults of other lines, and counts of masked secrets."""
        kept: list[ReadLine] = []
        faults: LineFaults = []
        redacted: dict[str, int] = {}
        for number, given in lines:
            try:
                values = self._values(given)
                read = read_memory_line(values, self._now)
                if "events" in values:
                    read["events"] = event_json.read_events(values["events"], MAX_OPERATION_NUMBER)
                read, found = self._mask(read)
                more = {name: values[name] for name in EXTRA_LINE_FIELDS if name in values}
                if more:
                    read["more"] = more
                for kind, count in found.items():
                    redacted[kind] = redacted.get(kind, 0) + count
                self._check(read)
                read.update(imported_columns(read))
                kept.append((number, read))
            except BadLine as error:
                faults.append((number, error.message))
            except UnicodeDecodeError:
                faults.append((number, "not UTF-8 text"))
            except RecursionError:
                faults.append((number, "nested too deeply"))
            except ValueError as error:
                faults.append((number, f"not JSON ({str(error)[:1].lower()}{str(error)[1:]})"))
        if self._embed is not None and kept:
            for (_, read), vector in zip(kept, self._embed([read["text"] for _, read in kept]), strict=True):
                read["vector"] = vector
        return kept, faults, redacted

    def _values(self, given: "bytes | dict[str, Any]") -> "Any":
        if isinstance(given, dict):
            check_json_depth(given)
            return normalize.repair_unicode_in_json(given)
        values = loads(given.decode("utf-8").lstrip("\ufeff"))
        if given.count(b"[") + given.count(b"{") > MAX_SHALLOW_BRACKETS:
            check_json_depth(values)
        return (
            normalize.repair_unicode_in_json(values) if b"\\u" in given else values
        )  # an escape can be half of a letter

    def _check(self, read: "dict[str, Any]") -> None:
        """BadLine if the text is too long; sets how far the line is trusted, and whether it has to be held."""
        size = len(read["text"].encode("utf-8", "surrogatepass"))
        if size > self._most:
            raise BadLine(f"the text has {size:,} bytes, and a memory at most {self._most:,}")
        recorded, read["trust"] = read["trust"], trust.trust_of_import(self._channel, read["trust"])
        # what a client reported as the user's words is not trusted as such
        if self._channel != "user" and read["source"] == "user":
            read["trust"] = trust.lowest_trust("imported", read["trust"])
        read["lowered"] = recorded == "user" != read["trust"]
        read["held"] = read["held"] or (self._hold_reason(read) if read["trust"] != "user" else None)

    def _hold_reason(self, read: "dict[str, Any]") -> "str | None":
        """Why a line has to be held. The slower check runs only if words of one sentence can be part of an order."""
        prefilter = self._prefilter
        texts = [read[name] for name in TEXT_COLUMNS if read[name]]
        if read["tags"]:
            texts += [f"{key} {value}" for key, value in read["tags"].items()]
        event_texts = event_json.event_texts(read.get("events", []))
        if event_texts and (reason := check_injection("\n.\n".join(event_texts)).held) is not None:
            return reason
        flags = 0
        for text in texts:
            flags |= prefilter.flags(text)
        if not order_prefilter.cannot_hold_order(injection_flags(flags)) and not all(
            order_prefilter.cannot_hold_order(injection_flags(found))
            for text in texts
            for found in prefilter.sentence_flags(text)
        ):
            return check_injection(combined_text(read)).held
        return (
            None
            if order_prefilter.has_no_markup(injection_flags(flags))
            else markup_reason(combined_text(read).lower())
        )


def imported_columns(record: "dict[str, Any]") -> "dict[str, Any]":
    """The columns of a row that follow from other fields of a line."""
    return {
        "classification": CLASSIFICATIONS.index(record["classification"]),
        "tags": tags_json(record["tags"]),
        "anchors": None if record["anchors"] is None else dumps_utf8(record["anchors"]),
        "metadata": None if record["metadata"] is None else dumps_utf8(record["metadata"]),
        "hash": normalize.content_hash(record["text"]),
        "fact": normalize.fact_key(record["entity"], record["attribute"]),
    }
