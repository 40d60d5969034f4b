"""Statements that say the same: the user's own words are kept, unless the agent's are the ones that can be understood."""

from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MIN_SHARE, MIN_SHARE_WITH_VALUES = 0.75, 0.55
STEM = 5
"""Letters by which forms of one word are recognized."""


def apply(reading: "Reading") -> None:
    """Keep one of several statements that say the same."""
    kept = [unit for unit in reading.units if unit.kept]
    stems = {id(unit): stems_of(unit) for unit in kept}
    for place, one in enumerate(kept):
        for other in kept[place + 1 :]:
            if not one.kept:
                break
            if other.kept and say_same(one, other, stems[id(one)], stems[id(other)]):
                _keep_better(one, other)


def stems_of(unit: Unit) -> "frozenset[str]":
    """The beginnings of the content words of a unit."""
    return frozenset(word[:STEM] for word in unit.content)


def say_same(one: Unit, other: Unit, stems: "frozenset[str]", other_stems: "frozenset[str]") -> bool:
    """Whether of two units one says nothing that the other does not."""
    fewer = min(len(stems), len(other_stems))
    if fewer < 2:
        return False
    share = len(stems & other_stems) / fewer
    values, other_values = one.numbers | one.names, other.numbers | other.names
    covered = values <= other_values or other_values <= values
    if values & other_values:
        return covered and share >= MIN_SHARE_WITH_VALUES
    return (not values or not other_values) and share >= MIN_SHARE


def _keep_better(one: Unit, other: Unit) -> None:
    """Leave out the lesser of two units that say the same."""
    better, lesser = (one, other) if rank(one) >= rank(other) else (other, one)
    lesser.drop("said better elsewhere in the session")
    if lesser.source == "user" and better.source != "user" and better.numbers <= lesser.numbers and better.names <= lesser.names:
        better.source = "user"


def rank(unit: Unit) -> float:
    """How well a unit tells what it tells."""
    stands_alone = len(unit.content) >= 4
    return (
        2.0 * (unit.source == "user" and stands_alone)
        + 1.0 * stands_alone
        + 0.6 * unit.is_report
        + 0.05 * min(10, len(unit.numbers | unit.names))
        + 0.03 * min(12, len(unit.content))
    )
