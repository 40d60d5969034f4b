"""Listening: the turns of a session file become memories, and the place that was reached moves with them.

What is read, the place and what is kept go into one transaction, so that whoever is killed in between loses nothing
and doubles nothing; another reader of the same file is noticed there, and what was thought is given up.
"""

from recall_cli.domain.receipt import Receipt, Refusal, status_of
from recall_cli.domain.record import Record
from recall_cli.flows.agents import switches
from recall_cli.flows.agents.session_room import Room
from recall_cli.flows.projects import switched_on
from recall_cli.flows.write.jobs import Overtaken
from recall_cli.flows.write.keep import keep
from recall_cli.flows.write.masking import masked
from recall_cli.flows.write.think import Thought, heard, listened
from recall_cli.rules.beliefs import trust
from recall_cli.rules.text import wording
from recall_cli.rules.text.injected import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from recall_cli.agents.transcripts.files import Part, Position
    from recall_cli.agents.transcripts.turn import Turn
    from recall_cli.app import App
    from recall_cli.domain.job import Claimed
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace

CHANNEL = "agent"
"""A session file is the agent's to write: the words of the person in it are told by the agent."""
EARLIEST = 1_577_836_800_000
"""2020: no coding agent wrote anything down before; an earlier time is a mistake, and now stands for it."""


class Session(Record):
    """A session to listen to."""

    agent: str
    path: str
    key: str
    """What its place is remembered under: the file's path, for a database with the session."""
    session: "str | None" = None
    folder: "str | None" = None
    place: "Workplace | str | None" = None


class Heard(Record):
    """A turn made fit to be thought about: masked, with its number."""

    turn: "Turn"
    text: str
    number: int
    redacted: "tuple[tuple[str, int], ...]"


class Listened(Record):
    """What a part of a session came to."""

    turns: int = 0
    receipt: Receipt = Receipt(status="refused")
    left_out: int = 0
    """Statements beyond what a session may bring."""

    def joined(self, other: "Listened") -> "Listened":
        """Two parts of a session as one."""
        return Listened(
            turns=self.turns + other.turns,
            receipt=together(self.receipt, other.receipt),
            left_out=self.left_out + other.left_out,
        )


def together(one: Receipt, other: Receipt) -> Receipt:
    """Two receipts of one operation as one."""
    kept = one.memories + other.memories
    return Receipt(
        status=status_of(kept), memories=kept, refused=one.refused + other.refused,
        redacted=one.redacted + other.redacted, op=other.op if other.op is not None else one.op,
    )  # fmt: skip


def room_of(app: "App", session: Session, parts: "Callable[[], Iterable[Part]]") -> Room:
    """How many memories a session may still bring; of one in several parts everything is weighed first."""
    room = Room(app, session)
    some = parts()
    if next(iter(some), None) is not None and next(iter(some), None) is not None:
        room.measure(
            _thought(app, session, turns, "rules") for _, turns in (_new(app, session, one) for one in parts())
        )
    return room


def _new(app: "App", session: Session, part: "Part") -> "tuple[list[int], list[Heard]]":
    """The turns of a part: the numbers of those that were read before, and the others, if they may be kept."""
    turns = _prepared(session, part)
    with app.reading() as tx:
        before = tx.transcripts.heard([one.number for one in turns])
    return sorted(before), [one for one in turns if one.number not in before]


def listen(
    app: "App", session: Session, part: "Part", was: "Position", *, room: Room, extractor: str = "rules",
    so_far: "Listened | None" = None, kind: str = "transcript", job: "Claimed | None" = None, dry_run: bool = False,
) -> Listened:  # fmt: skip
    """Think about the new turns of a part, then keep what came of them and move the place, both or neither.

    With a job, that is finished in the same transaction, with what came of all its parts. Overtaken: somebody else is
    reading the file.
    """
    so_far = so_far or Listened()
    op = so_far.receipt.op
    again, turns = _new(app, session, part)
    with app.reading() as tx:
        on = may_be_kept(app, session) and switched_on(tx, session.place)
    thought = _thought(app, session, turns if on else [], extractor)
    drafts, left_out = room.choose(thought.drafts)
    thought = thought.but(drafts=drafts)
    view = app.view(session.agent)
    with app.dry_run(view) if dry_run else app.writing(view) as tx:
        if not dry_run:
            _move(tx, session, part, was, turns)
            tx.transcripts.met_again(again)
        receipt = keep(app, tx, thought, session.place, exact=False, op=_standing(tx, op), kind=kind)
        if thought.failed is not None and not dry_run:
            receipt = _again(app, tx, session, turns, receipt, thought)
        listened = Listened(turns=len(turns), receipt=receipt, left_out=left_out)
        whole = so_far.joined(listened)
        if job is not None and not tx.jobs.finish(job, result(whole), whole.receipt.op):
            raise Overtaken
        return listened


def may_be_kept(app: "App", session: Session) -> bool:
    """Is memory on for this agent, and the session not private?"""
    if switches.off(app, session.agent) is not None:
        return False
    return session.session is None or not switches.is_private(app, session.session)


