"""In again: one memory a line, nothing lost, nothing kept twice, however large."""

from recall_cli.domain.errors import RecallError, Refused, UsageError
from recall_cli.domain.ids import is_id
from recall_cli.domain.jsontext import loads
from recall_cli.domain.record import Record
from recall_cli.flows.columns import content_hash
from recall_cli.flows.incoming import Incoming
from recall_cli.flows.rejoining import Rejoining
from recall_cli.flows.thinkers import thought
from recall_cli.rules import wording
from recall_cli.rules.records import FORMAT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

BATCH = 2000
"""Lines that are kept in one transaction: a reader or another writer never waits for more."""
PIECE = 1000
"""Lines that are thought through together."""
MANY = 1000
"""So many new ones at once are a sign of many more."""


class Fault(Record):
    """A line that could not be read."""

    line: int
    reason: str


class Imported(Record):
    """What an import came to."""

    op: "int | None"
    created: int
    known: int
    """Lines whose memory is here already, by id or by words."""
    faults: "tuple[Fault, ...]"
    redacted: "tuple[tuple[str, int], ...]" = ()
    held: int = 0
    """Of the new ones, how many wait for review."""
    lowered: int = 0
    """Of the new ones, how many say that they are the user's own words, and are trusted as imported."""
    left_out: int = 0
    """Statements of another program's files that are not worth keeping."""
    dry_run: bool = False


