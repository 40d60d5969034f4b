"""All memories of a project held against its code, and what a person says of those that no longer agree.

Nothing is changed here by itself: code that changed says nothing about whether a belief is still true.
"""

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.brief.anchors import anchor_states, follow_renames, renew_anchors
from recall_cli.flows.edit.memory_edits import update_if_changed
from recall_cli.rules.places.staleness import ANCHOR_STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.rules.places.staleness import AnchorStatus

GIT_TIMEOUT_SECONDS = 5.0
"""Seconds that git is waited for: whoever verifies has the time."""


class CheckedMemory(Record):
    """A memory and how its code stands."""

    memory: Memory
    standing: "tuple[AnchorStatus, ...]"

    @property
    def state(self) -> str:
        """That of the worst of its anchors."""
        return max((one.state for one in self.standing), key=ANCHOR_STATES.index)


def verify(app: "App", project: "str | None" = None) -> "list[CheckedMemory]":
    """Every memory of the project one is in that speaks of code, with how that stands; the worst first."""
    from recall_cli.flows.projects import projects_to_read

    with app.read_transaction() as tx:
        numbers = projects_to_read(app, tx, project)
        memories = [memory for number in numbers or () for memory in tx.projects.anchored_memories(number)]
        stands = anchor_states(tx, memories, GIT_TIMEOUT_SECONDS)
    found = [
        CheckedMemory(memory=memory, standing=tuple(follow_renames(stands[memory.n])))
        for memory in memories
        if memory.n in stands
    ]
    return sorted(found, key=lambda one: -ANCHOR_STATES.index(one.state))


def confirm_memory(app: "App", checked: CheckedMemory) -> "int | None":
    """The belief stands: anchored anew to the code as it is now; the operation."""
    return _correct_and_anchor(app, checked, {})


def reword_memory(app: "App", checked: CheckedMemory, text: str) -> "int | None":
    """The belief in other words, anchored anew; the operation."""
    return _correct_and_anchor(app, checked, {"text": text})


def expire_memory(app: "App", checked: CheckedMemory) -> "int | None":
    """The belief ends now; the operation."""
    return update_if_changed(app, checked.memory.id, {"valid_until": app.now()}, kind="verify")[1]


def _correct_and_anchor(app: "App", checked: CheckedMemory, columns: "dict[str, object]") -> "int | None":
    anchors = renew_anchors([*checked.standing])
    kept = dumps_utf8(anchors) if anchors else None
    return update_if_changed(app, checked.memory.id, {**columns, "anchors": kept}, kind="verify")[1]
