"""The number of memories that a session may still add, and which ones: the best of all its statements."""

from recall_cli.rules.intake.session_limit import statement_worth, worth_limit
from recall_cli.rules.text.normalize import fold_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App
    from recall_cli.domain.draft import Draft
    from recall_cli.flows.write.think import DraftResult


class SessionQuota:
    """The limit of one session, across all parts in which it is read."""

    def __init__(self, app: "App", session_id: "str | None") -> None:
        self._most = int(app.settings["sessions.max_memories"])
        self._taken = 0
        if session_id:
            with app.read_transaction() as tx:
                self._taken = tx.memories.count_of_session(session_id)
        self._floor, self._ties = 0.0, 0
        self._seen: set[str] = set()
        self._measured = False

    def set_threshold(self, results: "Iterable[DraftResult]") -> None:
        """Weigh all statements of the session, so that the best of all of them are chosen."""
        worths = {fold_text(draft.text): statement_worth(draft) for result in results for draft in result.drafts}
        self._floor, self._ties = worth_limit(worths.values(), self._most - self._taken)
        self._measured = True

    def choose(self, drafts: "tuple[Draft, ...]") -> "tuple[tuple[Draft, ...], int]":
        """The statements of a part that are kept, and the number left out. Repeated statements do not count."""
        worths = {
            fold_text(draft.text): statement_worth(draft) for draft in drafts if fold_text(draft.text) not in self._seen
        }
        if not self._measured:
            self._floor, self._ties = worth_limit(worths.values(), self._most - self._taken)
        left_out = {text for text, worth in worths.items() if worth < self._floor or self._exceeds_limit(worth)}
        self._seen |= worths.keys() - left_out
        self._taken += len(worths) - len(left_out)
        chosen = tuple(draft for draft in drafts if fold_text(draft.text) not in left_out)
        return chosen, len(left_out)

    def _exceeds_limit(self, value: float) -> bool:
        if self._ties and value == self._floor:
            self._ties -= 1
            return True
        return False
