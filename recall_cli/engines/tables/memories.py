"""The table of memories: drafts in, memories out, and every change recorded."""

from recall_cli.domain.ids import MIN_ENDING_LENGTH, ending_length, short_ids, unique_beginning
from recall_cli.domain.json_text import dumps
from recall_cli.domain.memory import BOOLEAN_FIELDS, CHANGEABLE_COLUMNS, CLASSIFICATIONS, BriefCandidate, Memory
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Columns, ColumnValue
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.engine import Row, SqlValue, Unit
    from recall_cli.engines.tables.memory_row import NewMemory

ROW_FIELDS = Memory._fields[: Memory._fields.index("maybe_replaced_by")]
"""The fields of a memory that stand in its row."""
EMPTY_JSON_LIST = "[]"
MAX_BULK_PIECES, MAX_PIECES = 8, 4
"""How many pieces of one size the word index may have, during a bulk insert and otherwise."""


class Memories(Table):
    """The memory table within one transaction."""

    def add(self, draft: "Draft", *, id_: str, project: "int | None", op: int) -> int:
        """Store a draft as a new memory of an operation, under an id that is free; returns its row number."""
        from recall_cli.engines.tables.memory_row import row_of_draft

        grams = self._tx.engine.grams(draft.text)
        new = row_of_draft(draft, grams=grams, id_=id_, project=project, op=op)
        rows = self._tx.run("memories", "add", **new.columns)
        assert rows, "a new id is free"
        number = int(rows[0][0])
        self._tx.record_input(op, f"{id_} {draft.text}")
        self._tx.text_changed(number, draft.text, draft.vector, new=True)
        if self._tx.batch_words is not None:
            self._tx.batch_words.add(number, new)
        return number

    def add_many(self, rows: "list[NewMemory]") -> None:
        """Store the rows of many new memories of one operation, whose ids are all free; they are indexed together."""
        last = self.last_number()
        columns = (new.columns for new in rows)
        self._tx.engine.without_index_triggers(lambda: self._tx.run_many("memories", "add_new", columns))
        index_new_memories(self._tx, last)
        numbers = [row[0] for row in self._tx.run("memories", "new", after=last)]
        for new in rows:
            self._tx.record_input(new.born, f"{new.id} {new.text}")
        self._tx.rows_imported(numbers, rows)

    def last_number(self) -> int:
        """The row number of the newest memory; 0 without memories."""
        return self._count("last", {})

    def existing_ids(self, ids: "list[str]") -> "dict[str, bool]":
        """The ids that the store has; True for a memory of this user."""
        return {str(row[0]): bool(row[1]) for row in self._tx.run("memories", "known", ids=dumps(ids))}

    def with_same_text(self, hash_: int, project: "int | None") -> "list[Memory]":
        """Memories of this project whose text has this hash."""
        rows = self._tx.run("memories", "same_text", hash=hash_, project=project)
        return self.by_number([row[0] for row in rows]) if rows else []

    def existing_hashes(self, hashes: "list[int]") -> "set[int]":
        """The hashes that texts in the store have."""
        return {row[0] for row in self._tx.run("memories", "hashes_here", hashes=dumps(hashes))}

    def by_id(self, id_: str) -> "Memory | None":
        memories = self._all("by_id", id=id_)
        return memories[0] if memories else None

    def by_number(self, numbers: "list[int]") -> "list[Memory]":
        """The memories of these row numbers, in the order asked."""
        if not numbers:
            return []
        place = {number: at for at, number in enumerate(numbers)}
        return sorted(self._all("by_number", numbers=dumps(numbers)), key=lambda memory: place[memory.n])

    def visible_numbers(self, numbers: "list[int]") -> "set[int]":
        """Those of these row numbers that this view shows, whatever their state."""
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
        """A few ids with this prefix, with their row numbers and whether they are deleted."""
        rows = self._tx.run("memories", "by_prefix", low=prefix, high=prefix + "~")
        return [(row[0], row[1], row[2] is not None) for row in rows]

    def by_ending(self, ending: str) -> "list[tuple[int, str, bool]]":
        """A few ids with this ending, with their row numbers and whether they are deleted."""
        rows = self._tx.run("memories", "by_ending", ending=ending)
        return [(row[0], row[1], row[2] is not None) for row in rows]

    def newest_number(self) -> int:
        """The number of the newest row: about how many memories the store has."""
        return next((int(row[0]) for row in self._tx.run("memories", "newest_number")), 0)

    def newest_with_prefix(self, prefix: str, letters: int) -> "list[tuple[str, str]]":
        """The newest ids with this prefix, each with the first letters of its text."""
        rows = self._tx.run("memories", "starting", low=prefix, high=prefix + "~", letters=letters)
        return [(row[0], row[1]) for row in rows]

    def sessions_with_prefix(self, prefix: str) -> "list[str]":
        """A few sessions whose ids begin so."""
        return [row[0] for row in self._tx.run("memories", "sessions", low=prefix, high=prefix + "\U0010ffff")]

    def short_ids(self, ids: "list[str]", count: "int | None" = None) -> "dict[str, str]":
        """The short form of each of these ids: its last characters, as few as name it in this store.

        `count` is about how many memories the store has, if the caller knows it.
        """
        if not ids:
            return {}
        length = ending_length(self.newest_number() if count is None else count)
        others = []
        if length == MIN_ENDING_LENGTH:
            others = [row[0] for row in self._tx.run("memories", "same_endings", ids=dumps(ids), length=length)]
        short = short_ids(ids, others, length)
        alike = [id_ for id_ in ids if short[id_] == id_]
        if alike:  # somebody has made ids that end alike
            rows = self._tx.run("memories", "neighbours", ids=dumps(alike))
            short.update({id_: unique_beginning(id_, row) for id_, row in zip(alike, rows, strict=True)})
        return short

    def short_id(self, id_: str) -> str:
        """The short form of one id."""
        return self.short_ids([id_])[id_]

    def newest(
        self, wanted: "Filters", limit: int, offset: int, without: str = EMPTY_JSON_LIST, sort: str = "newest"
    ) -> "list[Memory]":
        """The newest memories that match, or the first in another order."""
        if sort != "newest":
            values = {**wanted.sql_parameters, "except": without, "sort": sort}
            return self._all("list_sorted", limit=limit, offset=offset, **values)
        name = "list" if wanted.is_current_only else "list_any"
        return self._all(name, limit=limit, offset=offset, **wanted.sql_parameters, **{"except": without})

    def with_words(self, wanted: "Filters", words: "list[str]", limit: int, sort: str) -> "list[Memory]":
        """The memories that match and hold all of these words."""
        match = self._tx.engine.match_all_words(tuple(words))
        if match is None:
            return []
        values = {**wanted.sql_parameters, "match": match, "sort": sort, "limit": limit}
        return self._all("list_with_words", **values)

    def lasting_by_type(
        self, limits: "dict[str, int]", project: "int | None", min_confidence: float
    ) -> "dict[str, list[BriefCandidate]]":
        """The most important memories of each lasting type in one project, or in none, for ranking in a brief."""
        values = {"project": project, "min_confidence": min_confidence}
        value_sets = [{**values, "type": type_, "limit": limit} for type_, limit in limits.items()]
        by_type: dict[str, list[BriefCandidate]] = {type_: [] for type_ in limits}
        for candidate in candidates_from_rows(self._tx, self._tx.run_many("memories", "standing", value_sets)):
            by_type[candidate.type].append(candidate)
        return by_type

    def stated_by_user(self, project: "int | None", min_confidence: float, limit: int) -> "list[BriefCandidate]":
        """The most important of the user's own memories in one project, or in none, for ranking in a brief."""
        values = {"project": project, "min_confidence": min_confidence, "limit": limit}
        return candidates_from_rows(self._tx, self._tx.run("memories", "own", **values))

    def anchored(self, project: "int | None", limit: int) -> "list[tuple[int, str]]":
        """The newest memories anchored to files of one project: row numbers and anchors."""
        return [(row[0], row[1]) for row in self._tx.run("memories", "anchored", project=project, limit=limit)]

    def pinned_matching(self, wanted: "Filters", limit: int) -> "list[int]":
        """The user's pinned memories that match. Most stores have no pin, and need one query only."""
        if not self._tx.run("memories", "any_pinned"):
            return []
        rows = self._tx.run("memories", "pinned_that_fit", limit=limit, **wanted.sql_parameters)
        return [row[0] for row in rows]

    def recent(self, project: "int | None", min_confidence: float, limit: int) -> "list[BriefCandidate]":
        """The newest memories of one project and of none, for ranking in a brief."""
        values = {"project": project, "min_confidence": min_confidence, "limit": limit}
        return candidates_from_rows(self._tx, self._tx.run("memories", "recent", **values))

    def pinned(self, project: "int | None", limit: int) -> "list[BriefCandidate]":
        """The pinned memories of one project and of none, the user's own pins first, for ranking in a brief."""
        rows = self._tx.run("memories", "pinned", project=project, limit=limit)
        if len(rows) == limit:  # there may be more: only then does it matter who pinned them
            rows = self._tx.run("memories", "pinned_first", project=project, limit=limit)
        return candidates_from_rows(self._tx, rows)

    def pinned_by_user(self, numbers: "list[int]") -> "set[int]":
        """Those of these row numbers that the user pinned."""
        if not numbers:
            return set()
        return {row[0] for row in self._tx.run("memories", "pinned_by_user", numbers=dumps(numbers))}

    def from_session(self, session: str) -> "list[Memory]":
        """The believed memories that a session stored."""
        return self._all("of_session", session=session)

    def counts_of_session(self, session: str) -> "tuple[int, int]":
        """How often the agent of a session stored something itself, and how many memories were read in it."""
        row = self._tx.run("memories", "counts_of_session", session=session)[0]
        return int(row[0]), int(row[1])

    def left_by_older_rules(self) -> "list[Memory]":
        """What an earlier recall took from sessions and nobody has used or changed since, the oldest first."""
        return self._all("left_by_older_rules")

    def count(self, wanted: "Filters", without: str = EMPTY_JSON_LIST) -> int:
        """How many memories match; with no filter but the project, counted in the index alone."""
        values: dict[str, SqlValue] = {**wanted.sql_parameters, "except": without}
        if not (wanted.is_current_only and wanted.open and self._tx.view.whole):
            return self._count("count" if wanted.is_current_only else "count_any", values)
        if wanted.projects is not None and len(wanted.projects) == 1:
            live = self._count("count_live_of", {**values, "one": wanted.projects[0]})
        else:
            live = self._count("count_live" if wanted.projects is None else "count_live_in", values)
        return live - self._count("count_unseasonable", values)

    def iterate(self, wanted: "Filters", without: str = EMPTY_JSON_LIST, page: int = 1000) -> "Iterator[Memory]":
        """Every memory that matches, in the order of storing, read a page at a time."""
        after = 0
        while True:
            memories = self._all("all_after", after=after, limit=page, **wanted.sql_parameters, **{"except": without})
            yield from memories
            if len(memories) < page:
                return
            after = memories[-1].n

    def changeable_columns(self, number: int) -> "Columns":
        """The changeable columns of one memory."""
        return dict(zip(CHANGEABLE_COLUMNS, self._tx.run("memories", "row", n=number)[0], strict=True))

    def project_of(self, number: int) -> "int | None":
        """The row number of one memory's project."""
        project = self.changeable_columns(number)["project"]
        return None if project is None else int(project)

    def change(self, op: int, number: int, columns: "Mapping[str, ColumnValue]") -> "Columns":
        """Set columns of one memory as part of an operation; returns the columns that really changed."""
        from recall_cli.engines.tables.memory_row import column_difference

        row = self.changeable_columns(number)
        before, after = column_difference(row, columns)
        if after:
            from recall_cli.engines.tables.operations import Operations

            Operations(self._tx).record_change(op, number, before, after)
            self._tx.run("memories", "rewrite", n=number, **{**row, **columns})
            if "text" in after:
                self._tx.text_changed(number, str(columns["text"]))
            if self._tx.batch_words is not None:
                self._tx.batch_words.columns_changed(after)
        return after

    def supersede(self, number: int, by: str) -> None:
        """Restore which memory superseded one (an import keeps its chains)."""
        self._tx.run("memories", "supersede", n=number, by=by)

    def predecessors(self, number: int) -> "list[Memory]":
        """The memories that this one superseded."""
        return self._all("ended_by", n=number)

    def with_fact(self, fact: str, projects: "tuple[int, ...] | None") -> "list[Memory]":
        """Every memory about one fact, oldest first."""
        return self._all("of_fact", fact=fact, projects=None if projects is None else dumps(list(projects)))

    def rivals(self, fact: str, project: "int | None", *, coming: bool = False) -> "list[Memory]":
        """The believed memories about one fact in one project; with `coming` also those about a later time."""
        return self._all("not_over" if coming else "rivals", fact=fact, project=project)

    def other_values(self, number: int, wanted: "Filters") -> "list[Memory]":
        """The other sides of a contested memory that match the filters: values of its fact, and contradicting texts."""
        return self._all("sides", n=number, **wanted.sql_parameters)

    def superseded_with_fact(self, fact: str, project: "int | None") -> "list[Memory]":
        """The superseded memories about one fact in one project, oldest first."""
        return self._all("superseded_of", fact=fact, project=project)

    def count_value_changes(self, fact: str, project: "int | None", since: int) -> int:
        """How often this fact has changed since a moment."""
        return self._count("flips", {"fact": fact, "project": project, "since": since})

    def held_for_review(self, project: "int | None") -> "list[Memory]":
        """The memories that wait for review, oldest first."""
        return self._all("held", project=project)

    def stored_between(self, since: int, until: int, wanted: "Filters") -> "list[Memory]":
        """The memories first stored in a span of time."""
        return self._all("born_between", **{**wanted.sql_parameters, "since": since, "until": until})

    def touch(self, numbers: "list[int]") -> None:
        """Count a use of each."""
        self._tx.run("memories", "touch", numbers=dumps(numbers))

    def count_by_group(self) -> "list[Row]":
        """Counts by type, project, trust and state, with the first and last time of each."""
        return self._tx.run("memories", "tally")

    def count_per_day(self, since: int) -> "dict[int, int]":
        """How many memories were stored on each day since a moment."""
        return {row[0]: row[1] for row in self._tx.run("memories", "per_day", since=since)}

    def _all(self, name: str, **values: "SqlValue") -> "list[Memory]":
        return memories_from_rows(self._tx, self._tx.run("memories", name, **values))

    def _count(self, name: str, values: "Mapping[str, SqlValue]") -> int:
        return int(self._tx.run("memories", name, **values)[0][0])


