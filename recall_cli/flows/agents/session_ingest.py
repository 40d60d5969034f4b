"""Session ingest: the turns of a transcript become memories, and the position in it moves with them.

The turns, the position and the memories are written in one transaction. So a process that is killed loses nothing and
stores nothing twice. If another process reads the same transcript, that is noticed there and the work is dropped.
"""

from recall_cli.agents.transcripts.clients import DATABASE_CLIENTS
from recall_cli.domain.draft import PreparedRequest
from recall_cli.domain.receipt import Receipt, strongest_status
from recall_cli.domain.record import Record
from recall_cli.domain.turn import AGENT, SPOKEN, USER, Turn
from recall_cli.flows.agents import switches
from recall_cli.flows.model.drafts import drafts_from_model
from recall_cli.flows.model.reading import conversation_request
from recall_cli.flows.projects import is_memory_enabled
from recall_cli.flows.write.jobs import LeaseLost
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.masking import add_counts, mask_fields
from recall_cli.flows.write.re_extraction import queue_re_extraction
from recall_cli.flows.write.think import MODEL_EXTRACTORS, DraftResult, drafts_from_statements
from recall_cli.rules.beliefs import trust
from recall_cli.rules.conversation import choose
from recall_cli.rules.conversation.choose import MAX_LINES
from recall_cli.rules.conversation.condense import condense
from recall_cli.rules.conversation.signs import Signs
from recall_cli.rules.conversation.statements import split_turns
from recall_cli.rules.intake.extraction import extracted_statement
from recall_cli.rules.secrets import mask
from recall_cli.rules.text import normalize
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks
from recall_cli.workplace import path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.agents.transcripts.session_file import Position, TranscriptPart
    from recall_cli.app import App
    from recall_cli.domain.errors import ModelFailed
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
    session: "str | None" = None
    folder: "str | None" = None
    place: "Workplace | str | None" = None

    @property
    def key(self) -> str:
        """The key of its position: the file's path, and for a database also the session."""
        return f"{path_key(self.path)}#{self.session}" if self.agent in DATABASE_CLIENTS else path_key(self.path)


class MaskedTurn(Record):
    """A turn with its secrets masked, and its hash."""

    turn: "Turn"
    text: str
    turn_hash: int
    redacted: "tuple[tuple[str, int], ...]"

    @property
    def is_spoken(self) -> bool:
        """Whether somebody said it; a tool's call or a note of the client is no such turn."""
        return self.turn.speaker in SPOKEN

    @property
    def masked(self) -> Turn:
        """The turn with its masked text."""
        return self.turn.but(text=self.text)


