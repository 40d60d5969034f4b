"""recall audit: the tamper-evident log of writes."""

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.parsing.params import argument, option
from recall_cli.cli.reply import Reply
from recall_cli.domain.errors import UsageError
from recall_cli.domain.moment import format_iso

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.tables.audit import AuditEntry

PARAMS = (
    argument("what", "verify or export.", default="verify", choices=("verify", "export")),
    option("head", "A digest noted earlier; it must still be in the chain.", metavar="DIGEST"),
)
EXAMPLES = (
    ("recall admin audit verify", "no row was changed, removed or moved"),
    ("recall admin audit verify --head 7c1e…", "and nothing before this head was rewritten (note it elsewhere)"),
    ("recall admin audit export > audit.jsonl", "who, what, when, how long, tokens, cost; hashes of inputs"),
)


def audit(app: "App", *, what: str, head: "str | None") -> Reply:
    """Verify or export the log of writes. Each row is chained to the previous one by a hash.

    Verification finds rows that were changed, removed or moved. Anyone who can write the file can also build a new
    chain. To detect that, note the head that verify prints somewhere else, and pass it later with --head.
    """
    from recall_cli.flows.explain.audit import audit_entries, verify_chain

    if what == "export":
        if head is not None:
            raise UsageError("--head works with verify only")
        return Reply(
            lambda: {"audit": [_entry_document(entry) for entry in audit_entries(app)]},
            lambda: (_entry_json(entry) for entry in audit_entries(app)),
        )
    if head is not None and not (0 < len(head) <= 64 and set(head.lower()) <= set("0123456789abcdef")):
        raise UsageError("--head takes a digest that recall admin audit verify prints", "up to 64 hexadecimal digits")
    result = verify_chain(app, head)

    def lines() -> "list[str]":
        lines = [f"row {fault.n}: {make_printable(fault.problem)}" for fault in result.faults[:20]]
        if result.unrecorded:
            some = "operation is" if result.unrecorded == 1 else "operations are"
            lines.append(f"{result.unrecorded:,} {some} not in the log")
        if result.head_found is False:
            lines.append("the given head is not in the chain: the chain was rewritten")
        gone = f", {result.forgotten:,} anonymised" if result.forgotten else ""
        lines.append(
            f"{'intact' if result.intact else 'NOT intact'}: {result.rows:,} row{'' if result.rows == 1 else 's'}{gone}"
        )
        return [*lines, f"head {result.head}"] if result.rows else lines

    return Reply(
        lambda: {
            "whole": result.intact,
            "rows": result.rows,
            "forgotten": result.forgotten,
            "unrecorded": result.unrecorded,
            "head": result.head,
            "head_found": result.head_found,
            "faults": [fault.fields() for fault in result.faults],
        },
        lines,
        status=0 if result.intact else 1,
    )


def _entry_document(entry: "AuditEntry") -> "dict[str, object]":
    fields = entry.fields()
    took = fields.pop("duration_ms")
    return {**fields, "at": _time(entry.at), "ms": took}


def _time(at: int) -> str:
    """The time in a row; unchanged if it is not a valid time (someone edited it)."""
    try:
        return str(format_iso(at))
    except (TypeError, ValueError, OverflowError):
        return str(at)


def _entry_json(entry: "AuditEntry") -> str:
    from recall_cli.domain.json_text import dumps_utf8

    return dumps_utf8(_entry_document(entry))