def index_new_memories(tx: "Unit", after: int) -> None:
    """Index the memories after a row as one piece; rewriting pieces less often leaves fewer empty pages."""
    tx.run("search", "pieces", most=MAX_BULK_PIECES)
    tx.run("memories", "index_new", after=after)
    tx.run("search", "write")
    tx.run("search", "pieces", most=MAX_PIECES)


def memories_from_rows(tx: "Unit", rows: "list[Row]") -> "list[Memory]":
    """The memories in rows of the fragment `memory`, which end with the key of their claim.

    Few claims are contested, so one query checks all rows. Inside every statement it doubled the time to prepare it.
    """
    contested = _contested_claims(tx, rows)
    disputed = _contested_texts(tx) if rows else frozenset()
    memories = [_memory_from_row(row, contested, disputed) for row in rows]
    replaced = _maybe_replaced_by(tx, rows)
    return [memory.but(maybe_replaced_by=replaced[memory.n]) if memory.n in replaced else memory for memory in memories]


def candidates_from_rows(tx: "Unit", rows: "list[Row]") -> "list[BriefCandidate]":
    """The candidates in rows of the fragment `weighed`."""
    contested = _contested_claims(tx, rows)
    disputed = _contested_texts(tx) if rows else frozenset()
    return [BriefCandidate(*(*row[:-1], row[-1] in contested or row[0] in disputed)) for row in rows]


