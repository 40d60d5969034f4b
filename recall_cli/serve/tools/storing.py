"""The tool that stores a text."""

from recall_cli.domain.draft import StoreRequest
from recall_cli.serve.fenced import fence_lines, memory_lines
from recall_cli.serve.tool import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.receipt import Receipt
    from recall_cli.serve.session import Session

_FIELDS = tuple("text type topic importance confidence entity attribute value classification tags".split())


def store_memory(session: "Session", values: "dict[str, Any]") -> ToolResult:
    """Put a text down, to be read in the background; with `wait` read it now."""
    from recall_cli.flows.write.store import store
    from recall_cli.rules.dates.typed_dates import parse_validity

    app = session.app
    fields: dict[str, Any] = {name: values[name] for name in _FIELDS} | parse_validity(values, app.now())
    request = StoreRequest(
        **fields, shared=values["shared"] or None, session=session.agent_session, caller=app.view().caller
    )
    place = session.place_to_write(values["project"], only_global=values["global"])
    receipt = store(app, request, place, extractor=None, defer=not values["wait"], spool=app.spools, key=values["key"])
    is_in_file = receipt.status == "queued" and bool(app.notes)  # the note says why, and when it is read
    text = "\n".join(_receipt_lines(session, receipt, request, is_in_file=is_in_file))
    after = session.start_reading if receipt.job is not None else None
    return ToolResult(text=text, is_error=receipt.status == "refused", error_code=receipt.status, after=after)


def _receipt_lines(session: "Session", receipt: "Receipt", request: StoreRequest, *, is_in_file: bool) -> "list[str]":
    """What became of a text, in lines for a model."""
    lines = []
    if receipt.status == "queued":
        lines.append(f"stored; {'' if is_in_file else 'it is being read now, and '}later searches find it")
    elif receipt.status == "cached":
        lines.append("known: this text was stored before")
    elif receipt.memories:
        lines.append({"merged": "known, and merged", "duplicate": "known before"}.get(receipt.status, receipt.status))
        lines.append(_stored_block(session, receipt))
    if (request.attribute or request.value) and not (request.entity and request.attribute and request.value):
        lines.append("note: not stored as a fact, which needs entity, attribute and value")
    if receipt.redacted:
        lines.append("note: masked " + ", ".join(f"{count} {kind}" for kind, count in receipt.redacted))
    for refusal in receipt.refused[:5]:
        hint = f" ({refusal.hint})" if refusal.hint and not refusal.hint.startswith("--") else ""
        lines.append(f"not stored ({refusal.gate}): {refusal.reason}{hint}")
    return lines


def _stored_block(session: "Session", receipt: "Receipt") -> str:
    """The memories that a text gave, with what they ended or contest."""
    shown = [outcome for outcome in receipt.memories if outcome.memory.held is None]
    held = len(receipt.memories) - len(shown)
    lines = []
    with session.app.read_transaction() as tx:
        notes = {}
        for outcome in shown:
            ids = tx.memories.short_ids([old.id for old in (*outcome.supersedes, *outcome.contests)])
            ended = [ids[old.id] for old in outcome.supersedes]
            contested = [ids[old.id] for old in outcome.contests]
            notes[outcome.memory.n] = {
                name: found for name, found in (("ended", ended), ("contests", contested)) if found
            }
        lines.append(fence_lines(tx, memory_lines(tx, [outcome.memory for outcome in shown], notes)))
        for outcome in shown:
            for old, _ in outcome.outdated:
                lines.append(
                    f"question {outcome.questions.get(old.n)}: did it replace this older one? update_memory settles it"
                )
                lines.append(fence_lines(tx, memory_lines(tx, [old])))
    if held:
        lines.append(f"{held} held: a person reviews it before anybody sees it")
    return "\n".join(filter(None, lines))
