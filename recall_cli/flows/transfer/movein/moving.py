"""Moving in: everything that a source tells, through the one import, so that a second run changes nothing."""

import os

from recall_cli.domain.scope import INCLUDABLE, Filters
from recall_cli.engines.sqlite.foreign import copied
from recall_cli.flows.transfer.exchange import Importer
from recall_cli.flows.transfer.import_report import Imported
from recall_cli.flows.transfer.import_run import ImportRun
from recall_cli.flows.transfer.movein.sources import LINES, STORE, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall_cli.app import App
    from recall_cli.workplace import Workplace


def move_in(
    app: "App",
    source: Source,
    place: "Workplace | str | None",
    progress: "Callable[[int], None]",
    run: ImportRun,
    *,
    streamed: bool = False,
) -> Imported:
    """Import what a source tells, as a part of one run: what is here already stays as it is."""
    own = source.program == STORE
    told = not own and source.program not in (LINES, "json", "csv")
    importer = Importer(
        app, place, dry_run=run.dry_run, told=told, streamed=streamed, run=run, file=source.name or source.path
    )
    lines = enumerate(_store(app, source.path), 1) if own else source.records()
    if not source.mark:
        return importer.run(lines, lambda: progress(importer.created + importer.known))
    from recall_cli.flows.transfer.movein.renewal import Renewal

    renewal = Renewal(importer, source.mark, source.name)
    importer.run(renewal.watched(lines), lambda: progress(importer.created + importer.known))
    renewal.end_vanished()
    return importer.report()


def _store(app: "App", path: str) -> "Iterator[bytes]":
    """Another store of ours as the lines of its export, from a copy, so that nothing is written beside it."""
    import shutil

    from recall_cli import __version__
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.exporting import exported

    copy = copied(path)
    try:
        engine = SqliteEngine(copy, write=True, patience=1.0, version=__version__, now=app.now)
        try:
            with Transaction(engine, app.view(), app.now()) as tx:
                for line in exported(tx, Filters(include=frozenset(INCLUDABLE))):
                    yield line.encode("utf-8", "surrogatepass")
        finally:
            engine.close()
    finally:
        shutil.rmtree(os.path.dirname(copy), ignore_errors=True)