class IngestResult(Record):
    """The result of one part of a session."""

    turns: int = 0
    calls: int = 0
    """How often the model was asked, or would be asked after a dry run."""
    failed: "ModelFailed | None" = None
    """Why the model could not read it."""
    receipt: Receipt = Receipt(status="refused")

    def combine(self, other: "IngestResult") -> "IngestResult":
        """The result of both parts together."""
        return IngestResult(
            turns=self.turns + other.turns,
            calls=self.calls + other.calls,
            failed=other.failed or self.failed,
            receipt=merge_receipts(self.receipt, other.receipt),
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


def ingest_part(
    app: "App",
    session: AgentSession,
    part: "TranscriptPart",
    previous: "Position",
    *,
    extractor: str = "rules",
    so_far: "IngestResult | None" = None,
    kind: str = "transcript",
    job: "ClaimedJob | None" = None,
    dry_run: bool = False,
) -> IngestResult:
    """Draft memories from the new turns of a part, then store them and move the position in one transaction.

    A job is finished in the same transaction, with the result of all its parts. LeaseLost: another process is reading
    the transcript. A dry run asks no model. A model that could not be reached for an earlier part is not asked again.
    """
    so_far = so_far or IngestResult()
    op = so_far.receipt.op
    turns = _mask_turns(session, part)
    with app.read_transaction() as tx:
        known_turns = tx.transcripts.known_turns([turn.turn_hash for turn in turns if turn.is_spoken])
        enabled = may_ingest(app, session) and is_memory_enabled(tx, session.place)
    turns = [turn for turn in turns if turn.turn_hash not in known_turns]
    request, drafted = _draft_turns(
        app, session, turns if enabled else [], extractor, unreachable=so_far.failed, dry_run=dry_run
    )
    view = app.view(session.agent)
    with app.dry_run(view) if dry_run else app.write_transaction(view) as tx:
        if not dry_run:
            _advance_position(tx, session, part, previous, turns)
            tx.transcripts.renew_turns(sorted(known_turns))
        receipt = keep_drafts(app, tx, drafted, session.place, exact=False, op=_open_operation(tx, op), kind=kind)
        if drafted.failed is not None and request is not None:
            receipt = queue_re_extraction(app, tx, request, session.place, receipt, drafted.failed)
        result = IngestResult(
            turns=sum(turn.is_spoken for turn in turns),
            calls=int(request is not None),
            failed=drafted.failed,
            receipt=receipt,
        )
        total = so_far.combine(result)
        if job is not None and not tx.jobs.finish(job, job_result(total), total.receipt.op):
            raise LeaseLost
        return result


def may_ingest(app: "App", session: AgentSession) -> bool:
    """Whether memory is on for this agent and the session is not private."""
    if switches.off_reason(app, session.agent) is not None:
        return False
    return not switches.is_private_session(app, session.session, session.folder)


def _mask_turns(session: AgentSession, part: "TranscriptPart") -> "list[MaskedTurn]":
    """The turns that have a text, masked; what somebody said stands there once."""
    masked_turns: list[MaskedTurn] = []
    seen: set[int] = set()
    for turn in part.turns:
        text = normalize.repair_unicode(remove_inserted_blocks(turn.text))[0].strip()
        masked, redacted = mask_fields({"text": text})
        hash_ = _turn_hash(session.agent, turn, masked["text"]) if turn.speaker in SPOKEN else 0
        if not text or hash_ in seen:
            continue
        seen |= {hash_} - {0}
        masked_turns.append(
            MaskedTurn(turn=turn, text=masked["text"], turn_hash=hash_, redacted=tuple(redacted.items()))
        )
    return masked_turns


def _turn_hash(agent: str, turn: "Turn", text: str) -> int:
    """The hash of a turn, from the client's id or time and its masked text."""
    from hashlib import blake2b

    identity = "\0".join((agent, turn.id or str(turn.at), turn.speaker, text))
    return int.from_bytes(
        blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True
    )


def _draft_turns(
    app: "App",
    session: AgentSession,
    turns: "list[MaskedTurn]",
    extractor: str,
    *,
    unreachable: "ModelFailed | None",
    dry_run: bool,
) -> "tuple[PreparedRequest | None, DraftResult]":
    """The conversation for the model, if one is to read it, and the drafts: the model's, or the rules' if it fails."""
    request = _dialogue_request(app, session, turns) if extractor in MODEL_EXTRACTORS else None
    if extractor not in MODEL_EXTRACTORS:
        drafted = _read_by_rules(app, session, turns)
    elif request is None or dry_run:
        drafted = DraftResult()
    else:
        if unreachable is not None and not unreachable.billed:
            drafted = DraftResult(failed=unreachable)
        else:
            drafted = drafts_from_model(app, request, session.place, extractor)
        if drafted.failed is not None:
            drafted = _read_by_rules(app, session, turns).but(failed=drafted.failed)
    return request, drafted.but(redacted=add_counts(drafted.redacted, *(turn.redacted for turn in turns)))


def _read_by_rules(app: "App", session: AgentSession, turns: "list[MaskedTurn]") -> DraftResult:
    """The drafts of the few statements that the rules choose."""
    masked_turns = [turn.masked for turn in turns]
    statements = split_turns(masked_turns)
    chosen = choose.choose_statements(masked_turns, statements, remaining_lines(app, session.session))
    signs = Signs(masked_turns, statements) if chosen else None
    results = []
    for statement in chosen:
        assert signs is not None
        request = _turn_request(app, session, turns[statement.turn])
        type_ = choose.statement_type(statement, signs.read(statement))
        results.append(drafts_from_statements(app, request, (extracted_statement(statement, request.text, type_),)))
    return DraftResult(
        drafts=tuple(draft for result in results for draft in result.drafts),
        refused=tuple(refusal for result in results for refusal in result.refused),
        redacted=add_counts(*(result.redacted for result in results)),
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


def _dialogue_request(app: "App", session: AgentSession, turns: "list[MaskedTurn]") -> "PreparedRequest | None":
    """The conversation of the turns as one request of the agent; None if it is only the work of a subagent."""
    if not any(turn.turn.speaker in (USER, AGENT) for turn in turns):
        return None
    requests = [_turn_request(app, session, turn) for turn in turns]
    said = [
        turn.masked.but(id=(request.metadata or {}).get("turn", ""), at=request.created_at)
        for turn, request in zip(turns, requests, strict=True)
    ]
    passages = condense(said)
    own = requests[-1].but(source="agent", trust=trust.trust_of_source(SESSION_CHANNEL, "agent"))
    return conversation_request(own, passages) if passages else None


def _advance_position(
    tx: "Transaction", session: AgentSession, part: "TranscriptPart", previous: "Position", turns: "list[MaskedTurn]"
) -> None:
    """Move the position and record the turns, unless another process has done so."""
    position = (part.end.at, part.end.mark)
    if not tx.transcripts.advance(session.key, session.agent, (previous.at, previous.mark), position):
        raise LeaseLost
    spoken = [masked_turn.turn_hash for masked_turn in turns if masked_turn.is_spoken]
    if spoken and not tx.transcripts.record_turns(spoken):
        raise LeaseLost


def _open_operation(tx: "Transaction", op: "int | None") -> "int | None":
    """The operation to continue, unless it was undone meanwhile."""
    operation = None if op is None else tx.operations.by_number(op)
    return None if operation is None or operation.undone_by is not None else op


def job_result(ingest_result: IngestResult) -> "dict[str, object]":
    """The result that is stored with a job: ids and counts, no text."""
    return {
        "status": ingest_result.receipt.status,
        "memories": [stored.memory.id for stored in ingest_result.receipt.memories],
        "count": len(ingest_result.receipt.memories),
        "turns": ingest_result.turns,
        "refused": len(ingest_result.receipt.refused),
    }


def remaining_lines(app: "App", session_id: "str | None") -> int:
    """The lines that the rules may still keep: none of a session in which the agent itself stored something."""
    if not session_id:
        return MAX_LINES
    with app.read_transaction() as tx:
        by_agent, extracted = tx.memories.counts_of_session(session_id)
    return 0 if by_agent else max(0, MAX_LINES - extracted)