def _memory_from_row(row: "Row", contested: "set[str]", disputed: "frozenset[int]") -> Memory:
    values = dict(zip(ROW_FIELDS, row, strict=True))
    values["classification"] = CLASSIFICATIONS[values["classification"]]
    values["contested"] = values["contested"] in contested or values["n"] in disputed
    for name in BOOLEAN_FIELDS:
        values[name] = bool(values[name])
    memory = Memory.__new__(Memory)
    memory.__dict__.update(values)  # every field, and no other: a new record need not check that of each row
    return memory


def _maybe_replaced_by(tx: "Unit", rows: "list[Row]") -> "dict[int, str]":
    """The newer memory that perhaps replaced each of these rows, as far as that question is open."""
    if tx.write or not rows or tx.as_of is not None:
        return {}
    if tx.any_question is None:
        tx.any_question = bool(tx.run("questions", "any"))
    if not tx.any_question:
        return {}
    return {row[0]: str(row[1]) for row in tx.run("questions", "replaced_by", numbers=dumps([row[0] for row in rows]))}


def _contested_texts(tx: "Unit") -> "frozenset[int]":
    """The memories that are contested with another text and not settled; there are few, so all are read at once."""
    if tx.write or tx.as_of not in tx.contested_texts:
        then = {} if tx.as_of is None else {"as_of": tx.as_of}
        rows = tx.run("links", "contests_then" if then else "contests", **then)
        tx.contested_texts[tx.as_of] = frozenset(number for row in rows for number in row)
    return tx.contested_texts[tx.as_of]


def _contested_claims(tx: "Unit", rows: "list[Row]") -> "set[str]":
    """The claims of these rows that are contested and not settled."""
    claims = {row[-1] for row in rows} - {None}
    if claims and tx.batch_words is not None and tx.as_of is None:
        return tx.batch_words.contested_claims(claims)
    then = {} if tx.as_of is None else {"as_of": tx.as_of}
    name = "among_then" if then else "among"
    return {row[0] for row in tx.run("contests", name, claims=dumps(list(claims)), **then)} if claims else set()
