"""Memories: rows in, records out, and every change remembered."""

from recall_cli.domain.ids import MIN_SHOWN_LENGTH, shorten_id, unique_length
from recall_cli.domain.json_text import dumps, dumps_utf8
from recall_cli.domain.memory import BOOLEAN_FIELDS, CLASSIFICATIONS, BriefCandidate, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.domain.draft import Draft
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Engine, Row, Unit

CHANGEABLE_COLUMNS = (
    "text", "type", "topic", "project", "importance", "confidence", "classification", "shared", "source", "trust",
    "entity", "attribute", "value", "qualifier", "tags", "updated_at", "usefulness", "helpful", "unhelpful",
    "seen_count", "seen_at", "valid_from", "valid_until", "superseded_by", "superseded_at", "deleted_at", "held",
    "pinned", "anchors", "metadata", "extracted_by", "hash", "fact", "grams",
)  # fmt: skip
"""The columns that an operation may change, in the order in which the statement `row` gives them."""
EMPTY_JSON_LIST = "[]"


class Memories:
    """The memory table within one transaction."""

    def __init__(self, tx: "Unit") -> None:
        self._tx = tx

    def add(self, draft: "Draft", *, id_: str, project: "int | None", op: int) -> int:
        """Store a draft as a new memory of an operation, under an id that is free; returns its row number."""
        columns = memory_columns(self._tx.engine, draft, id_=id_, project=project, op=op)
        rows = self._tx.run("memories", "add", **columns)
        assert rows, "a new id is free"
        number = int(rows[0][0])
        self._tx.record_input(op, f"{id_} {draft.text}")
        self._tx.text_changed(number, draft.text, draft.vector, new=True)
        if self._tx.batch_words is not None:
            self._tx.batch_words.add(number, columns)
        return number

    def add_many(self, many: "list[dict[str, Any]]") -> None:
        """Keep many new memories of one operation, none of whose ids is taken; the index takes all of them at once."""
        from recall_cli.engines.tables.index_pieces import index_new_memories

        last = self._one("last", {})
        self._tx.engine.without_index_triggers(lambda: self._tx.run_many("memories", "add_new", many))
        index_new_memories(self._tx, last)
        numbers = [row[0] for row in self._tx.run("memories", "new", after=last)]
        for columns in many:
            self._tx.record_input(columns["born"], f"{columns['id']} {columns['text']}")
        self._tx.rows_imported(numbers, many)

    def existing_ids(self, ids: "list[str]") -> "dict[str, bool]":
        """Which of these ids are here already: True where it is this user's memory."""
        return {str(row[0]): bool(row[1]) for row in self._tx.run("memories", "known", ids=dumps(ids))}

    def with_same_text(self, hash_: int, project: "int | None") -> "list[Memory]":
        """Memories of this project whose words have this hash."""
        rows = self._tx.run("memories", "same_text", hash=hash_, project=project)
        return self.by_number([row[0] for row in rows]) if rows else []

    def existing_hashes(self, hashes: "list[int]") -> "set[int]":
        """Which of these are hashes of words that are here."""
        return {row[0] for row in self._tx.run("memories", "hashes_here", hashes=dumps(hashes))}

    def by_id(self, id_: str) -> "Memory | None":
        found = self._all("by_id", id=id_)
        return found[0] if found else None

    def by_number(self, numbers: "list[int]") -> "list[Memory]":
        """The memories of these row numbers, in the order asked."""
        if not numbers:
            return []
        place = {number: at for at, number in enumerate(numbers)}
        return sorted(self._all("by_number", numbers=dumps(numbers)), key=lambda memory: place[memory.n])

    def visible_numbers(self, numbers: "list[int]") -> "set[int]":
        """Those of these row numbers that this view shows, whatever the state of the memory."""
        return {row[0] for row in self._tx.run("memories", "seen", numbers=dumps(numbers))}

    def count_visible(self) -> int:
        """How many this view shows, whatever their state."""
        return int(self._tx.run("memories", "seen_count")[0][0])

    def written_here(self, numbers: "list[int]") -> "list[Memory]":
        """Memories that this transaction has written or changed, also where its view would not show them."""
        place = {number: at for at, number in enumerate(numbers)}
        rows = self._tx.run_unrestricted("memories", "by_number", numbers=dumps(numbers))
        return sorted(memories_from_rows(self._tx, rows), key=lambda memory: place[memory.n])

    def by_prefix(self, prefix: str) -> "list[tuple[int, str, bool]]":
        """The few ids that begin so, with their row numbers and whether they are deleted."""
        rows = self._tx.run("memories", "by_prefix", low=prefix, high=prefix + "~")
        return [(row[0], row[1], row[2] is not None) for row in rows]

    def newest_with_prefix(self, prefix: str, letters: int) -> "list[tuple[str, str]]":
        """The newest ids that begin so, each with the first letters of its text."""
        rows = self._tx.run("memories", "starting", low=prefix, high=prefix + "~", letters=letters)
        return [(row[0], row[1]) for row in rows]

    def short_id_length(self, ids: "list[str]") -> int:
        """How many characters of these ids tell each from every other of the store (8 at least)."""
        if not ids:
            return MIN_SHOWN_LENGTH
        rows = self._tx.run("memories", "neighbours", ids=dumps(ids))
        return unique_length(ids, [(row[0], row[1]) for row in rows])

    def short_ids(self, ids: "list[str]") -> "dict[str, str]":
        """Each of these ids in a short form that stands for no other memory of the store."""
        rows = self._tx.run("memories", "neighbours", ids=dumps(ids)) if ids else []
        return {id_: shorten_id(id_, (row[0], row[1])) for id_, row in zip(ids, rows, strict=True)}

    def short_id(self, id_: str) -> str:
        """One id in that form."""
        return self.short_ids([id_])[id_]

    def newest(self, wanted: "Filters", limit: int, offset: int, without: str = EMPTY_JSON_LIST) -> "list[Memory]":
        """The newest that match."""
        name = "list" if wanted.is_current_only else "list_any"
        return self._all(name, limit=limit, offset=offset, **wanted.sql_parameters, **{"except": without})

    def lasting_by_type(
        self, limits: "dict[str, int]", project: "int | None", min_confidence: float
    ) -> "dict[str, list[BriefCandidate]]":
        """The most important of each lasting type in one project, or in none, as far as a brief weighs them."""
        values = {"project": project, "min_confidence": min_confidence}
        many = [{**values, "type": type_, "limit": limit} for type_, limit in limits.items()]
        found: dict[str, list[BriefCandidate]] = {type_: [] for type_ in limits}
        for one in weighed_from_rows(self._tx, self._tx.run_many("memories", "standing", many)):
            found[one.type].append(one)
        return found

    def stated_by_user(self, project: "int | None", min_confidence: float, limit: int) -> "list[BriefCandidate]":
        """The most important of what the user said in one project, or in none, as far as a brief weighs it."""
        values = {"project": project, "min_confidence": min_confidence, "limit": limit}
        return weighed_from_rows(self._tx, self._tx.run("memories", "own", **values))

    def anchored(self, project: "int | None", limit: int) -> "list[tuple[int, str]]":
        """The newest that are anchored to files of one project: row numbers and anchors."""
        return [(row[0], row[1]) for row in self._tx.run("memories", "anchored", project=project, limit=limit)]

    def pinned_matching(self, wanted: "Filters", limit: int) -> "list[int]":
        """What the user pinned and the filters pass; most stores have no pin, and are asked no more than that."""
        if not self._tx.run("memories", "any_pinned"):
            return []
        rows = self._tx.run("memories", "pinned_that_fit", limit=limit, **wanted.sql_parameters)
        return [row[0] for row in rows]

    def recent(self, project: "int | None", min_confidence: float, limit: int) -> "list[BriefCandidate]":
        """The newest of one project and of none, as far as a brief weighs them."""
        values = {"project": project, "min_confidence": min_confidence, "limit": limit}
        return weighed_from_rows(self._tx, self._tx.run("memories", "recent", **values))

    def pinned(self, project: "int | None", limit: int) -> "list[BriefCandidate]":
        """What is pinned in one project and in none, the user's own pins first, as far as a brief weighs it."""
        rows = self._tx.run("memories", "pinned", project=project, limit=limit)
        if len(rows) == limit:  # there may be more; who pinned them is a question that is not asked for nothing
            rows = self._tx.run("memories", "pinned_first", project=project, limit=limit)
        return weighed_from_rows(self._tx, rows)

    def pinned_by_user(self, numbers: "list[int]") -> "set[int]":
        """Which of these its user pinned himself."""
        if not numbers:
            return set()
        return {row[0] for row in self._tx.run("memories", "pinned_by_user", numbers=dumps(numbers))}

    def from_session(self, session: str) -> "list[Memory]":
        """What is believed of what a session stored."""
        return self._all("of_session", session=session)

    def count_of_session(self, session: str) -> int:
        """How many were read out of what was said in a session."""
        return int(self._tx.run("memories", "count_of_session", session=session)[0][0])

    def count(self, wanted: "Filters", without: str = EMPTY_JSON_LIST) -> int:
        """How many match; without other filters than the project, counted in the index alone."""
        values: dict[str, Any] = {**wanted.sql_parameters, "except": without}
        if not (wanted.is_current_only and wanted.open and self._tx.view.whole):
            return int(self._one("count" if wanted.is_current_only else "count_any", values))
        live = self._one("count_live" if wanted.projects is None else "count_live_in", values)
        return int(live) - int(self._one("count_unseasonable", values))

    def iterate(self, wanted: "Filters", without: str = EMPTY_JSON_LIST, page: int = 1000) -> "Iterator[Memory]":
        """Every memory that matches in the order it was kept, read a page at a time."""
        after = 0
        while True:
            found = self._all("all_after", after=after, limit=page, **wanted.sql_parameters, **{"except": without})
            yield from found
            if len(found) < page:
                return
            after = found[-1].n

    def changeable_columns(self, number: int) -> "dict[str, Any]":
        """The changeable columns of one memory as they stand."""
        return dict(zip(CHANGEABLE_COLUMNS, self._tx.run("memories", "row", n=number)[0], strict=True))

    def change(self, op: int, number: int, columns: "dict[str, Any]") -> "dict[str, Any]":
        """Set columns of one memory as part of an operation; what really changed is remembered and returned."""
        from recall_cli.engines.tables.column_changes import column_difference

        row = self.changeable_columns(number)
        before, after = column_difference(row, columns)
        if after:
            from recall_cli.engines.tables.operations import Operations

            Operations(self._tx).record_change(op, number, before, after)
            self._tx.run("memories", "rewrite", n=number, **{**row, **columns})
            if "text" in after:
                self._tx.text_changed(number, columns["text"])
            if self._tx.batch_words is not None:
                self._tx.batch_words.columns_changed(after)
        return after

    def supersede(self, number: int, by: str) -> None:
        """Restore who took a memory's place (an import keeps its chains)."""
        self._tx.run("memories", "supersede", n=number, by=by)

    def predecessors(self, number: int) -> "list[Memory]":
        """The memories whose place this one took."""
        return self._all("ended_by", n=number)

    def with_fact(self, fact: str, projects: "tuple[int, ...] | None") -> "list[Memory]":
        """Everything ever held of one entity and attribute, oldest first."""
        return self._all("of_fact", fact=fact, projects=None if projects is None else dumps(list(projects)))

    def rivals(self, fact: str, project: "int | None", *, coming: bool = False) -> "list[Memory]":
        """What is believed of one fact in one project; with `coming` also what is said of it for a time to come."""
        return self._all("not_over" if coming else "rivals", fact=fact, project=project)

    def with_value(self, first: str, last: str, value: str, project: "int | None") -> "list[Memory]":
        """What is believed, between two keys of facts, to have one value."""
        return self._all("valued", first=first, last=last, value=value, project=project)

    def other_values(self, number: int, wanted: "Filters") -> "list[Memory]":
        """What else is believed of the fact of one memory, as far as the filters pass it."""
        return self._all("sides", n=number, **wanted.sql_parameters)

    def superseded_with_fact(self, fact: str, project: "int | None") -> "list[Memory]":
        """What was believed of one fact in one project before, oldest first."""
        return self._all("superseded_of", fact=fact, project=project)

    def count_value_changes(self, fact: str, project: "int | None", since: int) -> int:
        """How often this fact changed since then."""
        return int(self._one("flips", {"fact": fact, "project": project, "since": since}))

    def held_for_review(self, project: "int | None") -> "list[Memory]":
        """What waits for a person's word, oldest first."""
        return self._all("held", project=project)

    def stored_between(self, since: int, until: int, wanted: "Filters") -> "list[Memory]":
        """What was first stored in a span of time."""
        return self._all("born_between", **{**wanted.sql_parameters, "since": since, "until": until})

    def touch(self, numbers: "list[int]") -> None:
        """Count an access to each."""
        self._tx.run("memories", "touch", numbers=dumps(numbers))

    def count_by_group(self) -> "list[Row]":
        """Counts by type, project, trust and state, with the first and last time of each."""
        return self._tx.run("memories", "tally")

    def count_per_day(self, since: int) -> "dict[int, int]":
        """How many were stored on each day since then."""
        return {row[0]: row[1] for row in self._tx.run("memories", "per_day", since=since)}

    def _all(self, name: str, **values: "Any") -> "list[Memory]":
        return memories_from_rows(self._tx, self._tx.run("memories", name, **values))

    def _one(self, name: str, values: "dict[str, Any]") -> "Any":
        return self._tx.run("memories", name, **values)[0][0]


