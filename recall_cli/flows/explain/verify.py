"""All memories of a project held against its code, and what a person says of those that no longer agree.

Nothing is changed here by itself: code that changed says nothing about whether a belief is still true.
"""

from recall_cli.domain.jsontext import dumps_utf8
from recall_cli.domain.memory import Memory
from recall_cli.domain.record import Record
from recall_cli.flows.brief.anchors import anew, standing, traced
from recall_cli.flows.edit.memories import correct
from recall_cli.rules.places.staleness import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.rules.places.staleness import Standing

PATIENCE = 5.0
"""Seconds that git is waited for: whoever verifies has the time."""


class Checked(Record):
    """A memory and how its code stands."""

    memory: Memory
    standing: "tuple[Standing, ...]"

    @property
    def state(self) -> str:
        """That of the worst of its anchors."""
        return max((one.state for one in self.standing), key=STATES.index)


def verify(app: "App", project: "str | None" = None) -> "list[Checked]":
    """Every memory of the project one is in that speaks of code, with how that stands; the worst first."""
    from recall_cli.flows.projects import to_read

    with app.reading() as tx:
        numbers = to_read(app, tx, project)
        memories = [memory for number in numbers or () for memory in tx.projects.anchored(number)]
        stands = standing(tx, memories, PATIENCE)
    found = [
        Checked(memory=memory, standing=tuple(traced(stands[memory.n]))) for memory in memories if memory.n in stands
    ]
    return sorted(found, key=lambda one: -STATES.index(one.state))


def still_true(app: "App", checked: Checked) -> "int | None":
    """The belief stands: anchored anew to the code as it is now; the operation."""
    return _corrected(app, checked, {})


def reworded(app: "App", checked: Checked, text: str) -> "int | None":
    """The belief in other words, anchored anew; the operation."""
    return _corrected(app, checked, {"text": text})


def expired(app: "App", checked: Checked) -> "int | None":
    """The belief ends now; the operation."""
    return correct(app, checked.memory.id, {"valid_until": app.now()}, kind="verify")[1]


def _corrected(app: "App", checked: Checked, columns: "dict[str, object]") -> "int | None":
    anchors = anew([*checked.standing])
    kept = dumps_utf8(anchors) if anchors else None
    return correct(app, checked.memory.id, {**columns, "anchors": kept}, kind="verify")[1]
