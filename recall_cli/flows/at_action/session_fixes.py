"""Links what a session learned with the errors that it fixed, so that the same error finds it in any later session."""

from recall_cli.agents.transcripts import clients, session_file
from recall_cli.agents.transcripts.tool_calls import READERS, join_calls
from recall_cli.domain.json_text import dumps_utf8, loads
from recall_cli.flows.projects import is_memory_enabled
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.masking import mask_fields
from recall_cli.flows.write.think import DraftResult, new_draft
from recall_cli.rules.actions.fixes import Fix, SessionEvent, describe_fix, explains, find_fixes
from recall_cli.rules.actions.memory_keys import FAILED_COMMAND, FIXED_ERRORS, MAX_FIXED_ERRORS, read_fixed_errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.agents.transcripts.tool_calls import CallPart
    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.agents.session_ingest import AgentSession

MAX_NEW_FINDINGS = 3
"""Findings made of one session's tool calls, where nobody explained the fix."""
FINDING_CONFIDENCE = 0.6
"""That a change fixed an error follows only from the order of events."""


def link_session_fixes(app: "App", session: "AgentSession") -> None:
    """Link the fixes of a session with what it stored, or store the fix itself."""
    from recall_cli.flows.agents.session_ingest import may_ingest

    if session.session is None or not may_ingest(app, session):
        return
    store_fixes(app, session, find_session_fixes(session))


def find_session_fixes(session: "AgentSession") -> "list[Fix]":
    """The errors that a session fixed, from its transcript."""
    events = [
        SessionEvent(
            command=call.command, changed_files=call.changed_files, output=call.output, failed=call.failed, at=call.at
        )
        for call in join_calls(_call_parts(session))
    ]
    return find_fixes(events)


def store_fixes(app: "App", session: "AgentSession", fixes: "list[Fix]") -> None:
    """Link fixes with what the session stored, or store the fixes themselves."""
    if not fixes:
        return
    with app.write_transaction(app.view(session.agent)) as tx:
        if is_memory_enabled(tx, session.place):
            _store_fixes(app, tx, session, fixes)


def _call_parts(session: "AgentSession") -> "Iterable[CallPart]":
    read = READERS[session.agent]
    if session.agent in clients.DATABASE_CLIENTS:
        from recall_cli.flows.agents.session_turns import database_parts

        rows = database_parts(session.path, session.session or "")
        return [part for row in rows for part in read(row)]
    return (part for entry in session_file.read_entries(session.path) for part in read(entry))


def _store_fixes(app: "App", tx: "Transaction", session: "AgentSession", fixes: "list[Fix]") -> None:
    """Add each fix to the memory that explains it best; store a few of the others as findings."""
    memories = [memory for memory in tx.memories.from_session(str(session.session)) if memory.deleted_at is None]
    known = {error for memory in memories for error in read_fixed_errors(memory.metadata)}
    new: list[Fix] = []
    for fix in fixes:
        errors = [error.text for error in fix.errors]
        if known.intersection(errors):
            continue
        best = max(memories, key=lambda memory: explains(memory.text, memory.created_at, fix), default=None)
        if best is not None and explains(best.text, best.created_at, fix):
            _add_fix(tx, session, best, fix)
        elif describe_fix(fix) and len(new) < MAX_NEW_FINDINGS:
            new.append(fix)
        known.update(errors)
    if new:
        drafts = tuple(_draft_of(app, session, fix) for fix in new)
        keep_drafts(app, tx, DraftResult(drafts=drafts), session.place, exact=False, kind="transcript")


def _add_fix(tx: "Transaction", session: "AgentSession", memory: "Memory", fix: Fix) -> None:
    """Note in a memory which errors it fixed."""
    metadata = loads(memory.metadata) if memory.metadata else {}
    if not isinstance(metadata, dict):
        return
    values = mask_fields({"metadata": {**metadata, **_fix_metadata(fix)}})[0]["metadata"]
    op = tx.operations.add("transcript", trust="agent", agent=session.agent, session=session.session)
    changed = tx.memories.change(op, memory.n, {"metadata": dumps_utf8(values)})
    tx.operations.add_touched(op, 1 if changed else 0)
    if not changed:
        tx.operations.discard_if_empty(op)


def _fix_metadata(fix: Fix) -> "dict[str, object]":
    errors = [error.text for error in fix.errors][:MAX_FIXED_ERRORS]
    return {FIXED_ERRORS: errors, FAILED_COMMAND: fix.command}


def _draft_of(app: "App", session: "AgentSession", fix: Fix) -> "Draft":
    """A fix as a finding. What it quotes came from tools, so it has their trust, and a doubtful text is held."""
    from recall_cli.rules.injection import hold_reason

    now = app.now()
    fields = mask_fields({"text": describe_fix(fix), "metadata": _fix_metadata(fix)})[0]
    at = fix.passed_at if fix.passed_at is not None and fix.passed_at <= now else now
    return new_draft(
        **fields,
        type="finding",
        source="tool",
        trust="tool",
        confidence=FINDING_CONFIDENCE,
        agent=session.agent,
        session=session.session,
        created_at=at,
        updated_at=now,
        extracted_by="rules",
        held=hold_reason({**fields, "trust": "tool"}),
        vector=app.embedder().embed(fields["text"]),
    )
