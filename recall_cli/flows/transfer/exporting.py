"""Out: a store as lines, one memory each with all that happened to it, nothing lost."""

from recall_cli import __version__
from recall_cli.domain.jsontext import dumps, dumps_utf8, speed_up
from recall_cli.domain.moment import iso
from recall_cli.flows.write.masking import Mask, masked
from recall_cli.rules.text import event_records, wording
from recall_cli.rules.text.records import FORMAT, as_stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.contests import Contest
    from recall_cli.engines.tables.operations import Event
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

PAGE = 500
"""Memories whose history is read together."""
MANY = 100
"""Of so many memories it is worth it to learn what each word can be a part of."""


def exported(tx: "Transaction", filters: "Filters", *, vectors: bool = False) -> "Iterator[str]":
    """The lines of an export: a header, then every memory in the order it was kept.

    The same memories give the same lines, whenever and from whichever store they are exported.
    """
    if filters.as_of is not None:
        yield from _as_of(tx, filters)
        return
    lowest, last = tx.imports.lowest(), tx.imports.highest_told(filters)
    yield dumps_utf8({**_header(tx, filters), "operations": 0 if last is None else last - lowest})
    export = _Export(tx, filters, vectors=vectors)
    page: list[Memory] = []
    for memory in tx.memories.walk(filters):
        page.append(memory)
        if len(page) == PAGE:
            yield from export.lines(page)
            page = []
    yield from export.lines(page)


def _header(tx: "Transaction", filters: "Filters") -> "dict[str, Any]":
    projects = [
        {"name": project.name, "enabled": project.enabled, "marks": sorted(project.marks)}
        for project in _projects(tx, filters)
    ]
    return {"recall": FORMAT, "by": __version__, "projects": projects}


def _projects(tx: "Transaction", filters: "Filters") -> "list[Project]":
    """The projects that an export tells of: whoever gets the memories of one learns of no other."""
    wanted = filters.projects
    return [project for project in tx.projects.all() if wanted is None or project.n in wanted]


def _as_of(tx: "Transaction", filters: "Filters") -> "Iterator[str]":
    """What was believed at a moment: the memories as they were then, without what happened later."""
    from recall_cli.flows.search.past import then

    yield dumps_utf8({**_header(tx, filters), "as_of": iso(filters.as_of)})
    past = then(tx, filters)
    for memory in tx.memories.walk(filters, dumps(list(past.changed))):
        yield dumps_utf8(masked(as_stored(memory))[0])
    for memory in sorted(past.matching, key=lambda memory: memory.n):
        yield dumps_utf8(masked(as_stored(memory))[0])


class _Export:
    """What the lines of one export have in common."""

    def __init__(self, tx: "Transaction", filters: "Filters", *, vectors: bool) -> None:
        self._tx, self._filters = tx, filters
        self._lowest = tx.imports.lowest()
        self._projects = {project.n: project.name for project in _projects(tx, filters)}
        self._settled = tx.contests.standing()
        self._contests: dict[tuple[str, str | None], Contest] = {}
        for contest in tx.contests.all(filters):  # the newest first: the first to be opened is what counts
            self._contests[contest.fact, contest.project_name] = contest
        self._models = [model for model in tx.imports.models() if vectors]
        self._with_held = "held" in filters.include
        self._mask: Mask | None = None
        """What is known of every word, once there are many memories."""

    def lines(self, page: "list[Memory]") -> "Iterator[str]":
        """The lines of some memories."""
        tx = self._tx
        lives = tx.imports.lives([memory.n for memory in page])
        links = tx.links.from_each([memory.n for memory in page])
        if self._mask is None and len(page) >= MANY:
            from recall_cli.rules.text.sieve import Sieve

            speed_up()
            self._mask = Mask(Sieve())
        cover = self._mask or masked
        vectors = {model: tx.engine.vectors(tx, model).of([memory.n for memory in page]) for model in self._models}
        heirs = {value for life in lives.values() for event in life for value in _successors(event)}
        ids = {memory.superseded_by for memory in page if memory.superseded_by}
        ids |= {id_ for linked in links.values() for id_, _, _ in linked}
        present = tx.imports.exported(self._filters, sorted(heirs), sorted(ids))
        here = set(present.values())
        for memory in page:
            told = as_stored(memory)
            if memory.superseded_by not in here:
                told["superseded_by"] = None
            told.update(self._more(memory, [link for link in links[memory.n] if link[0] in here]))
            made = {model: vectors[model][memory.n] for model in self._models if memory.n in vectors[model]}
            if made:
                told["vectors"] = {model: _base64(vector) for model, vector in made.items()}
            events = tuple(lives.get(memory.n, ()))
            told["events"] = [self._event(event, present) for event in self._shown(events)]
            yield dumps_utf8(cover(told)[0])

    def _event(self, event: "Event", present: "dict[int, str]") -> "dict[str, Any]":
        """An event with numbers that count from 1, also for operations that an import brought along."""
        by = None if event.undone_by is None else event.undone_by - self._lowest
        counted = event.but(op=event.op - self._lowest, undone_by=by)
        return event_records.as_json(counted.fields(), self._projects, present)

    def _more(self, memory: "Memory", links: "Iterable[tuple[str, str, float]]") -> "dict[str, Any]":
        more: dict[str, Any] = {}
        if memory.n in self._settled:
            more["settles"] = self._settled[memory.n]
        if memory.contested:
            contest = self._contests.get((wording.fact(memory.entity, memory.attribute) or "", memory.project))
            if contest is not None:
                more["contest"] = {"reason": contest.reason, "opened_at": iso(contest.opened_at)}
        found = [{"id": id_, "kind": kind, "weight": weight} for id_, kind, weight in links]
        return {**more, "links": found} if found else more

    def _shown(self, events: "tuple[Event, ...]") -> "tuple[Event, ...]":
        """Without words that were held at some time, where held memories are not part of the export."""
        if self._with_held:
            return events
        from recall_cli.flows.edit.holding import discreet

        return discreet(events)


def _successors(event: "Event") -> "Iterator[int]":
    """The memories that took a place, by their row numbers."""
    for side in (event.before, event.after):
        if side.get("superseded_by") is not None:
            yield side["superseded_by"]


def _base64(vector: bytes) -> str:
    from binascii import b2a_base64

    return b2a_base64(vector, newline=False).decode()
