"""The patterns and bags, numbered and parsed. They are parsed only when a text has the keys of one of them."""

from recall_cli.language.tables import read_groups, read_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    Slot = tuple[int, frozenset[str]]
    Pattern = tuple[str, frozenset[str], tuple[Slot, ...]]
    WordBag = tuple[str, list[frozenset[str]], frozenset[str]]

_PHRASES, _BAGS = read_groups("orders", "phrases"), read_groups("orders", "bags")
PATTERN_LINES = _PHRASES + _BAGS
"""Every pattern, then every bag, each after its reason. The position in this list is its number."""
FIRST_BAG = len(_PHRASES)
_WORD_GROUPS = read_rows("orders", "groups")
_parsed_patterns: "dict[int, Pattern]" = {}
_parsed_bags: "dict[int, WordBag]" = {}


def parse_patterns(numbers: "list[int]") -> "tuple[list[Pattern], list[WordBag]]":
    """The patterns and bags with these numbers. A pattern has first words and slots after them, a bag has groups of
    words.
    """
    for number in numbers:
        reason, line = PATTERN_LINES[number]
        if number >= FIRST_BAG and number not in _parsed_bags:
            wanted, unwanted = parse_bag(line)
            _parsed_bags[number] = (reason, wanted, frozenset().union(*unwanted))
        elif number < FIRST_BAG and number not in _parsed_patterns:
            (_, first), *rest = parse_slots(line)
            _parsed_patterns[number] = (reason, first, tuple(rest))
    return [_parsed_patterns[number] for number in numbers if number < FIRST_BAG], [
        _parsed_bags[number] for number in numbers if number >= FIRST_BAG
    ]


def parse_slots(pattern: str) -> "tuple[Slot, ...]":
    """The slots of a pattern: the number of words that may stand before, and the words that fit."""
    slots, gap = [], 0
    for part in pattern.split():
        if part.startswith("..") and part[2:].isdigit():
            gap = int(part[2:])
        else:
            slots.append((gap, _parse_choices(part)))
            gap = 0
    return tuple(slots)


def parse_bag(line: str) -> "tuple[list[frozenset[str]], list[frozenset[str]]]":
    """The groups of which a sentence must have a word each, and those of which it must have none."""
    parts = line.split()
    wanted = [_parse_choices(part) for part in parts if part[0] != "!"]
    return wanted, [_parse_choices(part[1:]) for part in parts if part[0] == "!"]


def _parse_choices(part: str) -> "frozenset[str]":
    """The words of a slot. A name in capitals stands for a group."""
    words = part.split("/")
    for name in _WORD_GROUPS.keys() & words:
        words += _WORD_GROUPS[name].split("/")
    return frozenset(words)