def _prepared(session: Session, part: "Part") -> "list[Heard]":
    """The turns that say something, masked, each once."""
    found: dict[int, Heard] = {}
    for turn in part.turns:
        text = wording.mended(spoken(turn.text))[0].strip()
        clean, redacted = masked({"text": text})
        if text:
            number = _number(session.agent, turn, clean["text"])
            found[number] = Heard(turn=turn, text=clean["text"], number=number, redacted=tuple(redacted.items()))
    return [*found.values()]


def _number(agent: str, turn: "Turn", text: str) -> int:
    """A turn as a number, from what the client calls it and its masked words."""
    from hashlib import blake2b

    told = "\0".join((agent, turn.id or str(turn.at), turn.speaker, text))
    return int.from_bytes(blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def _thought(app: "App", session: Session, turns: "list[Heard]", extractor: str) -> Thought:
    """What the turns came to: each read by itself by rules, or all together by the model."""
    if extractor == "claude" and turns:
        thoughts = [listened(app, _dialogue(app, session, turns), session.place)]
    else:
        thoughts = [
            _denied(thought) if _is_denied(one, turns[place : place + 1]) else thought
            for place, one in enumerate(turns, 1)
            for thought in (heard(app, _said(app, session, one), one.turn.speaker),)
        ]
    redacted: dict[str, int] = {}
    hidden = [one.redacted for one in turns] + [thought.redacted for thought in thoughts]
    for kind, count in (pair for some in hidden for pair in some):
        redacted[kind] = redacted.get(kind, 0) + count
    return Thought(
        drafts=tuple(draft for thought in thoughts for draft in thought.drafts),
        refused=tuple(refusal for thought in thoughts for refusal in thought.refused),
        redacted=tuple(sorted(redacted.items())),
        failed=next((thought.failed for thought in thoughts if thought.failed is not None), None),
    )


def _is_denied(one: Heard, following: "list[Heard]") -> bool:
    """Did the agent say it, and its user at once that it is wrong?"""
    if one.turn.speaker != "assistant" or not following or following[0].turn.speaker != "user":
        return False
    from recall_cli.rules.reading.claims.denials import denies

    return denies(following[0].text, one.text)


def _denied(thought: Thought) -> Thought:
    """Nothing of what the user denied is kept."""
    reason = "the user said that it is wrong"
    said = (Refusal(text=draft["text"], gate="extraction", reason=reason) for draft in thought.drafts)
    return thought.but(drafts=(), refused=(*thought.refused, *said))


def _said(app: "App", session: Session, one: Heard) -> "dict[str, Any]":
    """A turn as what is said of a memory: told by the agent, at the time when it was said."""
    now = app.now()
    at = one.turn.at if one.turn.at is not None and EARLIEST <= one.turn.at <= now else now
    source = "user" if one.turn.speaker == "user" else "agent"
    return {
        "text": one.text, "source": source, "trust": trust.of_source(CHANNEL, source), "agent": session.agent,
        "session": session.session, "shared": False, "tags": {}, "created_at": at, "updated_at": now,
        "extracted_by": "none",
    }  # fmt: skip


def _dialogue(app: "App", session: Session, turns: "list[Heard]") -> "dict[str, Any]":
    """All turns as one text with its speakers, for a model that reads them together."""
    names = {"user": "User", "assistant": "Assistant"}
    text = "\n\n".join(f"{names[one.turn.speaker]}: {one.text}" for one in turns)
    last = turns[-1]
    return {**_said(app, session, last.but(turn=last.turn.but(speaker="user"))), "text": text}


def _move(tx: "Transaction", session: Session, part: "Part", was: "Position", turns: "list[Heard]") -> None:
    """The place moves on and the turns are heard, unless somebody else was here."""
    now = (part.left.at, part.left.mark)
    if not tx.transcripts.move(session.key, session.agent, (was.at, was.mark), now):
        raise Overtaken
    if turns and not tx.transcripts.hear([one.number for one in turns]):
        raise Overtaken


def _standing(tx: "Transaction", op: "int | None") -> "int | None":
    """The operation to go on with, unless it was taken back meanwhile."""
    found = None if op is None else tx.operations.one(op)
    return None if found is None or found.undone_by is not None else op


def _again(
    app: "App", tx: "Transaction", session: Session, turns: "list[Heard]", receipt: Receipt, thought: Thought
) -> Receipt:
    """What the rules read in place of the model waits to be read again."""
    from recall_cli.flows.write.again import stand_in

    assert thought.failed is not None
    return stand_in(app, tx, _dialogue(app, session, turns), session.place, receipt, thought.failed)


def result(listened: Listened) -> "dict[str, Any]":
    """What is remembered of a job: ids and counts, never words."""
    return {
        "status": listened.receipt.status,
        "memories": [kept.memory.id for kept in listened.receipt.memories],
        "count": len(listened.receipt.memories),
        "turns": listened.turns,
        "refused": len(listened.receipt.refused),
        "left_out": listened.left_out,
    }
