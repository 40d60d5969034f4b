"""Listening: the turns of a session file become memories, and the place that was reached moves with them.

What is read, the place and what is kept go into one transaction, so that whoever is killed in between loses nothing
and doubles nothing; another reader of the same file is noticed there, and what was thought is given up.
"""

from recall_cli.domain.receipt import Receipt, Refusal, strongest_status
from recall_cli.domain.record import Record
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.session_quota import SessionQuota
from recall_cli.flows.projects import is_memory_enabled
from recall_cli.flows.write.jobs import LeaseLost
from recall_cli.flows.write.keep import keep_drafts
from recall_cli.flows.write.masking import mask_fields
from recall_cli.flows.write.think import DraftResult, drafts_from_session, drafts_from_turn
from recall_cli.rules.beliefs import trust
from recall_cli.rules.text import normalize
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from recall_cli.agents.transcripts.session_file import Position, TranscriptPart
    from recall_cli.agents.transcripts.turn import Turn
    from recall_cli.app import App
    from recall_cli.domain.job import ClaimedJob
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

SESSION_CHANNEL = "agent"
"""A session file is the agent's to write: the words of the person in it are told by the agent."""
EARLIEST_TURN_MS = 1_577_836_800_000
"""2020: no coding agent wrote anything down before; an earlier time is a mistake, and now stands for it."""


class AgentSession(Record):
    """A session to listen to."""

    agent: str
    path: str
    key: str
    """What its place is remembered under: the file's path, for a database with the session."""
    session: "str | None" = None
    folder: "str | None" = None
    place: "Workplace | str | None" = None


class MaskedTurn(Record):
    """A turn made fit to be thought about: masked, with its number."""

    turn: "Turn"
    text: str
    turn_hash: int
    redacted: "tuple[tuple[str, int], ...]"


class IngestResult(Record):
    """What a part of a session came to."""

    turns: int = 0
    receipt: Receipt = Receipt(status="refused")
    left_out: int = 0
    """Statements beyond what a session may bring."""

    def combine(self, other: "IngestResult") -> "IngestResult":
        """Two parts of a session as one."""
        return IngestResult(
            turns=self.turns + other.turns,
            receipt=merge_receipts(self.receipt, other.receipt),
            left_out=self.left_out + other.left_out,
        )


def merge_receipts(first: Receipt, second: Receipt) -> Receipt:
    """Two receipts of one operation as one."""
    kept = first.memories + second.memories
    return Receipt(
        status=strongest_status(kept), memories=kept, refused=first.refused + second.refused,
        redacted=first.redacted + second.redacted, op=second.op if second.op is not None else first.op,
    )  # fmt: skip


def measure_quota(app: "App", session: AgentSession, parts: "Callable[[], Iterable[TranscriptPart]]") -> SessionQuota:
    """How many memories a session may still bring; of one in several parts everything is weighed first."""
    room = SessionQuota(app, session.session)
    some = parts()
    if next(iter(some), None) is not None and next(iter(some), None) is not None:
        room.set_threshold(
            _think_turns(app, session, turns, "rules")
            for _, turns in (_split_known_turns(app, session, one) for one in parts())
        )
    return room


def _split_known_turns(
    app: "App", session: AgentSession, part: "TranscriptPart"
) -> "tuple[list[int], list[MaskedTurn]]":
    """The turns of a part: the numbers of those that were read before, and the others, if they may be kept."""
    turns = _mask_turns(session, part)
    with app.read_transaction() as tx:
        before = tx.transcripts.known_turns([one.turn_hash for one in turns])
    return sorted(before), [one for one in turns if one.turn_hash not in before]


def ingest_part(
    app: "App", session: AgentSession, part: "TranscriptPart", previous: "Position", *, quota: SessionQuota, extractor: str = "rules",
    so_far: "IngestResult | None" = None, kind: str = "transcript", job: "ClaimedJob | None" = None, dry_run: bool = False,
) -> IngestResult:  # fmt: skip
    """Think about the new turns of a part, then keep what came of them and move the place, both or neither.

    With a job, that is finished in the same transaction, with what came of all its parts. Overtaken: somebody else is
    reading the file.
    """
    so_far = so_far or IngestResult()
    op = so_far.receipt.op
    again, turns = _split_known_turns(app, session, part)
    with app.read_transaction() as tx:
        on = may_ingest(app, session) and is_memory_enabled(tx, session.place)
    thought = _think_turns(app, session, turns if on else [], extractor)
    drafts, left_out = quota.choose(thought.drafts)
    thought = thought.but(drafts=drafts)
    view = app.view(session.agent)
    with app.dry_run(view) if dry_run else app.write_transaction(view) as tx:
        if not dry_run:
            _advance_position(tx, session, part, previous, turns)
            tx.transcripts.renew_turns(again)
        receipt = keep_drafts(app, tx, thought, session.place, exact=False, op=_open_operation(tx, op), kind=kind)
        if thought.failed is not None and not dry_run:
            receipt = _retry_with_model(app, tx, session, turns, receipt, thought)
        listened = IngestResult(turns=len(turns), receipt=receipt, left_out=left_out)
        whole = so_far.combine(listened)
        if job is not None and not tx.jobs.finish(job, job_result(whole), whole.receipt.op):
            raise LeaseLost
        return listened


def may_ingest(app: "App", session: AgentSession) -> bool:
    """Is memory on for this agent, and the session not private?"""
    if switches.off_reason(app, session.agent) is not None:
        return False
    return session.session is None or not switches.is_private(app, session.session)


