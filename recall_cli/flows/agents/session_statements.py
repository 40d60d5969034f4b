"""From the turns of a session to drafts, by rules: the few statements that are worth keeping."""

from recall_cli.domain.draft import PreparedRequest
from recall_cli.domain.record import Record
from recall_cli.domain.turn import SPOKEN, Turn
from recall_cli.flows.write.think import DraftResult, drafts_from_statements
from recall_cli.rules.conversation import choose
from recall_cli.rules.conversation.signs import Signs
from recall_cli.rules.conversation.statements import split_turns
from recall_cli.rules.intake.extraction import extracted_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.app import App


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


def drafts_from_conversation(
    app: "App", turns: "list[MaskedTurn]", request_of: "Callable[[MaskedTurn], PreparedRequest]", limit: int
) -> "list[DraftResult]":
    """The drafts of the statements that the rules choose, at most `limit`."""
    said = [turn.masked for turn in turns]
    statements = split_turns(said)
    chosen = choose.choose_statements(said, statements, limit)
    signs = Signs(said, statements) if chosen else None
    drafted = []
    for statement in chosen:
        assert signs is not None
        request = request_of(turns[statement.turn])
        type_ = choose.statement_type(statement, signs.read(statement))
        drafted.append(drafts_from_statements(app, request, (extracted_statement(statement, request.text, type_),)))
    return drafted
