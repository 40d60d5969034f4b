"""Read the lines of an import before any lock is taken: check, mask, judge and embed them."""

from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.engines.tables.memory_row import NewMemory, tags_json
from recall_cli.flows.transfer.home_paths import HomePaths
from recall_cli.flows.write.masking import SecretMasker, count_masked
from recall_cli.rules.beliefs import trust
from recall_cli.rules.injection import TEXT_COLUMNS, combined_text, injection_reason, order_prefilter
from recall_cli.rules.injection.markup import markup_reason
from recall_cli.rules.text import event_json, normalize
from recall_cli.rules.text.memory_json import EXTRA_LINE_FIELDS, BadLine, check_json_depth, read_memory_line
from recall_cli.rules.text.prefilter import Prefilter, injection_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Line = tuple[int, bytes | dict[str, object]]
    ReadLine = tuple[int, dict[str, Any]]
    """The number of a line and the fields of a MemoryLine. Plain values, since workers send them through a pipe."""
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
    source: str
    trust: str
    classification: str
    tags: "dict[str, str]"
    anchors: object
    metadata: object
    type: str
    project: "str | None"
    """NO_PROJECT if the line names none; None if it does not speak of one, and belongs where the import says."""
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
    """The history of the memory, as `event_json.read_events` reads it."""
    more: "dict[str, object]" = {}
    """The fields of the line besides its memory and its history: EXTRA_LINE_FIELDS."""

    def __init__(self, values: "dict[str, Any]") -> None:
        self.__dict__ = values

    @property
    def is_live(self) -> bool:
        """Is the memory believed now: not held, superseded or deleted?"""
        return self.held is None and self.superseded_at is None and self.deleted_at is None

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
    """Reads many lines, with a cache of the words and texts that recur."""

    def __init__(
        self, now: int, channel: str, max_bytes: int, embed: "Callable[[list[str]], list[bytes]] | None" = None
    ) -> None:
        self.arguments = now, channel, max_bytes
        """The arguments of a reader in a worker."""
        self._now, self._channel, self._max_bytes = self.arguments
        self._embed = embed
        """None in a dry run, where nothing is embedded."""
        self._prefilter = Prefilter()
        self._mask = SecretMasker(self._prefilter)
        self._lengthen_line = HomePaths().lengthen_line

    def think(self, lines: "list[Line]") -> "tuple[list[ReadLine], LineFaults, dict[str, int]]":
        """The memories of some lines with their numbers, the faults of other lines, and counts of masked secrets."""
        reads: list[ReadLine] = []
        faults: LineFaults = []
        redacted: dict[str, int] = {}
        for number, content in lines:
            try:
                values = self._parse(content)
                read = read_memory_line(values, self._now)
                if "events" in values:
                    read["events"] = event_json.read_events(values["events"], MAX_OPERATION_NUMBER)
                read, masked = self._mask(read)
                more = {name: values[name] for name in EXTRA_LINE_FIELDS if name in values}
                if more:
                    read["more"] = more
                count_masked(redacted, masked.items())
                line = MemoryLine(read)
                self._check(line)
                read.update(imported_columns(line))
                reads.append((number, read))
            except BadLine as error:
                faults.append((number, error.message))
            except UnicodeDecodeError:
                faults.append((number, "not UTF-8 text"))
            except RecursionError:
                faults.append((number, "nested too deeply"))
            except ValueError as error:
                faults.append((number, f"not JSON ({str(error)[:1].lower()}{str(error)[1:]})"))
        if self._embed is not None and reads:
            for (_, read), vector in zip(reads, self._embed([read["text"] for _, read in reads]), strict=True):
                read["vector"] = vector
        return reads, faults, redacted

    def _parse(self, content: "bytes | dict[str, object]") -> "Any":
        """The JSON value of a line, repaired and not too deep."""
        if isinstance(content, dict):
            check_json_depth(content)
            return normalize.repair_unicode_in_json(content)
        values = loads(content.decode("utf-8").lstrip("\ufeff"))
        if content.count(b"[") + content.count(b"{") > MAX_SHALLOW_BRACKETS:
            check_json_depth(values)
        if b"~" in content and isinstance(values, dict):
            values = self._lengthen_line(values)
        if b"\\u" in content:  # an escape can be half of a letter
            return normalize.repair_unicode_in_json(values)
        return values

    def _check(self, line: MemoryLine) -> None:
        """BadLine if the text is too long; sets the trust of the line, and the reason if it has to be held."""
        size = len(line.text.encode("utf-8", "surrogatepass"))
        if size > self._max_bytes:
            raise BadLine(f"the text has {size:,} bytes, and a memory at most {self._max_bytes:,}")
        recorded, line.trust = line.trust, trust.trust_of_import(self._channel, line.trust)
        # what a client reported as the user's words is not trusted as such
        if self._channel not in ("user", trust.TEAM_CHANNEL) and line.source == "user":
            line.trust = trust.lowest_trust("imported", line.trust)
        line.lowered = recorded == "user" != line.trust
        line.held = line.held or (self._hold_reason(line) if line.trust != "user" else None)

    def _hold_reason(self, line: MemoryLine) -> "str | None":
        """Why a line has to be held. The slower check runs only if words of one sentence can be part of an order."""
        prefilter = self._prefilter
        fields = vars(line)
        texts = [fields[name] for name in TEXT_COLUMNS if fields[name]]
        if line.tags:
            texts += [f"{key} {value}" for key, value in line.tags.items()]
        event_texts = event_json.event_texts(fields.get("events", []))
        if event_texts and (reason := injection_reason("\n.\n".join(event_texts))) is not None:
            return reason
        flags = 0
        for text in texts:
            flags |= prefilter.flags(text)
        if not order_prefilter.cannot_hold_order(injection_flags(flags)) and not all(
            order_prefilter.cannot_hold_order(injection_flags(sentence_flags))
            for text in texts
            for sentence_flags in prefilter.sentence_flags(text)
        ):
            return injection_reason(combined_text(fields))
        if order_prefilter.has_no_markup(injection_flags(flags)):
            return None
        return markup_reason(combined_text(fields).lower())


def imported_columns(line: MemoryLine) -> "dict[str, object]":
    """The columns of a row that follow from other fields of a line."""
    return {
        "classification": CLASSIFICATIONS.index(line.classification),
        "tags": tags_json(line.tags),
        "anchors": None if line.anchors is None else dumps_utf8(line.anchors),
        "metadata": None if line.metadata is None else dumps_utf8(line.metadata),
        "hash": normalize.content_hash(line.text),
        "fact": normalize.fact_key(line.entity, line.attribute),
    }
