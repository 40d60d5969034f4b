"""Checks what a project's memories rest on, and applies your decision on those whose ground changed.

A memory rests on the code that it is anchored to, and on beliefs whose value it repeats. Nothing is changed
automatically: a memory can be true although its code changed, or the belief behind it ended.
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
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.staleness import AnchorStatus

GIT_TIMEOUT_SECONDS = 5.0
"""How long to wait for git, in seconds; this check need not be fast."""


MAYBE_OUTDATED = "maybe outdated"
"""The state of a memory that rests on a belief that has ended."""
CHECKED_STATES = ("unchanged", "moved", MAYBE_OUTDATED, "changed", "gone")
"""In order, from best to worst."""


class CheckedMemory(Record):
    """A memory, the state of its anchors, and the memories that may have made it outdated."""

    memory: Memory
    anchor_statuses: "tuple[AnchorStatus, ...]" = ()
    outdated_by: "tuple[Memory, ...]" = ()

    @property
    def state(self) -> str:
        """The worst state of its anchors and of the beliefs that it rests on."""
        states = [anchor.state for anchor in self.anchor_statuses]
        return max([*states, MAYBE_OUTDATED] if self.outdated_by else states, key=CHECKED_STATES.index)


def verify(app: "App", project: "str | None" = None) -> "list[CheckedMemory]":
    """The memories of a project that are anchored to code or may be outdated, with their states; the worst first."""
    from recall_cli.flows.projects import projects_to_read

    with app.read_transaction() as tx:
        numbers = projects_to_read(app, tx, project)
        memories = [memory for number in numbers or () for memory in tx.projects.anchored_memories(number)]
        states = anchor_states(tx, memories, GIT_TIMEOUT_SECONDS)
        outdated = _find_outdated(tx, None if numbers is None else [*numbers])
    marked = {memory.n: memory for memory, _ in outdated.values()}
    checked = [
        CheckedMemory(
            memory=memory,
            anchor_statuses=tuple(follow_renames(states.get(memory.n, []))),
            outdated_by=outdated[memory.n][1] if memory.n in outdated else (),
        )
        for memory in {**{memory.n: memory for memory in memories if memory.n in states}, **marked}.values()
    ]
    return sorted(checked, key=lambda memory: -CHECKED_STATES.index(memory.state))


def _find_outdated(tx: "Transaction", projects: "list[int] | None") -> "dict[int, tuple[Memory, tuple[Memory, ...]]]":
    """The memories that may be outdated, each with those that made it so."""
    numbers = tx.links.all_outdated(projects)
    marks = tx.links.outdated(numbers)
    return {
        memory.n: (memory, tuple(tx.memories.by_number([mark.by for mark in marks[memory.n]])))
        for memory in tx.memories.by_number(numbers)
    }


def confirm_memory(app: "App", checked: CheckedMemory) -> "int | None":
    """Confirm a memory: anchor it to the code as it is now, and take its mark off. Returns the operation."""
    if checked.outdated_by:
        return _confirm_outdated(app, checked)
    return _correct_and_anchor(app, checked, {})


def reword_memory(app: "App", checked: CheckedMemory, text: str) -> "int | None":
    """Give a memory another text and anchor it to the code as it is now. Returns the operation."""
    return _correct_and_anchor(app, checked, {"text": text})


def expire_memory(app: "App", checked: CheckedMemory) -> "int | None":
    """Let a memory expire now. Returns the operation."""
    return update_if_changed(app, checked.memory.id, {"valid_until": app.now()}, kind="verify")[1]


def _confirm_outdated(app: "App", checked: CheckedMemory) -> int:
    """Take the mark off a memory, and anchor it anew if it is anchored. Returns the operation."""
    anchors = renew_anchors([*checked.anchor_statuses])
    with app.write_transaction() as tx:
        op = tx.operations.add("verify", trust=app.channel, agent=app.agent)
        changes: Columns = {"anchors": dumps_utf8(anchors), "updated_at": tx.now} if anchors else {}
        if not tx.memories.change(op, checked.memory.n, changes):
            tx.operations.record_change(op, checked.memory.n, {}, {})
        tx.links.confirm(op, checked.memory.n)
        tx.operations.add_touched(op, 1)
    return op


def _correct_and_anchor(app: "App", checked: CheckedMemory, columns: "Columns") -> "int | None":
    anchors = renew_anchors([*checked.anchor_statuses])
    anchors_json = dumps_utf8(anchors) if anchors else None
    return update_if_changed(app, checked.memory.id, {**columns, "anchors": anchors_json}, kind="verify")[1]
