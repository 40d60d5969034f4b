"""From the turns of a session to drafts: the turns are read as one conversation, by rules."""

from recall_cli.domain.draft import ExtractedStatement, PreparedRequest
from recall_cli.domain.receipt import Refusal
from recall_cli.domain.record import Record
from recall_cli.flows.write.think import STORE_AS_IS_HINT, DraftResult, drafts_from_statements
from recall_cli.rules.conversation.read_conversation import KeptStatement, LeftOut, read_conversation
from recall_cli.rules.conversation.turns import Conversation, TalkTurn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.agents.transcripts.turn import Turn
    from recall_cli.app import App

USER_CONFIDENCE, CONFIRMED_CONFIDENCE, AGENT_CONFIDENCE = 0.9, 0.85, 0.75
"""How sure a statement is: typed by the user, the agent's but approved by them, or the agent's alone."""

ABOUT_TAG = "about"
"""The tag that says what a statement is about, if its own words do not."""


class MaskedTurn(Record):
    """A turn with its secrets masked, and its hash."""

    turn: "Turn"
    text: str
    turn_hash: int
    redacted: "tuple[tuple[str, int], ...]"
    failed_tools: "tuple[bool, ...]" = ()
    """For each tool that ran after it: whether it failed."""

    def with_tool(self, *, failed: bool) -> "MaskedTurn":
        """The turn with one more tool that ran after it."""
        return self.but(failed_tools=(*self.failed_tools, failed))


def drafts_from_conversation(
    app: "App", turns: "list[MaskedTurn]", request_of: "Callable[[MaskedTurn], PreparedRequest]"
) -> "list[DraftResult]":
    """The drafts of each turn and what was left out of it."""
    talk = Conversation(
        turns=tuple(
            TalkTurn(speaker=turn.turn.speaker, text=turn.text, failed_tools=turn.failed_tools) for turn in turns
        )
    )
    result = read_conversation(talk)
    by_turn: dict[tuple[int, str, str], list[KeptStatement]] = {}
    for statement in result.statements:
        by_turn.setdefault((statement.turn, statement.source, statement.about), []).append(statement)
    drafted = []
    for (at, source, about), statements in by_turn.items():
        request = request_of(turns[at]).but(source=source, tags={ABOUT_TAG: about} if about else {})
        found = tuple(_extracted(statement, turns[at].turn.speaker) for statement in statements)
        drafted.append(drafts_from_statements(app, request, found))
    drafted.append(DraftResult(refused=tuple(map(_refusal, result.left_out))))
    return drafted


def _extracted(statement: KeptStatement, speaker: str) -> ExtractedStatement:
    """A kept statement as the store takes it: with the fact that the grammar read in it, if its words are unchanged."""
    confirmed = statement.source == "user" and speaker != "user"
    confidence = CONFIRMED_CONFIDENCE if confirmed else USER_CONFIDENCE if speaker == "user" else AGENT_CONFIDENCE
    speech = "plain" if statement.source == "user" else "inferred"
    if statement.draft is not None:
        if speaker == "user":
            speech, confidence = statement.draft.speech, min(confidence, max(statement.draft.confidence, 0.6))
        return statement.draft.but(
            type=statement.type, importance=statement.importance, confidence=confidence, speech=speech, speaker=None
        )
    return ExtractedStatement(
        text=statement.text,
        type=statement.type,
        importance=statement.importance,
        confidence=confidence,
        span=statement.span,
        speech=speech,
    )


def _refusal(left_out: LeftOut) -> Refusal:
    return Refusal(text=left_out.text, gate="extraction", reason=left_out.reason, hint=STORE_AS_IS_HINT)
