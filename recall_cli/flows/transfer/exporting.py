"""Export a store as lines: one memory each, with its history. Nothing is lost."""

from recall_cli import __version__
from recall_cli.domain.json_text import dumps, dumps_utf8, speed_up
from recall_cli.domain.moment import format_iso
from recall_cli.flows.transfer.home_paths import HomePaths
from recall_cli.flows.write.masking import SecretMasker, mask_fields
from recall_cli.rules.text import event_json, normalize
from recall_cli.rules.text.memory_json import EXPORT_FORMAT, stored_as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall_cli.domain.event import Event
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.tables.contests import Contest
    from recall_cli.engines.tables.projects import Project
    from recall_cli.engines.transaction import Transaction

PAGE_SIZE = 500
"""Memories whose history is read together."""
MIN_MASK_CACHE_MEMORIES = 100
"""From this many memories on, a cache of words makes masking faster."""


def export_lines(tx: "Transaction", filters: "Filters") -> "Iterator[str]":
    """The lines of an export: a header, then every memory in the order in which it was stored.

    The same memories give the same lines, at any time and from any store.
    """
    if filters.as_of is not None:
        yield from _export_lines_as_of(tx, filters)
        return
    lowest, last = tx.imports.lowest_operation(), tx.imports.highest_exported_operation(filters)
    yield dumps_utf8({**_export_header(tx, filters), "operations": 0 if last is None else last - lowest})
    export = _PageExporter(tx, filters)
    page: list[Memory] = []
    for memory in tx.memories.iterate(filters):
        page.append(memory)
        if len(page) == PAGE_SIZE:
            yield from export.lines(page)
            page = []
    yield from export.lines(page)


def _export_header(tx: "Transaction", filters: "Filters") -> "dict[str, object]":
    shorten = HomePaths().shorten
    projects = [
        {"name": project.name, "enabled": project.enabled, "marks": sorted(map(shorten, project.marks))}
        for project in _exported_projects(tx, filters)
    ]
    header: dict[str, object] = {"recall": EXPORT_FORMAT, "by": __version__, "projects": projects}
    erased = tx.tombstones.marks() if filters.projects is None else []
    return {**header, "erased": erased} if erased else header


def _exported_projects(tx: "Transaction", filters: "Filters") -> "list[Project]":
    """The projects that an export names. An export of one project does not name any other."""
    numbers = filters.projects
    return [project for project in tx.projects.all() if numbers is None or project.n in numbers]


def _export_lines_as_of(tx: "Transaction", filters: "Filters") -> "Iterator[str]":
    """The memories that were believed at a moment, as they were then, without later changes."""
    from recall_cli.flows.search.past_state import past_state

    yield dumps_utf8({**_export_header(tx, filters), "as_of": format_iso(filters.as_of)})
    past = past_state(tx, filters)
    unchanged = tx.memories.iterate(filters, dumps(list(past.changed)))
    shorten_line = HomePaths().shorten_line
    for memories in (unchanged, sorted(past.matching, key=lambda memory: memory.n)):
        for memory in memories:
            yield dumps_utf8(mask_fields(shorten_line(stored_as_json(memory)))[0])


class _PageExporter:
    """Writes the lines of one export, page by page."""

    def __init__(self, tx: "Transaction", filters: "Filters") -> None:
        self._tx, self._filters = tx, filters
        self._lowest = tx.imports.lowest_operation()
        self._projects = {project.n: project.name for project in _exported_projects(tx, filters)}
        self._settled = tx.contests.settlements()
        self._contests: dict[tuple[str, str | None], Contest] = {}
        for contest in tx.contests.all(filters):  # the newest comes first: the oldest of a fact overwrites the others
            self._contests[contest.fact, contest.project_name] = contest
        self._with_held = "held" in filters.include
        self._shorten_line = HomePaths().shorten_line
        self._masker: SecretMasker | None = None
        """A masker with a cache of words, for many memories."""

    def lines(self, page: "list[Memory]") -> "Iterator[str]":
        """The lines of some memories."""
        from recall_cli.flows.edit.review import hide_held_words

        tx = self._tx
        histories = tx.imports.histories([memory.n for memory in page])
        links = tx.links.links_from([memory.n for memory in page])
        questions = tx.questions.of_memories([memory.n for memory in page])
        if self._masker is None and len(page) >= MIN_MASK_CACHE_MEMORIES:
            from recall_cli.rules.text.prefilter import Prefilter

            speed_up()
            self._masker = SecretMasker(Prefilter())
        mask = self._masker or mask_fields
        sides = [side for events in histories.values() for event in events for side in (event.before, event.after)]
        successors = {int(number) for side in sides if (number := side.get("superseded_by")) is not None}
        ids = {memory.superseded_by for memory in page if memory.superseded_by}
        ids |= {id_ for linked in links.values() for id_, _, _ in linked}
        ids |= {older for asked in questions.values() for older, _, _, _ in asked}
        ids_by_number = tx.imports.exported_ids(self._filters, sorted(successors), sorted(ids))
        exported_ids = set(ids_by_number.values())
        for memory in page:
            line = stored_as_json(memory)
            if memory.superseded_by not in exported_ids:
                line["superseded_by"] = None
            line.update(self._relations(memory, [link for link in links[memory.n] if link[0] in exported_ids]))
            asked = [question for question in questions.get(memory.n, ()) if question[0] in exported_ids]
            if asked:
                line["questions"] = [
                    {"older": older, "why": reason, "asked_at": format_iso(asked_at), "answer": answer}
                    for older, reason, asked_at, answer in asked
                ]
            events = tuple(histories.get(memory.n, ()))
            if not self._with_held:
                events = hide_held_words(events)
            line["events"] = [self._event_as_json(event, ids_by_number) for event in events]
            yield dumps_utf8(mask(self._shorten_line(line))[0])

    def _event_as_json(self, event: "Event", ids_by_number: "dict[int, str]") -> "dict[str, object]":
        """An event with operation numbers that count from 1, also for imported operations."""
        undone_by = None if event.undone_by is None else event.undone_by - self._lowest
        renumbered = event.but(op=event.op - self._lowest, undone_by=undone_by)
        return event_json.event_as_json(renumbered, self._projects, ids_by_number)

    def _relations(self, memory: "Memory", links: "Iterable[tuple[str, str, float]]") -> "dict[str, object]":
        """The fields of a line besides its memory and its history: EXTRA_LINE_FIELDS."""
        relations: dict[str, object] = {}
        if memory.n in self._settled:
            relations["settles"] = self._settled[memory.n]
        if memory.contested:
            contest = self._contests.get((normalize.fact_key(memory.entity, memory.attribute) or "", memory.project))
            # a contest between texts is a link; without a contest of its own, the fact is not contested
            relations["contest"] = contest and {"reason": contest.reason, "opened_at": format_iso(contest.opened_at)}
        link_values = [{"id": id_, "kind": kind, "weight": weight} for id_, kind, weight in links]
        return {**relations, "links": link_values} if link_values else relations
