"""Copies everything readable of a damaged store into a new one, and reports what was lost."""

import os

from recall_cli.domain.errors import NotFound, UsageError
from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record
from recall_cli.domain.scope import View
from recall_cli.domain.store_errors import NotAStore
from recall_cli.flows.doctor.store_content import find_altered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction

ORPHAN_STATEMENTS = tuple(
    """rootless lost_changes lost_vectors lost_told lost_shown lost_models lost_links lost_questions lost_answers
    lost_contests lost_resolutions lost_jobs lost_marks lost_moves lost_places lost_heirs lost_undos""".split()
)


class SalvageReport(Record):
    """Rows saved and lost, by table."""

    path: str
    saved: "dict[str, int]"
    lost: "dict[str, int]"
    """Rows that could not be read, as far as their number is known, or whose target is lost; of memories also those
    whose text does not match its checksum."""


def salvage(app: "App", file: str) -> SalvageReport:
    """Copy all that can be read into a new store; the old one is not changed."""
    from recall_cli.engines.sqlite.cipher import remove_store_files
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.sqlite.salvage import count_rows, salvage_rows
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.server_store import require_file

    require_file(app, "salvage")
    old = os.path.realpath(app.settings.database)
    new = os.path.realpath(os.path.expanduser(file))
    if not os.path.exists(old):
        raise NotFound(f"there is no store at {old}")
    if not os.path.isfile(old):
        raise NotAStore(f"{old} is no ordinary file", "nothing can be saved from it")
    if os.path.lexists(new):
        raise UsageError(f"{file} is there already", "name a new file")
    engine = SqliteEngine(new, write=True, patience=1, version="salvage", now=app.now, key=app.key)
    saved: dict[str, int] = {}
    try:
        known = salvage_rows(engine, old, app.key)
        view = app.full_view
        with Transaction(engine, view, app.now(), write=True) as tx:
            users = [row[0] for row in tx.run("salvage", "owners")]
        doubtful = 0
        for user in users:
            with Transaction(engine, View(user=user), app.now(), write=True, embedder=app.embedder) as tx:
                doubtful += _repair_links(tx)
        engine.checkpoint()
        saved = count_rows(engine, known)
    finally:
        engine.close()
        if not saved:
            remove_store_files(new)
    lost = {name: max(0, rows - saved[name]) + (doubtful if name == "memory" else 0) for name, rows in known.items()}
    return SalvageReport(path=new, saved=saved, lost={name: rows for name, rows in lost.items() if rows})


def _repair_links(tx: "Transaction") -> int:
    """Remove rows without a target and rebuild the indexes; returns how many memories are doubtful."""
    for name in ORPHAN_STATEMENTS:
        tx.run("salvage", name)
    doubtful = find_altered(tx)
    if doubtful:
        tx.run("salvage", "doubtful", numbers=dumps([number for number, _ in doubtful]))
    for number, text in tx.health.without_vector():
        tx.text_changed(number, text)
    tx.vectors.make_searchable(tx.vectors.find_unsearchable())
    tx.search.rebuild()
    return len(doubtful)
