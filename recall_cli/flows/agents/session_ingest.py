"""Session ingest: the turns of a transcript become memories, and the position in it moves with them.

The turns, the position and the memories are written in one transaction. So a process that is killed loses nothing and
stores nothing twice. If another process reads the same transcript, that is noticed there and the work is dropped.
"""

from recall_cli.agents.transcripts.turn import TOOL, TOOL_FAILED
from recall_cli.domain.draft import PreparedRequest
from recall_cli.domain.receipt import Receipt, strongest_status
from recall_cli.domain.record import Record
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.session_quota import SessionQuota
from recall_cli.flows.agents.session_statements import MaskedTurn, drafts_from_conversation
from recall_cli.flows.projects import is_memory_enabled
from recall_cli.flows.write.jobs import LeaseLost
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.masking import mask_fields
from recall_cli.flows.write.think import MODEL_EXTRACTORS, DraftResult, drafts_from_session
from recall_cli.rules.beliefs import trust
from recall_cli.rules.secrets import mask
from recall_cli.rules.text import normalize
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from recall_cli.agents.transcripts.session_file import Position, TranscriptPart
    from recall_cli.agents.transcripts.turn import Turn
    from recall_cli.app import App
    from recall_cli.domain.job import ClaimedJob
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

SESSION_CHANNEL = "agent"
"""The agent writes the transcript, so the agent is the channel even for the words of the user."""
MAX_TURN_ID_LETTERS = 100
EARLIEST_TURN_MS = 1_577_836_800_000
"""2020: no coding agent wrote transcripts before. An earlier time is a mistake and replaced by the present."""


class AgentSession(Record):
    """A session to ingest."""

    agent: str
    path: str
    key: str
    """The key of its position: the file's path, and for a database also the session."""
    session: "str | None" = None
    folder: "str | None" = None
    place: "Workplace | str | None" = None


class IngestResult(Record):
    """The result of one part of a session."""

    turns: int = 0
    receipt: Receipt = Receipt(status="refused")
    left_out: int = 0
    """Statements over the limit of a session."""

    def combine(self, other: "IngestResult") -> "IngestResult":
        """The result of both parts together."""
        return IngestResult(
            turns=self.turns + other.turns,
            receipt=merge_receipts(self.receipt, other.receipt),
            left_out=self.left_out + other.left_out,
        )


def merge_receipts(first: Receipt, second: Receipt) -> Receipt:
    """Two receipts of one operation as one."""
    memories = first.memories + second.memories
    return Receipt(
        status=strongest_status(memories),
        memories=memories,
        refused=first.refused + second.refused,
        redacted=first.redacted + second.redacted,
        op=second.op if second.op is not None else first.op,
    )


def measure_quota(app: "App", session: AgentSession, parts: "Callable[[], Iterable[TranscriptPart]]") -> SessionQuota:
    """The quota of a session. If it has several parts, all of them are weighed first."""
    quota = SessionQuota(app, session.session)
    first_parts = parts()
    if next(iter(first_parts), None) is not None and next(iter(first_parts), None) is not None:
        quota.set_threshold(
            _think_turns(app, session, turns, "rules")
            for _, turns in (_split_known_turns(app, session, part) for part in parts())
        )
    return quota


def _split_known_turns(
    app: "App", session: AgentSession, part: "TranscriptPart"
) -> "tuple[list[int], list[MaskedTurn]]":
    """The turns of a part: the hashes of those that were read before, and the new ones."""
    turns = _mask_turns(session, part)
    with app.read_transaction() as tx:
        known = tx.transcripts.known_turns([turn.turn_hash for turn in turns])
    return sorted(known), [turn for turn in turns if turn.turn_hash not in known]


