"""Memories as columns: one list for each field, with a value for each memory.

A field that most memories do not have is sparse: the places that have a value, and the values. Words that recur, such
as types, are numbers that name an entry of a list.
"""

from recall_cli.domain.json_text import loads
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.rules.beliefs.authorship import author_for_person, operation_source
from recall_cli.rules.secrets import mask_text
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.write.masking import SecretMasker

WORD_FIELDS = ("type", "trust", "author", "project")
"""Fields that are numbers of an entry in a list of words; -1 for none."""
PLAIN_FIELDS = ("n", "id", "text", "created", "born", "importance", "confidence", "usefulness")
SPARSE_FIELDS = tuple(
    """topic entity attribute value qualifier tags session agent fact ended ended_by reason deleted from until held
    pinned uses used seen helpful unhelpful shown anchors stale classification""".split()
)
CHANGE_FIELDS = ("memory", "op", "at", "kind", "author", "undone", "before", "after")
SHOWN_COLUMNS = {
    "text": "text", "type": "type", "topic": "topic", "project": "project", "importance": "importance",
    "confidence": "confidence", "trust": "trust", "entity": "entity", "attribute": "attribute", "value": "value",
    "qualifier": "qualifier", "valid_from": "from", "valid_until": "until", "superseded_by": "ended_by",
    "superseded_at": "ended", "deleted_at": "deleted", "held": "held", "pinned": "pinned", "helpful": "helpful",
    "unhelpful": "unhelpful", "seen_count": "seen", "classification": "classification",
}  # fmt: skip
"""The columns of a memory's history that the page shows, with their names there."""
MAX_REASONS = 2_000
"""For so many ended memories, the newest, the reason is found again from both texts."""


