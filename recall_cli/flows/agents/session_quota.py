"""How many memories a session may still bring, and which: the best of all that it says, the others are counted."""

from recall_cli.rules.intake.session_limit import statement_worth, worth_limit
from recall_cli.rules.text.normalize import fold_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.write.think import DraftResult


class SessionQuota:
    """The limit of one session, over all the parts that it is read in."""

    def __init__(self, app: "App", session_id: "str | None") -> None:
        self._most = int(app.settings["sessions.max_memories"])
        self._taken = 0
        if session_id:
            with app.read_transaction() as tx:
                self._taken = tx.memories.count_of_session(session_id)
        self._floor, self._ties = 0.0, 0
        self._seen: set[str] = set()
        self._measured = False

    def set_threshold(self, thoughts: "Iterable[DraftResult]") -> None:
        """Look at everything that the session says, so that the best of all of it is chosen."""
        found = {fold_text(draft["text"]): statement_worth(draft) for thought in thoughts for draft in thought.drafts}
        self._floor, self._ties = worth_limit(found.values(), self._most - self._taken)
        self._measured = True

    def choose(self, drafts: "tuple[dict[str, Any], ...]") -> "tuple[tuple[dict[str, Any], ...], int]":
        """The statements of a part that are kept, and how many are not. What was said before takes no room."""
        new = {
            fold_text(draft["text"]): statement_worth(draft)
            for draft in drafts
            if fold_text(draft["text"]) not in self._seen
        }
        if not self._measured:
            self._floor, self._ties = worth_limit(new.values(), self._most - self._taken)
        left_out = {text for text, value in new.items() if value < self._floor or self._exceeds_limit(value)}
        self._seen |= new.keys() - left_out
        self._taken += len(new) - len(left_out)
        kept = tuple(draft for draft in drafts if fold_text(draft["text"]) not in left_out)
        return kept, len(left_out)

    def _exceeds_limit(self, value: float) -> bool:
        if self._ties and value == self._floor:
            self._ties -= 1
            return True
        return False