def ingest_part(
    app: "App",
    session: AgentSession,
    part: "TranscriptPart",
    previous: "Position",
    *,
    quota: SessionQuota,
    extractor: str = "rules",
    so_far: "IngestResult | None" = None,
    kind: str = "transcript",
    job: "ClaimedJob | None" = None,
    dry_run: bool = False,
) -> IngestResult:
    """Draft memories from the new turns of a part, then store them and move the position in one transaction.

    A job is finished in the same transaction, with the result of all its parts. LeaseLost: another process is reading
    the transcript.
    """
    so_far = so_far or IngestResult()
    op = so_far.receipt.op
    known_turns, turns = _split_known_turns(app, session, part)
    with app.read_transaction() as tx:
        enabled = may_ingest(app, session) and is_memory_enabled(tx, session.place)
    drafted = _think_turns(app, session, turns if enabled else [], extractor)
    drafts, left_out = quota.choose(drafted.drafts)
    drafted = drafted.but(drafts=drafts)
    view = app.view(session.agent)
    with app.dry_run(view) if dry_run else app.write_transaction(view) as tx:
        if not dry_run:
            _advance_position(tx, session, part, previous, turns)
            tx.transcripts.renew_turns(known_turns)
        receipt = keep_drafts(app, tx, drafted, session.place, exact=False, op=_open_operation(tx, op), kind=kind)
        if drafted.failed is not None and not dry_run:
            receipt = _retry_with_model(app, tx, session, turns, receipt, drafted)
        result = IngestResult(turns=len(turns), receipt=receipt, left_out=left_out)
        total = so_far.combine(result)
        if job is not None and not tx.jobs.finish(job, job_result(total), total.receipt.op):
            raise LeaseLost
        return result


def may_ingest(app: "App", session: AgentSession) -> bool:
    """Whether memory is on for this agent and the session is not private."""
    if switches.off_reason(app, session.agent) is not None:
        return False
    return session.session is None or not switches.is_private(app, session.session)


def _mask_turns(session: AgentSession, part: "TranscriptPart") -> "list[MaskedTurn]":
    """The turns that have a text, masked, each once."""
    masked_turns: dict[int, MaskedTurn] = {}
    last = None
    for turn in part.turns:
        if turn.speaker == TOOL:
            if last is not None:
                masked_turns[last] = masked_turns[last].with_tool(failed=turn.text == TOOL_FAILED)
            continue
        text = normalize.repair_unicode(remove_inserted_blocks(turn.text))[0].strip()
        masked, redacted = mask_fields({"text": text})
        if text:
            last = hash_ = _turn_hash(session.agent, turn, masked["text"])
            masked_turns[hash_] = MaskedTurn(
                turn=turn, text=masked["text"], turn_hash=hash_, redacted=tuple(redacted.items())
            )
    return [*masked_turns.values()]


def _turn_hash(agent: str, turn: "Turn", text: str) -> int:
    """The hash of a turn, from the client's id or time and its masked text."""
    from hashlib import blake2b

    identity = "\0".join((agent, turn.id or str(turn.at), turn.speaker, text))
    return int.from_bytes(
        blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True
    )


def _think_turns(app: "App", session: AgentSession, turns: "list[MaskedTurn]", extractor: str) -> DraftResult:
    """The drafts of the turns, which are read as one conversation: by rules, or by the model."""
    if extractor in MODEL_EXTRACTORS and turns:
        whole = drafts_from_session(app, _dialogue_request(app, session, turns), session.place, extractor)
        results = [_attribute_to_turns(app, session, whole, turns)]
    else:
        results = drafts_from_conversation(app, turns, lambda turn: _turn_request(app, session, turn))
    redacted: dict[str, int] = {}
    counts = [turn.redacted for turn in turns] + [result.redacted for result in results]
    for kind, count in (pair for pairs in counts for pair in pairs):
        redacted[kind] = redacted.get(kind, 0) + count
    return DraftResult(
        drafts=tuple(draft for result in results for draft in result.drafts),
        refused=tuple(refusal for result in results for refusal in result.refused),
        redacted=tuple(sorted(redacted.items())),
        failed=next((result.failed for result in results if result.failed is not None), None),
    )