def memory_columns(engine: "Engine", draft: "Draft", *, id_: str, project: "int | None", op: int) -> "dict[str, Any]":
    """The row of a draft: the columns of a new memory, by name."""
    from recall_cli.engines.tables.column_changes import tags_json

    return {
        **draft.fields(),
        "id": id_,
        "project": project,
        "classification": CLASSIFICATIONS.index(draft.classification),
        "tags": tags_json(draft.tags),
        "anchors": None if draft.anchors is None else dumps_utf8(draft.anchors),
        "metadata": None if draft.metadata is None else dumps_utf8(draft.metadata),
        "grams": engine.grams(draft.text),
        "born": op,
    }


def memories_from_rows(tx: "Unit", rows: "list[Row]") -> "list[Memory]":
    """Rows of the fragment `memory`: each ends with the key of its claim.

    Few claims are contested, so that is asked once, and only where there is a claim: the same question inside every
    statement doubled what it took to prepare it.
    """
    contested = _contested_claims(tx, rows)
    return [_memory_from_row(row, contested) for row in rows]


def weighed_from_rows(tx: "Unit", rows: "list[Row]") -> "list[BriefCandidate]":
    """Rows of the fragment `weighed`."""
    contested = _contested_claims(tx, rows)
    return [BriefCandidate(*(*row[:-1], row[-1] in contested)) for row in rows]


def _memory_from_row(row: "Row", contested: "set[str]") -> Memory:
    values = dict(zip(Memory._fields, row, strict=True))
    values["classification"] = CLASSIFICATIONS[values["classification"]]
    values["contested"] = values["contested"] in contested
    for name in BOOLEAN_FIELDS:
        values[name] = bool(values[name])
    memory = Memory.__new__(Memory)
    memory.__dict__.update(values)  # every field, and no other: a new record need not check that of each row
    return memory


def _contested_claims(tx: "Unit", rows: "list[Row]") -> "set[str]":
    """Which of the claims that these rows end with are contested and not yet settled."""
    claims = {row[-1] for row in rows} - {None}
    if claims and tx.batch_words is not None and tx.as_of is None:
        return tx.batch_words.contested_claims(claims)
    then = {} if tx.as_of is None else {"as_of": tx.as_of}
    name = "among_then" if then else "among"
    return {row[0] for row in tx.run("contests", name, claims=dumps(list(claims)), **then)} if claims else set()
