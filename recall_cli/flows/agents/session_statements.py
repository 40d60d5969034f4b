"""From the turns of a session to drafts: the turns are read as one conversation, by rules."""

from recall_cli.domain.draft import ExtractedStatement, PreparedRequest
from recall_cli.domain.receipt import Refusal
from recall_cli.flows.write.think import STORE_AS_IS_HINT, DraftResult, drafts_from_statements
from recall_cli.rules.conversation.reading import KeptStatement, LeftOut, read_conversation
from recall_cli.rules.conversation.turns import Conversation, TalkTurn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App
    from recall_cli.flows.agents.session_ingest import MaskedTurn

USER_CONFIDENCE, CONFIRMED_CONFIDENCE, AGENT_CONFIDENCE = 0.9, 0.85, 0.75
"""How sure a statement is: typed by the user, the agent's but approved by them, or the agent's alone."""


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
    kept: dict[tuple[int, str], list[KeptStatement]] = {}
    for statement in result.kept:
        kept.setdefault((statement.turn, statement.source), []).append(statement)
    drafted = []
    for (at, source), statements in kept.items():
        request = request_of(turns[at]).but(source=source)
        found = tuple(_extracted(statement, turns[at].turn.speaker) for statement in statements)
        drafted.append(drafts_from_statements(app, request, found))
    drafted.append(DraftResult(refused=tuple(map(_refusal, result.left_out))))
    return drafted


def _extracted(kept: KeptStatement, speaker: str) -> ExtractedStatement:
    """A kept statement as the store takes it: with the fact that the grammar read in it, if its words are unchanged."""
    confirmed = kept.source == "user" and speaker != "user"
    confidence = CONFIRMED_CONFIDENCE if confirmed else USER_CONFIDENCE if speaker == "user" else AGENT_CONFIDENCE
    speech = "plain" if kept.source == "user" else "inferred"
    if kept.draft is not None:
        if speaker == "user":
            speech, confidence = kept.draft.speech, min(confidence, max(kept.draft.confidence, 0.6))
        return kept.draft.but(
            type=kept.type, importance=kept.importance, confidence=confidence, speech=speech, speaker=None
        )
    return ExtractedStatement(
        text=kept.text, type=kept.type, importance=kept.importance, confidence=confidence, span=kept.span, speech=speech
    )


def _refusal(left_out: LeftOut) -> Refusal:
    return Refusal(text=left_out.text, gate="extraction", reason=left_out.reason, hint=STORE_AS_IS_HINT)