def _mask_turns(session: AgentSession, part: "TranscriptPart") -> "list[MaskedTurn]":
    """The turns that say something, masked, each once."""
    found: dict[int, MaskedTurn] = {}
    for turn in part.turns:
        text = normalize.repair_unicode(remove_inserted_blocks(turn.text))[0].strip()
        clean, redacted = mask_fields({"text": text})
        if text:
            number = _turn_hash(session.agent, turn, clean["text"])
            found[number] = MaskedTurn(
                turn=turn, text=clean["text"], turn_hash=number, redacted=tuple(redacted.items())
            )
    return [*found.values()]


def _turn_hash(agent: str, turn: "Turn", text: str) -> int:
    """A turn as a number, from what the client calls it and its masked words."""
    from hashlib import blake2b

    told = "\0".join((agent, turn.id or str(turn.at), turn.speaker, text))
    return int.from_bytes(blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def _think_turns(app: "App", session: AgentSession, turns: "list[MaskedTurn]", extractor: str) -> DraftResult:
    """What the turns came to: each read by itself by rules, or all together by the model."""
    if extractor == "claude" and turns:
        thoughts = [drafts_from_session(app, _dialogue_request(app, session, turns), session.place)]
    else:
        thoughts = [
            _refuse_denied(thought) if _is_denied(one, turns[place : place + 1]) else thought
            for place, one in enumerate(turns, 1)
            for thought in (drafts_from_turn(app, _turn_request(app, session, one), one.turn.speaker),)
        ]
    redacted: dict[str, int] = {}
    hidden = [one.redacted for one in turns] + [thought.redacted for thought in thoughts]
    for kind, count in (pair for some in hidden for pair in some):
        redacted[kind] = redacted.get(kind, 0) + count
    return DraftResult(
        drafts=tuple(draft for thought in thoughts for draft in thought.drafts),
        refused=tuple(refusal for thought in thoughts for refusal in thought.refused),
        redacted=tuple(sorted(redacted.items())),
        failed=next((thought.failed for thought in thoughts if thought.failed is not None), None),
    )


def _is_denied(masked_turn: MaskedTurn, following: "list[MaskedTurn]") -> bool:
    """Did the agent say it, and its user at once that it is wrong?"""
    if masked_turn.turn.speaker != "assistant" or not following or following[0].turn.speaker != "user":
        return False
    from recall_cli.rules.reading.claims.denials import denies

    return denies(following[0].text, masked_turn.text)


def _refuse_denied(thought: DraftResult) -> DraftResult:
    """Nothing of what the user denied is kept."""
    reason = "the user said that it is wrong"
    said = (Refusal(text=draft["text"], gate="extraction", reason=reason) for draft in thought.drafts)
    return thought.but(drafts=(), refused=(*thought.refused, *said))


def _turn_request(app: "App", session: AgentSession, masked_turn: MaskedTurn) -> "dict[str, Any]":
    """A turn as what is said of a memory: told by the agent, at the time when it was said."""
    now = app.now()
    at = (
        masked_turn.turn.at
        if masked_turn.turn.at is not None and EARLIEST_TURN_MS <= masked_turn.turn.at <= now
        else now
    )
    source = "user" if masked_turn.turn.speaker == "user" else "agent"
    return {
        "text": masked_turn.text, "source": source, "trust": trust.trust_of_source(SESSION_CHANNEL, source), "agent": session.agent,
        "session": session.session, "shared": False, "tags": {}, "created_at": at, "updated_at": now,
        "extracted_by": "none",
    }  # fmt: skip


def _dialogue_request(app: "App", session: AgentSession, turns: "list[MaskedTurn]") -> "dict[str, Any]":
    """All turns as one text with its speakers, for a model that reads them together."""
    names = {"user": "User", "assistant": "Assistant"}
    text = "\n\n".join(f"{names[one.turn.speaker]}: {one.text}" for one in turns)
    last = turns[-1]
    return {**_turn_request(app, session, last.but(turn=last.turn.but(speaker="user"))), "text": text}


def _advance_position(
    tx: "Transaction", session: AgentSession, part: "TranscriptPart", previous: "Position", turns: "list[MaskedTurn]"
) -> None:
    """The place moves on and the turns are heard, unless somebody else was here."""
    now = (part.left.at, part.left.mark)
    if not tx.transcripts.advance(session.key, session.agent, (previous.at, previous.mark), now):
        raise LeaseLost
    if turns and not tx.transcripts.record_turns([one.turn_hash for one in turns]):
        raise LeaseLost


def _open_operation(tx: "Transaction", op: "int | None") -> "int | None":
    """The operation to go on with, unless it was taken back meanwhile."""
    found = None if op is None else tx.operations.by_number(op)
    return None if found is None or found.undone_by is not None else op


def _retry_with_model(
    app: "App",
    tx: "Transaction",
    session: AgentSession,
    turns: "list[MaskedTurn]",
    receipt: Receipt,
    thought: DraftResult,
) -> Receipt:
    """What the rules read in place of the model waits to be read again."""
    from recall_cli.flows.write.re_extraction import queue_re_extraction

    assert thought.failed is not None
    return queue_re_extraction(app, tx, _dialogue_request(app, session, turns), session.place, receipt, thought.failed)


def job_result(ingest_result: IngestResult) -> "dict[str, Any]":
    """What is remembered of a job: ids and counts, never words."""
    return {
        "status": ingest_result.receipt.status,
        "memories": [kept.memory.id for kept in ingest_result.receipt.memories],
        "count": len(ingest_result.receipt.memories),
        "turns": ingest_result.turns,
        "refused": len(ingest_result.receipt.refused),
        "left_out": ingest_result.left_out,
    }
