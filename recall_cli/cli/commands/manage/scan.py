"""recall scan: find secrets in stored data."""

from recall_cli.cli.output.formatting import ACCENT, DIM, make_printable
from recall_cli.cli.parsing.params import option
from recall_cli.cli.reply import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.cli.output.formatting import Cell
    from recall_cli.cli.output.terminal import Screen
    from recall_cli.flows.edit.scan import ScanResult, SecretFinding

PARAMS = (
    option("fix", "Mask secrets permanently: no undo, removed from the file.", kind="flag"),
    option("dry_run", "Only report secrets (default).", kind="flag"),
)
EXAMPLES = (
    ("recall admin scan", "kinds and ids, never the secret; repeat after upgrades"),
    ("recall admin scan --fix", "in memories, their history, the log, jobs, project names"),
)


def scan(app: "App", *, fix: bool, dry_run: bool) -> Reply:
    """Check all stored data with the current secret rules.

    --fix masks secrets in place and removes their old text from the file. That cannot be undone.
    """
    from recall_cli.domain.errors import UsageError
    from recall_cli.flows.edit.scan import scan as look

    if fix and dry_run:
        raise UsageError("--fix and --dry-run exclude each other")
    result = look(app, fix=fix)
    if not result.file_cleaned:
        app.note("another recall process is reading: run recall admin scan --fix again to clear the -wal file")
    return Reply(
        lambda: _report_document(result), lambda: _report_lines(result), lambda out: _print_findings(out, result)
    )


def _kinds_text(finding: "SecretFinding") -> str:
    return make_printable(", ".join(f"{count} {kind}" for kind, count in finding.kinds))


def _report_lines(result: "ScanResult") -> "list[str]":
    lines = [
        "\t".join((finding.place, finding.id, ",".join(finding.columns), _kinds_text(finding)))
        for finding in result.findings
    ]
    return [*lines, summary(result)]


def summary(result: "ScanResult") -> str:
    """The result of a scan, in one line."""
    count = sum(result.kinds.values())
    if not count:
        return f"no secrets found ({result.rows:,} rows checked)"
    what = f"{count:,} secret{'' if count == 1 else 's'} in {len(result.findings):,} of {result.rows:,} rows"
    if result.op is None:
        return f"{what} (recall admin scan --fix masks them)"
    if not result.remaining:
        return f"masked {what} (cannot be undone)"
    rows = len(result.remaining)
    names = ", ".join(f"{row.place} {row.id}" for row in result.remaining[:5])
    return (
        f"found {what}; masked all but those in {rows:,} row{'' if rows == 1 else 's'} "
        f"({make_printable(names)}{' …' if rows > 5 else ''}), which would still look like a secret: delete or rename "
        f"{'it' if rows == 1 else 'them'} by hand (masking cannot be undone)"
    )


def _report_document(result: "ScanResult") -> "dict[str, object]":
    names = ("memory", "change", "job", "operation", "project", "asked")
    places: dict[str, list[dict[str, object]]] = {name: [] for name in names}
    for finding in result.findings:
        entry: dict[str, object] = {
            "id": int(finding.id) if finding.place in ("operation", "project", "asked") else finding.id
        }
        if finding.op:
            entry["operation"] = finding.op
        kinds = [{"kind": kind, "count": count} for kind, count in finding.kinds]
        places[finding.place].append({**entry, "columns": [*finding.columns], "kinds": kinds})
    return {
        "secrets": [{"kind": kind, "count": count} for kind, count in result.kinds.items()],
        "total": sum(result.kinds.values()),
        "memories": places["memory"],
        "changes": places["change"],
        "jobs": places["job"],
        "operations": places["operation"],
        "projects": places["project"],
        "questions": places["asked"],
        "rows": result.rows,
        "fixed": result.op is not None and not result.remaining,
        "left": [{"place": finding.place, "id": finding.id} for finding in result.remaining],
        "operation": result.op,
        "emptied": result.file_cleaned,
    }


def _print_findings(out: "Screen", result: "ScanResult") -> None:
    rows: list[list[Cell]] = []
    for finding in result.findings:
        id_, columns = out.short_id(finding.id), ", ".join(finding.columns)
        rows.append([finding.place, (id_, ACCENT), (_kinds_text(finding), "yellow"), (columns, DIM)])
    out.table(rows)
    out.footer(summary(result))