def _turn_request(app: "App", session: AgentSession, masked_turn: MaskedTurn) -> PreparedRequest:
    """A turn as a request to store: from the agent, at the time of the turn."""
    now = app.now()
    created_at = (
        masked_turn.turn.at
        if masked_turn.turn.at is not None and EARLIEST_TURN_MS <= masked_turn.turn.at <= now
        else now
    )
    source = "user" if masked_turn.turn.speaker == "user" else "agent"
    return PreparedRequest(
        text=masked_turn.text,
        source=source,
        trust=trust.trust_of_source(SESSION_CHANNEL, source),
        agent=session.agent,
        session=session.session,
        shared=False,
        tags={},
        created_at=created_at,
        updated_at=now,
        metadata=turn_metadata(masked_turn.turn),
    )


def turn_metadata(turn: "Turn") -> "dict[str, str] | None":
    """The turn that a memory comes from, as its client names it; None if the name could be anything else."""
    letters = turn.id.replace("-", "").replace("_", "")
    if not (letters.isalnum() and letters.isascii()) or len(turn.id) > MAX_TURN_ID_LETTERS or mask(turn.id).found:
        return None
    return {"turn": turn.id}


def _attribute_to_turns(
    app: "App", session: AgentSession, result: DraftResult, turns: "list[MaskedTurn]"
) -> DraftResult:
    """The drafts of a whole conversation, each with the turn that has its words: who spoke there has said it.

    So no model can give the agent's words to the user.
    """
    drafts = []
    for draft in result.drafts:
        words = draft.span or draft.text
        found = [turn for turn in turns if words in turn.text]
        if found:
            said = _turn_request(app, session, found[-1])
            draft = draft.but(metadata=said.metadata, created_at=said.created_at)
            if all(turn.turn.speaker != "user" for turn in found):
                draft = draft.but(source=said.source, trust=trust.lowest_trust(draft.trust, said.trust))
        else:
            draft = draft.but(metadata=None)
        drafts.append(draft)
    return result.but(drafts=tuple(drafts))


def _dialogue_request(app: "App", session: AgentSession, turns: "list[MaskedTurn]") -> PreparedRequest:
    """All turns as one request, a text with its speakers, for a model that reads them together."""
    names = {"user": "User", "assistant": "Assistant", "subagent": "Assistant"}
    text = "\n\n".join(f"{names[masked_turn.turn.speaker]}: {masked_turn.text}" for masked_turn in turns)
    last = turns[-1]
    return _turn_request(app, session, last.but(text=text, turn=last.turn.but(speaker="user")))


def _advance_position(
    tx: "Transaction", session: AgentSession, part: "TranscriptPart", previous: "Position", turns: "list[MaskedTurn]"
) -> None:
    """Move the position and record the turns, unless another process has done so."""
    position = (part.end.at, part.end.mark)
    if not tx.transcripts.advance(session.key, session.agent, (previous.at, previous.mark), position):
        raise LeaseLost
    if turns and not tx.transcripts.record_turns([masked_turn.turn_hash for masked_turn in turns]):
        raise LeaseLost


def _open_operation(tx: "Transaction", op: "int | None") -> "int | None":
    """The operation to continue, unless it was undone meanwhile."""
    operation = None if op is None else tx.operations.by_number(op)
    return None if operation is None or operation.undone_by is not None else op


def _retry_with_model(
    app: "App",
    tx: "Transaction",
    session: AgentSession,
    turns: "list[MaskedTurn]",
    receipt: Receipt,
    thought: DraftResult,
) -> Receipt:
    """Queue the turns that the rules read, because the model failed, to be read by the model later."""
    from recall_cli.flows.write.re_extraction import queue_re_extraction

    assert thought.failed is not None
    return queue_re_extraction(app, tx, _dialogue_request(app, session, turns), session.place, receipt, thought.failed)


def job_result(ingest_result: IngestResult) -> "dict[str, object]":
    """The result that is stored with a job: ids and counts, no text."""
    return {
        "status": ingest_result.receipt.status,
        "memories": [stored.memory.id for stored in ingest_result.receipt.memories],
        "count": len(ingest_result.receipt.memories),
        "turns": ingest_result.turns,
        "refused": len(ingest_result.receipt.refused),
        "left_out": ingest_result.left_out,
    }
