"""The tools that need a right of their own: erasing for good, and the audit log."""

from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.moment import format_iso
from recall_cli.flows.explain.audit import audit_entries, verify_chain
from recall_cli.serve.fenced import count_text, fence_lines, memory_lines
from recall_cli.serve.tool import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.flows.explain.audit import AuditResult
    from recall_cli.serve.session import Session


def erase_memories(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Erase memories for good, with a receipt; without `confirm` show what would go."""
    from recall_cli.flows.edit.erase import erase
    from recall_cli.flows.edit.erase_selection import EraseRequest

    ids = tuple(values["ids"] or ())
    chosen = {name: values[name] for name in ("query", "topic", "project")}
    if bool(ids) == any(value is not None for value in chosen.values()):
        raise UsageError("name what to erase", "either ids, or any of query, topic and project")
    app = session.app
    receipt = erase(app, EraseRequest(ids=ids, **chosen), confirmed=values["confirm"])
    if receipt.dry_run:
        with app.read_transaction() as tx:
            shown = [memory for memory in receipt.shown if memory.held is None]
            block = fence_lines(tx, memory_lines(tx, shown))
        text = f"{count_text(len(receipt.memories))} would be erased; confirm erases them for good\n{block}"
        return ToolResult(text=text)
    text = f"erased {count_text(len(receipt.memories))}"
    if session.grant.knows_store_numbers:  # else others may have stored the same words
        text += f"; {receipt.trace_count} traces left in {len(receipt.files)} files"
        if receipt.session_files:
            text += f"; {len(receipt.session_files)} session files of agents still hold the words, and stay as they are"
    if not receipt.finished:
        reason = receipt.unfinished_reason or "somebody is reading the store"
        text += f"; the old bytes go with the next maintenance ({reason})"
    return ToolResult(text=text)


def verify_audit(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Check the chain of the log."""
    head = values["head"]
    if head is not None and not set(head.lower()) <= set("0123456789abcdef"):
        raise UsageError("head is a digest of hexadecimal digits", "verify_audit shows the newest one")
    result = verify_chain(session.app, head)
    if not session.grant.knows_store_numbers:
        return _verify_own_rows(session, result)
    lines = [f"row {fault.n}: {fault.problem}" for fault in result.faults[:20]]
    if result.head_found is False:
        lines.append("the given head is not in the log: it was rewritten")
    lines.append(f"{'intact' if result.intact else 'NOT intact'}: {result.rows:,} rows, head {result.head}")
    return ToolResult(text="\n".join(lines))


def _verify_own_rows(session: "Session", result: "AuditResult") -> ToolResult:
    """The result of the check without what it tells of other users: it names no row, and counts those of the user."""
    from recall_cli.engines.tables.audit import CHAIN_START

    rows, head = 0, CHAIN_START
    for entry in audit_entries(session.app):
        rows, head = rows + 1, entry.digest
    state = "intact" if result.intact else "NOT intact (recall admin audit verify shows where)"
    text = f"{state}: {rows:,} rows, head {head}"
    if result.head_found is False:
        text = f"the given head is not in the log: it was rewritten\n{text}"
    return ToolResult(text=text)


def export_audit(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """The newest rows of the log."""
    from collections import deque

    rows = []
    for entry in deque(audit_entries(session.app), maxlen=values["limit"]):
        fields = {**entry.fields(), "at": format_iso(entry.at)}
        hidden = () if session.grant.knows_store_numbers else ("n", "op")
        rows.append({name: value for name, value in fields.items() if name not in hidden})
    return ToolResult(text="\n".join(map(dumps_utf8, rows)) or "the log is empty")
