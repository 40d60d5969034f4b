"""The data of the page: every memory with its history, in columns, so that 50,000 of them stay small and quick to read.

Texts are masked as in an export. Words that are held for review are left out unless a person asks.
"""

from recall_cli import __version__
from recall_cli.domain.record import Record
from recall_cli.domain.scope import INCLUDE_CHOICES, Filters
from recall_cli.engines.tables.operations import OperationFilter
from recall_cli.flows.page.memory_columns import MemoryColumns
from recall_cli.flows.page.periods import (
    MAX_REFRESHED_SESSIONS,
    MAX_SESSIONS,
    asked_questions,
    contested_facts,
    contested_pairs,
    recently_shown,
    shown_sessions,
    sides_of_questions,
)
from recall_cli.flows.write.masking import SecretMasker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction

PAGE_SIZE = 500
"""Memories whose history is read together."""
DEFAULT_MAX_MEMORIES = 100_000
"""A page has at most this many memories, the newest, unless more are asked for."""
MAX_OPERATIONS = 20_000
"""A page lists at most this many writes, the newest."""
MAX_REFRESHED_OPERATIONS = 500
"""When a live page asks what changed, the newest writes are sent again, because any of them may be undone by now."""
MIN_MASK_CACHE_MEMORIES = 100
"""From this many memories on, a cache of words makes masking faster."""
FORMAT = 1


class PageScope(Record):
    """Which memories a page shows."""

    project: "str | None" = None
    """The name of the only project; None for all."""
    project_number: "int | None" = None
    home: "str | None" = None
    """The project at which the page opens, which is that of the folder."""
    max_memories: int = DEFAULT_MAX_MEMORIES
    deleted: bool = True
    """Are deleted memories included? Without them the past is not complete."""
    held: bool = False
    """Are texts that wait for review included? Only a person sees them."""
    as_of: "int | None" = None
    """The moment at which the page opens; None for now."""

    @property
    def filters(self) -> Filters:
        """The memories of this scope, whatever became of them."""
        left_out = {name for name in ("deleted", "held") if not getattr(self, name)}
        return Filters(
            projects=None if self.project_number is None else (self.project_number,),
            include=frozenset(INCLUDE_CHOICES) - left_out,
        )


def page_data(app: "App", tx: "Transaction", scope: PageScope) -> "dict[str, Any]":
    """The whole data of a page, as one JSON document."""
    filters = scope.filters
    total = tx.memories.count(filters)
    skipped = max(0, total - scope.max_memories)
    columns = MemoryColumns(tx, _masker(total), held=scope.held)
    page: list[Memory] = []
    for at, memory in enumerate(tx.memories.iterate(filters)):
        if at < skipped:
            continue
        page.append(memory)
        if len(page) == PAGE_SIZE:
            columns.add(page)
            page = []
            app.progress("reading memories", at, total)
    columns.add(page)
    return {
        **_shared_data(app, tx, scope, columns),
        "total": total,
        "operations": _operations(tx, MAX_OPERATIONS),
        "sessions": shown_sessions(tx, columns.numbers, MAX_SESSIONS),
        "questions": asked_questions(tx, columns.numbers),
    }


def changed_data(app: "App", tx: "Transaction", scope: PageScope, since: int) -> "dict[str, Any]":
    """What changed after an operation, in the form of a page's data: changed memories, and the newest operations."""
    newest = tx.operations.newest_visible(MAX_REFRESHED_OPERATIONS, OperationFilter())
    numbers: set[int] = set()
    for operation in newest:
        if operation.n > since:
            numbers.update(tx.operations.created_memories(operation.n))
            numbers.update(change.memory for change in tx.operations.changes(operation.n))
    memories = _in_scope(tx.memories.by_number(sorted(numbers)), scope)
    columns = MemoryColumns(tx, _masker(len(memories)), held=scope.held)
    columns.add(memories)
    data = _shared_data(app, tx, scope, columns)
    shown = recently_shown(tx, MAX_REFRESHED_SESSIONS) | sides_of_questions(tx)
    visible = {memory.n for memory in _in_scope(tx.memories.by_number(sorted(shown)), scope)}
    return {
        **data,
        "total": tx.memories.count(scope.filters),
        "operations": _operations(tx, MAX_REFRESHED_OPERATIONS),
        "sessions": shown_sessions(tx, visible, MAX_REFRESHED_SESSIONS),
        "questions": asked_questions(tx, visible),
    }


def _in_scope(memories: "list[Memory]", scope: PageScope) -> "list[Memory]":
    """Those memories that the page may show."""
    project = scope.project
    return [
        memory
        for memory in memories
        if (project is None or memory.project in (None, project)) and (scope.held or memory.held is None)
    ]


def _masker(memories: int) -> SecretMasker:
    """A masker for so many memories; one with a cache of words is quicker for many."""
    if memories < MIN_MASK_CACHE_MEMORIES:
        return SecretMasker()
    from recall_cli.domain.json_text import speed_up
    from recall_cli.rules.text.prefilter import Prefilter

    speed_up()
    return SecretMasker(Prefilter())


def _shared_data(app: "App", tx: "Transaction", scope: PageScope, columns: MemoryColumns) -> "dict[str, Any]":
    """What a whole page and a change of it have in common."""
    from recall_cli.flows.maintain.decay import decay_curve

    return {
        "format": FORMAT,
        "version": __version__,
        "made": tx.now,
        "as_of": scope.as_of,
        "project": scope.project,
        "home": scope.home,
        "curve": decay_curve(app).fields(),
        **columns.document(),
        "contests": contested_facts(tx),
        "pairs": contested_pairs(tx, held=scope.held),
    }


def _operations(tx: "Transaction", limit: int) -> "list[list[Any]]":
    """The newest operations as rows: number, kind, time, author, session, touched, note, undoes, undone by, words."""
    from recall_cli.rules.beliefs.authorship import author_for_person, operation_source
    from recall_cli.rules.secrets import mask_text

    rows = []
    for operation in tx.operations.newest_visible(limit, OperationFilter()):
        texts = [operation.session, operation.note, operation.about]
        session, note, about = (None if text is None else mask_text(text) for text in texts)
        rows.append(
            [
                operation.n,
                operation.kind,
                operation.at,
                author_for_person(operation.trust, operation.agent, operation_source(operation.session)),
                session,
                operation.touched,
                note,
                operation.undoes,
                operation.undone_by,
                about,
            ]
        )
    return rows
