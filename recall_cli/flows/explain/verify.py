"""Checks the code that a project's memories are anchored to, and applies your decision where it changed.

Nothing is changed automatically: a memory can be true although its code changed.
"""

from recall_cli.domain.json_text import dumps_utf8
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.brief.anchors import anchor_states, follow_renames, renew_anchors
from recall_cli.flows.edit.memory_edits import update_if_changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Columns
    from recall_cli.rules.places.staleness import AnchorStatus

GIT_TIMEOUT_SECONDS = 5.0
"""How long to wait for git, in seconds; this check need not be fast."""


CHECKED_STATES = ("unchanged", "moved", "changed", "gone")
"""In order, from best to worst."""


class CheckedMemory(Record):
    """A memory and the state of its anchors."""

    memory: Memory
    anchor_statuses: "tuple[AnchorStatus, ...]" = ()

    @property
    def state(self) -> str:
        """The worst state of its anchors."""
        return max((anchor.state for anchor in self.anchor_statuses), key=CHECKED_STATES.index)


def verify(app: "App", project: "str | None" = None) -> "list[CheckedMemory]":
    """The memories of a project that are anchored to code, with their states; the worst first."""
    from recall_cli.flows.projects import projects_to_read

    with app.read_transaction() as tx:
        numbers = projects_to_read(app, tx, project)
        memories = [memory for number in numbers or () for memory in tx.projects.anchored_memories(number)]
        states = anchor_states(tx, memories, GIT_TIMEOUT_SECONDS)
    checked = [
        CheckedMemory(memory=memory, anchor_statuses=tuple(follow_renames(states[memory.n])))
        for memory in memories
        if memory.n in states
    ]
    return sorted(checked, key=lambda memory: -CHECKED_STATES.index(memory.state))


def confirm_memory(app: "App", checked: CheckedMemory, text: "str | None" = None) -> "int | None":
    """Anchor a memory to the code as it is now, with another text if one is given. Returns the operation."""
    anchors = renew_anchors([*checked.anchor_statuses])
    columns: Columns = {"anchors": dumps_utf8(anchors) if anchors else None}
    if text is not None:
        columns["text"] = text
    return update_if_changed(app, checked.memory.id, columns, kind="verify")[1]


def expire_memory(app: "App", checked: CheckedMemory) -> "int | None":
    """Let a memory expire now. Returns the operation."""
    return update_if_changed(app, checked.memory.id, {"valid_until": app.now()}, kind="verify")[1]
