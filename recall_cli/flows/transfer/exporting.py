"""Export a store as lines: one memory each, with its history. Nothing is lost."""

from recall_cli import __version__
from recall_cli.domain.json_text import dumps, dumps_utf8, speed_up
from recall_cli.domain.moment import format_iso
from recall_cli.flows.write.masking import SecretMasker, mask_fields
from recall_cli.rules.text import event_json, normalize
from recall_cli.rules.text.memory_json import EXPORT_FORMAT, stored_as_json

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

PAGE_SIZE = 500
"""Memories whose history is read together."""
MIN_MASK_CACHE_MEMORIES = 100
"""From this many memories on, it pays to learn what each word can be a part of."""


def export_lines(tx: "Transaction", filters: "Filters", *, vectors: bool = False) -> "Iterator[str]":
    """The lines of an export: a header, then every memory in the order it was kept.

    The same memories give the same lines, whenever and from whichever store they are exported.
    """
    if filters.as_of is not None:
        yield from _export_lines_as_of(tx, filters)
        return
    lowest, last = tx.imports.lowest_operation(), tx.imports.highest_exported_operation(filters)
    yield dumps_utf8({**_export_header(tx, filters), "operations": 0 if last is None else last - lowest})
    export = _PageExporter(tx, filters, vectors=vectors)
    page: list[Memory] = []
    for memory in tx.memories.iterate(filters):
        page.append(memory)
        if len(page) == PAGE_SIZE:
            yield from export.lines(page)
            page = []
    yield from export.lines(page)


def _export_header(tx: "Transaction", filters: "Filters") -> "dict[str, Any]":
    projects = [
        {"name": project.name, "enabled": project.enabled, "marks": sorted(project.marks)}
        for project in _exported_projects(tx, filters)
    ]
    return {"recall": EXPORT_FORMAT, "by": __version__, "projects": projects}


def _exported_projects(tx: "Transaction", filters: "Filters") -> "list[Project]":
    """The projects that an export names: a reader of one project learns of no other."""
    wanted = filters.projects
    return [project for project in tx.projects.all() if wanted is None or project.n in wanted]


def _export_lines_as_of(tx: "Transaction", filters: "Filters") -> "Iterator[str]":
    """The memories that were believed at a moment, as they were then, without later changes."""
    from recall_cli.flows.search.past_state import past_state

    yield dumps_utf8({**_export_header(tx, filters), "as_of": format_iso(filters.as_of)})
    past = past_state(tx, filters)
    for memory in tx.memories.iterate(filters, dumps(list(past.changed))):
        yield dumps_utf8(mask_fields(stored_as_json(memory))[0])
    for memory in sorted(past.matching, key=lambda memory: memory.n):
        yield dumps_utf8(mask_fields(stored_as_json(memory))[0])


class _PageExporter:
    """What the lines of one export share."""

    def __init__(self, tx: "Transaction", filters: "Filters", *, vectors: bool) -> None:
        self._tx, self._filters = tx, filters
        self._lowest = tx.imports.lowest_operation()
        self._projects = {project.n: project.name for project in _exported_projects(tx, filters)}
        self._settled = tx.contests.settlements()
        self._contests: dict[tuple[str, str | None], Contest] = {}
        for contest in tx.contests.all(filters):  # the newest first: the first to be opened is what counts
            self._contests[contest.fact, contest.project_name] = contest
        self._models = [model for model in tx.imports.models() if vectors]
        self._with_held = "held" in filters.include
        self._mask: SecretMasker | None = None
        """What is known about each word; used only for many memories."""

    def lines(self, page: "list[Memory]") -> "Iterator[str]":
        """The lines of some memories."""
        tx = self._tx
        lives = tx.imports.histories([memory.n for memory in page])
        links = tx.links.links_from([memory.n for memory in page])
        if self._mask is None and len(page) >= MIN_MASK_CACHE_MEMORIES:
            from recall_cli.rules.text.prefilter import Prefilter

            speed_up()
            self._mask = SecretMasker(Prefilter())
        cover = self._mask or mask_fields
        vectors = {
            model: tx.engine.vectors(tx, model).by_number([memory.n for memory in page]) for model in self._models
        }
        heirs = {value for life in lives.values() for event in life for value in _successor_numbers(event)}
        ids = {memory.superseded_by for memory in page if memory.superseded_by}
        ids |= {id_ for linked in links.values() for id_, _, _ in linked}
        present = tx.imports.exported_ids(self._filters, sorted(heirs), sorted(ids))
        here = set(present.values())
        for memory in page:
            told = stored_as_json(memory)
            if memory.superseded_by not in here:
                told["superseded_by"] = None
            told.update(self._more(memory, [link for link in links[memory.n] if link[0] in here]))
            made = {model: vectors[model][memory.n] for model in self._models if memory.n in vectors[model]}
            if made:
                told["vectors"] = {model: _encode_base64(vector) for model, vector in made.items()}
            events = tuple(lives.get(memory.n, ()))
            told["events"] = [self._event(event, present) for event in self._shown(events)]
            yield dumps_utf8(cover(told)[0])

    def _event(self, event: "Event", present: "dict[int, str]") -> "dict[str, Any]":
        """An event with operation numbers that count from 1, also for imported operations."""
        by = None if event.undone_by is None else event.undone_by - self._lowest
        counted = event.but(op=event.op - self._lowest, undone_by=by)
        return event_json.event_as_json(counted.fields(), self._projects, present)

    def _more(self, memory: "Memory", links: "Iterable[tuple[str, str, float]]") -> "dict[str, Any]":
        more: dict[str, Any] = {}
        if memory.n in self._settled:
            more["settles"] = self._settled[memory.n]
        if memory.contested:
            contest = self._contests.get((normalize.fact_key(memory.entity, memory.attribute) or "", memory.project))
            # a contest between texts is a link; without a contest of its own, the fact is not contested
            more["contest"] = contest and {"reason": contest.reason, "opened_at": format_iso(contest.opened_at)}
        found = [{"id": id_, "kind": kind, "weight": weight} for id_, kind, weight in links]
        return {**more, "links": found} if found else more

    def _shown(self, events: "tuple[Event, ...]") -> "tuple[Event, ...]":
        """The events without texts that were held at some time, if held memories are not exported."""
        if self._with_held:
            return events
        from recall_cli.flows.edit.review import hide_held_words

        return hide_held_words(events)


def _successor_numbers(event: "Event") -> "Iterator[int]":
    """The superseding memories, by their row numbers."""
    for side in (event.before, event.after):
        if side.get("superseded_by") is not None:
            yield side["superseded_by"]


def _encode_base64(vector: bytes) -> str:
    from binascii import b2a_base64

    return b2a_base64(vector, newline=False).decode()
