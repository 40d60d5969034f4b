"""Import every memory of a source. A second run of the same import changes nothing."""

from recall_cli.domain.scope import INCLUDE_CHOICES, Filters
from recall_cli.flows.transfer.import_report import ImportReport
from recall_cli.flows.transfer.import_run import ImportRun
from recall_cli.flows.transfer.importing import Importer
from recall_cli.flows.transfer.movein.sources import JSON_LINES, RECALL_STORE, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall_cli.app import App
    from recall_cli.workplace import Workplace


def move_in(
    app: "App",
    source: Source,
    workplace: "Workplace | str | None",
    progress: "Callable[[int], None]",
    import_run: ImportRun,
    *,
    streamed: bool = False,
) -> ImportReport:
    """Import the memories of a source, as a part of one run. Known memories stay as they are."""
    is_store = source.program == RECALL_STORE
    importer = Importer(
        app,
        workplace,
        dry_run=import_run.dry_run,
        from_other_program=not is_store and source.program not in (JSON_LINES, "json"),
        streamed=streamed,
        import_run=import_run,
        file=source.name or source.path,
    )
    lines = enumerate(_store_lines(app, source.path), 1) if is_store else source.records()
    report, reimport = importer.report, None
    if source.mark:
        from recall_cli.flows.transfer.movein.reimport import Reimport

        reimport = Reimport(importer, source.mark, source.name)
    importer.run(lines, lambda: progress(report.created + report.known))
    if reimport is not None:
        reimport.end_missing()
    return report


def _store_lines(app: "App", path: str) -> "Iterator[bytes]":
    """The export of another store. A copy of it is read, so that nothing is written next to it."""
    from recall_cli import __version__
    from recall_cli.engines.sqlite.copied_store import CopiedStore
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.transfer.exporting import export_lines

    engine = CopiedStore(path, write=True, patience=1.0, version=__version__, now=app.now)
    try:
        with Transaction(engine, app.view(), app.now()) as tx:
            for line in export_lines(tx, Filters(include=frozenset(INCLUDE_CHOICES))):
                yield line.encode("utf-8", "surrogatepass")
    finally:
        engine.close()
