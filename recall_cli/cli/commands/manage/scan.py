"""recall scan: find secrets in stored data."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from rich.console import Console

    from recall_cli.app import App
    from recall_cli.flows.edit.scan import ScanResult, SecretFinding

PARAMS = (
    option("fix", "Mask secrets permanently: no undo, removed from the file.", kind="flag"),
    option("dry_run", "Only report secrets (default).", kind="flag"),
)
EXAMPLES = (
    ("recall scan", "kinds and ids, never the secret; repeat after upgrades"),
    ("recall scan --fix", "in memories, their history, the log, jobs, project names"),
)


def scan(app: "App", *, fix: bool, dry_run: bool) -> Reply:
    """Check all stored data with the current secret rules.

    --fix masks secrets in place and removes their old text from the file. That cannot be undone.
    """
    from recall_cli.domain.errors import UsageError
    from recall_cli.flows.edit.scan import scan as look

    if fix and dry_run:
        raise UsageError("--fix and --dry-run exclude each other")
    found = look(app, fix=fix)
    if not found.file_cleaned:
        app.note("another recall process is reading: run recall scan --fix again to clear the -wal file")

    def screen(console: "Any") -> None:
        _print_findings(console, found, [_kinds_text(finding) for finding in found.findings], app.short_id)

    return Reply(lambda: _report_document(found), lambda: _report_lines(found), screen)


def _kinds_text(finding: "SecretFinding") -> str:
    return make_printable(", ".join(f"{count} {kind}" for kind, count in finding.kinds))


def _report_lines(found: "ScanResult") -> "list[str]":
    lines = ["\t".join((one.place, one.id, ",".join(one.columns), _kinds_text(one))) for one in found.findings]
    return [*lines, summary(found)]


def summary(found: "ScanResult") -> str:
    """The result of a scan, in one line."""
    count = sum(found.kinds.values())
    if not count:
        return f"no secrets found ({found.rows:,} rows checked)"
    what = f"{count:,} secret{'' if count == 1 else 's'} in {len(found.findings):,} of {found.rows:,} rows"
    if found.op is None:
        return f"{what} (recall scan --fix masks them)"
    if not found.left:
        return f"masked {what} (cannot be undone)"
    rows = len(found.left)
    names = ", ".join(f"{one.place} {one.id}" for one in found.left[:5])
    return (
        f"found {what}; masked all but those in {rows:,} row{'' if rows == 1 else 's'} "
        f"({make_printable(names)}{' …' if rows > 5 else ''}), which would still look like a secret: delete or rename "
        f"{'it' if rows == 1 else 'them'} by hand (masking cannot be undone)"
    )


def _report_document(found: "ScanResult") -> "dict[str, Any]":
    names = ("memory", "change", "job", "operation", "project", "asked")
    places: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for one in found.findings:
        entry: dict[str, Any] = {"id": int(one.id) if one.place in ("operation", "project", "asked") else one.id}
        if one.op:
            entry["operation"] = one.op
        kinds = [{"kind": kind, "count": count} for kind, count in one.kinds]
        places[one.place].append({**entry, "columns": [*one.columns], "kinds": kinds})
    return {
        "secrets": [{"kind": kind, "count": count} for kind, count in found.kinds.items()],
        "total": sum(found.kinds.values()),
        "memories": places["memory"],
        "changes": places["change"],
        "jobs": places["job"],
        "operations": places["operation"],
        "projects": places["project"],
        "questions": places["asked"],
        "rows": found.rows,
        "fixed": found.op is not None and not found.left,
        "left": [{"place": one.place, "id": one.id} for one in found.left],
        "operation": found.op,
        "emptied": found.file_cleaned,
    }


def _print_findings(
    out: "Console", found: "ScanResult", kinds_texts: "list[str]", short: "Callable[[str], str]"
) -> None:
    """Print where secrets are, or were: row, kinds, columns."""

    from rich.text import Text

    from recall_cli.cli.output.terminal import ACCENT, DIM, make_grid, print_footer

    table = make_grid()
    for finding, kinds in zip(found.findings, kinds_texts, strict=True):
        columns = Text(", ".join(finding.columns), style=DIM)
        table.add_row(finding.place, Text(short(finding.id), style=ACCENT), Text(kinds, style="yellow"), columns)
    if found.findings:
        out.print(table)
    print_footer(out, summary(found))
