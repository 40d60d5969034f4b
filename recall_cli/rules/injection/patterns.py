"""The patterns and bags, numbered and taken apart: looked at only where a text has the keys of one of them."""

from recall_cli.rules.injection.bags import BAGS
from recall_cli.rules.injection.table import GROUPS, TABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.injection.phrases import Bag, Pattern, Slot

_patterns: "dict[int, Pattern]" = {}
_bags: "dict[int, Bag]" = {}


def lines() -> "list[tuple[str, str]]":
    """Every pattern, then every bag, with its reason: the place in this list is its number."""
    return [
        (reason, line)
        for table in (TABLE, BAGS)
        for reason, block in table.items()
        for line in block.strip().split("\n")
    ]


def taken_apart(numbers: "list[int]") -> "tuple[list[Pattern], list[Bag]]":
    """The patterns and bags of these numbers: a reason, and first words with slots after them, or groups of words."""
    new = [number for number in numbers if number not in _patterns and number not in _bags]
    if new:
        every, first_bag = lines(), sum(block.strip().count("\n") + 1 for block in TABLE.values())
        for number in new:
            reason, line = every[number]
            if number < first_bag:
                (_, first), *rest = slots(line)
                _patterns[number] = (reason, first, tuple(rest))
            else:
                groups = line.split()
                wanted = [choices(group) for group in groups if group[0] != "!"]
                unwanted = [choices(group[1:]) for group in groups if group[0] == "!"]
                _bags[number] = (reason, wanted, frozenset().union(*unwanted))
    return [_patterns[n] for n in numbers if n in _patterns], [_bags[n] for n in numbers if n in _bags]


def slots(pattern: str) -> "tuple[Slot, ...]":
    """The slots of a pattern: how many words may stand before, and which fit."""
    found, gap = [], 0
    for part in pattern.split():
        if part.startswith("..") and part[2:].isdigit():
            gap = int(part[2:])
        else:
            found.append((gap, choices(part)))
            gap = 0
    return tuple(found)


def choices(part: str) -> "frozenset[str]":
    """The words of a slot; a name in capitals stands for a group."""
    words = part.split("/")
    for name in GROUPS.keys() & words:
        words += GROUPS[name].split("/")
    return frozenset(words)
