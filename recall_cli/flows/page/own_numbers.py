"""The data of a token's page, numbered anew, so that the numbers tell nothing about other memories.

Rows of the store are numbered for all users together. Who sees the numbers of their own memories and operations learns
from the gaps how much the others do. So a page for a token counts from 1, in the same order. It names only operations
that made or changed a memory on the page, without their words: those can be of memories that are not on it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_NUMBER, _NOTE, _UNDOES, _UNDONE_BY, _ABOUT = 0, 6, 7, 8, 9
"""Places in a row of the page's operations."""


class _Numbers(dict[int, int]):
    """A new number for each old one, in the same order; 0 for none and for one that is not on the page."""

    def __init__(self, old_numbers: "Iterable[int]") -> None:
        super().__init__((old, new) for new, old in enumerate(sorted({*old_numbers} - {0}), 1))

    def __missing__(self, _old: int) -> int:
        return 0

    def new_number(self, old: "int | None") -> "int | None":
        """The new number; None stays None."""
        return None if old is None else self[old]


def keep_own_numbers(data: "dict[str, Any]") -> "dict[str, Any]":
    """The data of a page, which names and counts only what is on the page."""
    memories, changes = data["memories"], data["changes"]
    numbers, of_operations = _Numbers(memories["n"]), _Numbers([*memories["born"], *changes["op"]])
    rows = [row for row in data["operations"] if row[_NUMBER] in of_operations]
    return {
        **data,
        "memories": {
            **memories,
            "n": [numbers[n] for n in memories["n"]],
            "born": [of_operations[op] for op in memories["born"]],
        },
        "changes": {
            **changes,
            "op": [of_operations[op] for op in changes["op"]],
            "undone": [of_operations.new_number(op) for op in changes["undone"]],
            **{name: [_with_numbers(values, numbers) for values in changes[name]] for name in ("before", "after")},
        },
        "operations": [[_cell(at, value, of_operations) for at, value in enumerate(row)] for row in rows],
        "questions": [
            {**question, "number": None, "newer": numbers[question["newer"]], "older": numbers[question["older"]]}
            for question in data["questions"]
        ],
        "pairs": [{**pair, "one": numbers[pair["one"]], "other": numbers[pair["other"]]} for pair in data["pairs"]],
    }


def _cell(at: int, value: "Any", of_operations: _Numbers) -> "Any":
    """A value in the row of an operation: numbers of its own, and no words."""
    if at in (_NOTE, _ABOUT):
        return None
    return of_operations.new_number(value) if at in (_NUMBER, _UNDOES, _UNDONE_BY) else value


def _with_numbers(values: "dict[str, Any]", numbers: _Numbers) -> "dict[str, Any]":
    """The values of a change; what ended a memory is named by its number."""
    ended_by = values.get("ended_by")
    return {**values, "ended_by": {"n": numbers[ended_by["n"]]}} if isinstance(ended_by, dict) else values