class Words:
    """A list of different words, each with its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, word: "str | None") -> int:
        """The number of a word; -1 for none."""
        return -1 if word is None else self.numbers.setdefault(word, len(self.numbers))


class MemoryColumns:
    """Collects memories with their histories, page by page."""

    def __init__(self, tx: "Transaction", masker: "SecretMasker", *, held: bool) -> None:
        self._tx, self._mask, self._held = tx, masker, held
        self._words = {name: Words() for name in (*WORD_FIELDS, "kind")}
        self._plain: dict[str, list[Any]] = {name: [] for name in (*PLAIN_FIELDS, *WORD_FIELDS)}
        self._sparse: dict[str, tuple[list[int], list[Any]]] = {name: ([], []) for name in SPARSE_FIELDS}
        self._changes: dict[str, list[Any]] = {name: [] for name in CHANGE_FIELDS}
        self._project_names = {project.n: project.name for project in tx.projects.all()}
        self._stale: dict[int, str] = {}
        """How the code has changed that memories of the present page are anchored to, by row number."""
        self._ended: list[tuple[int, Memory, str]] = []
        """Each ended memory: its place, itself, the kind of operation that ended it."""

    def add(self, page: "list[Memory]") -> None:
        """Add some memories."""
        if not page:
            return
        from recall_cli.flows.brief.anchors import code_states
        from recall_cli.flows.edit.review import hide_held_words

        self._stale = {
            number: "; ".join(status.description for status in statuses if status.stale)
            for number, statuses in code_states(self._tx, page).items()
        }
        numbers = [memory.n for memory in page]
        histories = self._tx.imports.histories(numbers)
        shown = self._tx.shown_memories.times(numbers)
        for memory in page:
            events = tuple(histories.get(memory.n, ()))
            self._add_memory(memory, events if self._held else hide_held_words(events), shown.get(memory.n))

    def _add_memory(self, memory: "Memory", events: "tuple[Event, ...]", shown: "tuple[int, int] | None") -> None:
        place = len(self._plain["n"])
        changes = [event for event in events if event.after]
        clean = self._mask_fields(memory, changes)
        born = next((event.op for event in events if not event.after), 0)
        plain = {
            "n": memory.n,
            "id": memory.id,
            "text": clean["text"],
            "created": memory.created_at,
            "born": born,
            "importance": memory.importance,
            "confidence": memory.confidence,
            "usefulness": memory.usefulness,
        }
        for name, value in plain.items():
            self._plain[name].append(value)
        author = author_for_person(memory.trust, clean["agent"], memory.source)
        words = {"type": memory.type, "trust": memory.trust, "author": author, "project": clean["project"]}
        for name, word in words.items():
            self._plain[name].append(self._words[name].number(word))
        for name, value in self._sparse_values(memory, clean, shown).items():
            if value is not None:
                self._sparse[name][0].append(place)
                self._sparse[name][1].append(value)
        for event, masked in zip(changes, clean["events"], strict=True):
            self._add_change(place, event, masked)
        if memory.superseded_by is not None:
            kinds = [event.kind for event in changes if event.after.get("superseded_by") is not None]
            self._ended.append((place, memory, kinds[-1] if kinds else ""))

    def _mask_fields(self, memory: "Memory", changes: "list[Event]") -> "dict[str, Any]":
        """The fields of a memory and of its changes without secrets."""
        fields = memory.fields()
        fields["tags"] = loads(memory.tags) if memory.tags else None
        fields["anchors"] = loads(memory.anchors) if memory.anchors else None
        fields["metadata"] = None
        fields["events"] = [
            {"agent": event.agent, "before": _shown_columns(event.before), "after": _shown_columns(event.after)}
            for event in changes
        ]
        return self._mask(fields)[0]

    def _sparse_values(
        self, memory: "Memory", clean: "dict[str, Any]", shown: "tuple[int, int] | None"
    ) -> "dict[str, Any]":
        same = {
            name: clean[name] for name in ("topic", "entity", "attribute", "value", "qualifier", "session", "agent")
        }
        return {
            **same,
            "tags": clean["tags"] or None,
            "fact": normalize.fact_key(memory.entity, memory.attribute),
            "ended": memory.superseded_at,
            "ended_by": memory.superseded_by,
            "deleted": memory.deleted_at,
            "from": memory.valid_from,
            "until": memory.valid_until,
            "held": clean["held"],
            "pinned": 1 if memory.pinned else None,
            "uses": memory.access_count or None,
            "used": memory.accessed_at,
            "seen": [memory.seen_count, memory.seen_at] if memory.seen_at is not None else None,
            "helpful": memory.helpful or None,
            "unhelpful": memory.unhelpful or None,
            "shown": shown,
            "anchors": clean["anchors"] or None,
            "stale": mask_text(self._stale[memory.n]) if self._stale.get(memory.n) else None,
            "classification": memory.classification if memory.classification != CLASSIFICATIONS[1] else None,
        }

    def _add_change(self, place: int, event: "Event", masked: "dict[str, Any]") -> None:
        """Add a change of a memory, if it changed anything that the page shows."""
        before, after = self._page_values(masked["before"]), self._page_values(masked["after"])
        if not after:
            return
        author = author_for_person(event.trust, masked["agent"], operation_source(event.session))
        values = (
            place,
            event.op,
            event.at,
            self._words["kind"].number(event.kind),
            self._words["author"].number(author),
            event.undone_by,
            before,
            after,
        )
        for name, value in zip(CHANGE_FIELDS, values, strict=True):
            self._changes[name].append(value)

    def _page_values(self, values: "dict[str, Any]") -> "dict[str, Any]":
        """Values of a change with the names, and the words, of the page."""
        named: dict[str, Any] = {}
        for column, value in values.items():
            name = SHOWN_COLUMNS.get(column, column)
            if value is not None and name in ("type", "trust"):
                value = self._words[name].number(str(value))
            elif name == "project":
                value = -1 if value is None else self._words[name].number(self._project_names.get(value))
            elif value is not None and name == "classification":
                value = CLASSIFICATIONS[value]
            elif value is not None and name == "ended_by":
                value = {"n": value}
            named[name] = value
        return named

    @property
    def numbers(self) -> "set[int]":
        """The row numbers of all memories."""
        return set(self._plain["n"])

    def document(self) -> "dict[str, Any]":
        """All columns, as JSON."""
        self._explain_endings()
        return {
            "words": {name: list(words.numbers) for name, words in self._words.items()},
            "memories": self._plain,
            "sparse": {name: list(pair) for name, pair in self._sparse.items() if pair[0]},
            "changes": self._changes,
        }

    def _explain_endings(self) -> None:
        """Find again why each memory was ended; of very many, only for the newest."""
        from recall_cli.flows.explain.evidence import explain_ending

        newest = sorted(self._ended, key=lambda ended: ended[1].superseded_at or 0)[-MAX_REASONS:]
        ids = {str(memory.superseded_by) for _, memory, _ in newest}
        successors = {id_: self._tx.memories.by_id(id_) for id_ in ids}
        reasons = self._sparse["reason"]
        for place, memory, kind in newest:
            successor = successors[str(memory.superseded_by)]
            if successor is not None and (self._held or successor.held is None):
                reasons[0].append(place)
                reasons[1].append(mask_text(explain_ending(kind, successor, memory)))


def _shown_columns(values: "dict[str, Any]") -> "dict[str, Any]":
    """Those values of a change that the page shows."""
    return {name: value for name, value in values.items() if name in SHOWN_COLUMNS or name.startswith("tags.")}