class Importer:
    """One import: lines in, batches kept, a count of what became of each."""

    def __init__(
        self, app: "App", place: "Workplace | str | None", *, dry_run: bool = False, told: bool = False,
        streamed: bool = False, own: bool = False,
    ) -> None:  # fmt: skip
        self.app, self.place, self.dry_run, self.streamed = app, place, dry_run, streamed
        self.told = told
        """Does another program's memory come as what it is told to be: its id counts, its place is where we are?"""
        self.channel = "user" if own else "agent"
        """As whose words it is taken: the user's, where they say that they exported the file themselves."""
        if own and app.channel != "user":
            raise Refused(
                "not imported: only a person at a terminal says that a file holds their own words", "leave out --own"
            )
        self.left_out = self.lowered = 0
        self.created = self.known = self.held = 0
        self.faults: list[Fault] = []
        self.redacted: dict[str, int] = {}
        self.op: int | None = None
        self._header: dict[str, Any] | None = None
        self._more = Rejoining()
        self._projects: dict[str, int] = {}
        self._listed: dict[str, tuple[str, ...]] = {}
        """The marks that the header gives for its projects."""
        self._wrong: dict[str, str] = {}
        """Why no project can be called so, for each name that was tried; empty where one can."""
        self._seen: set[object] = set()
        """The texts of this import that came without an id; and the ids, as long as no look at the store tells them."""

    def run(
        self, lines: "Iterable[tuple[int, bytes | dict[str, Any] | None]]", progress: "Callable[[], None]"
    ) -> Imported:
        """Read every line, keep what is new in batches, and restore the chains at the end."""
        app = self.app
        embed = None if self.dry_run else app.embedder().embed_all
        incoming = Incoming(app.now(), self.channel, app.settings["max_bytes"], embed)
        batches = self._batches(lines)
        think = map(incoming.think, batches) if self.dry_run else thought(batches, incoming, streamed=self.streamed)
        thought_of: list[tuple[int, dict[str, Any]]] = []
        for reads, faults, redacted in think:
            self.faults += [Fault(line=number, reason=reason) for number, reason in faults]
            for kind, count in redacted.items():
                self.redacted[kind] = self.redacted.get(kind, 0) + count
            thought_of += reads
            if len(thought_of) > BATCH - PIECE:
                self._keep(thought_of)
                thought_of = []
                progress()
        self._keep(thought_of)
        if self.op is not None:
            self._more.join(self.app, self.op)
        return Imported(
            op=self.op,
            created=self.created,
            known=self.known,
            faults=tuple(sorted(self.faults, key=lambda fault: fault.line)),
            redacted=tuple(sorted(self.redacted.items())),
            held=self.held,
            lowered=self.lowered,
            left_out=self.left_out,
            dry_run=self.dry_run,
        )

    def _batches(
        self, lines: "Iterable[tuple[int, bytes | dict[str, Any] | None]]"
    ) -> "Iterator[list[tuple[int, bytes | dict[str, Any]]]]":
        """The lines that say something, without the header, so many at a time."""
        batch: list[tuple[int, bytes | dict[str, Any]]] = []
        for number, given in lines:
            self.left_out += given is None
            if given is not None and not (isinstance(given, bytes) and (not given.strip() or self._is_header(given))):
                batch.append((number, given))
            if len(batch) >= PIECE:
                yield batch
                batch = []
        yield batch

    def _is_header(self, raw: bytes) -> bool:
        """Is this the header? Only the first line that says something can be."""
        if self._header is not None:
            return False
        try:
            values = loads(raw.decode("utf-8").lstrip("\ufeff"))
        except ValueError:
            return False
        self._header = values if isinstance(values, dict) and "recall" in values and "text" not in values else {}
        if self._header:
            self._check_header()
        return bool(self._header)

    def _check_header(self) -> None:
        assert self._header is not None
        version = self._header.get("recall")
        if not isinstance(version, int) or version > FORMAT:
            raise RecallError(
                f"the export is of a newer form ({version!r}; this recall reads up to {FORMAT})", "upgrade recall"
            )
        projects = self._header.get("projects")
        for entry in projects if isinstance(projects, list) else ():
            name, marks = (entry.get("name"), entry.get("marks")) if isinstance(entry, dict) else (None, None)
            if isinstance(name, str) and isinstance(marks, list):
                self._listed[name] = tuple(mark for mark in marks if isinstance(mark, str))

    def _keep(self, batch: "list[tuple[int, dict[str, Any]]]") -> None:
        """Keep the new ones of a batch in one transaction."""
        if not batch:
            return
        with self.app.reading() if self.dry_run else self.app.writing() as tx:
            ids = [read["id"].lower() for _, read in batch if read["id"]]
            taken = tx.memories.known(ids)
            fresh = [read for number, read in batch if self._is_new(tx, number, read, taken)]
            self.created += len(fresh)
            self.lowered += sum(self._is_lowered(read) for read in fresh)
            if not self.dry_run and fresh:
                if len(fresh) > MANY:
                    tx.engine.spread()
                if self.op is None:
                    self.op = tx.operations.add("import", trust=self.app.channel)
                rows = [self._row(tx, read) for read in fresh]
                tx.memories.add_all(rows)
                tx.operations.count(self.op, len(rows))
                self._seen.difference_update(ids)

    def _is_new(self, tx: "Transaction", number: int, read: "dict[str, Any]", taken: "dict[str, bool]") -> bool:
        """Is this memory not here yet? With an id it is told by that; without one by its words, type and project."""
        if read["project"] and (wrong := self._wrong_name(tx, read["project"])):
            self.faults.append(Fault(line=number, reason=wrong))
            return False
        id_ = read["id"] if self._header or self.told else None
        if id_ is not None:
            if not is_id(id_):
                self.faults.append(Fault(line=number, reason=f"id must be a UUID, not {id_!r:.40}"))
                return False
            read["id"] = id_ = id_.lower()
            if taken.get(id_) is False:
                self.faults.append(Fault(line=number, reason="another user of this store has a memory of this id"))
                return False
            new = id_ not in taken and id_ not in self._seen
            current = self.told and read["superseded_at"] is None
            new = new and not (current and self._same(tx, read, wording.folded(read["text"])))
            self._seen.add(id_)
        else:
            words = (wording.folded(read["text"]), read["type"], read["project"])
            new = words not in self._seen and not self._same(tx, read, words[0])
            self._seen.add(words)
        self.known += not new
        return new

    def _is_lowered(self, read: "dict[str, Any]") -> bool:
        """Does a line say that it is the user's own word, without being taken as that? A dry run has not judged it."""
        return bool(read.pop("lowered", self.dry_run and self.channel != "user" and read["trust"] == "user"))

    def _same(self, tx: "Transaction", read: "dict[str, Any]", words: str) -> bool:
        from recall_cli.flows.projects import named, recognised
        from recall_cli.workplace import Workplace

        if read["project"]:
            project = named(tx, read["project"])
        elif isinstance(self.place, Workplace):
            project = recognised(tx, self.place)
        else:
            project = named(tx, self.place) if self.place else None
        same = tx.memories.same_text(content_hash(read["text"]), project.n if project else None)
        return any(wording.folded(memory.text) == words and memory.type == read["type"] for memory in same)

    def _row(self, tx: "Transaction", read: "dict[str, Any]") -> "dict[str, Any]":
        """The columns of a new memory; its place in a chain is restored when all are there."""
        id_ = read["id"] if (self._header or self.told) and read["id"] else self.app.new_id(read["created_at"])
        self.held += read["held"] is not None
        if read["superseded_by"]:
            self._more.chains.append((id_, read["superseded_by"].lower()))
        live = read["held"] is None and read["superseded_at"] is None and read["deleted_at"] is None
        self._more.note(id_, read.pop("more", {}), live=live)
        project = self._project(tx, read["project"])
        if read["contested"] and read["fact"] is not None and read["held"] is None:
            self._more.contested.add((read["fact"], project))
        read.update({"id": id_, "project": project, "grams": tx.engine.grams(read["text"]), "born": self.op})
        return read

    def _project(self, tx: "Transaction", name: "str | None") -> "int | None":
        """The project of a line: by the marks that the header gives for its name, else by the name."""
        from recall_cli.flows.projects import settle
        from recall_cli.workplace import Workplace

        if name is None:
            project = settle(tx, self.place) if not self._header else None
            return project.n if project else None
        if name not in self._projects:
            marks = self._listed.get(name, ())
            settled = settle(tx, Workplace(marks=marks, names=(name,)) if marks else name)
            assert settled is not None
            self._projects[name] = settled.n
        return self._projects[name]

    def _wrong_name(self, tx: "Transaction", name: str) -> str:
        """Why a line's project cannot be called so; nothing where it can, or where it is told by its marks."""
        from recall_cli.flows.projects import checked_name, named

        if name not in self._wrong:
            self._wrong[name] = ""
            try:
                if not self._listed.get(name) and named(tx, name) is None:
                    checked_name(name)
            except UsageError as error:
                self._wrong[name] = error.message
        return self._wrong[name]
