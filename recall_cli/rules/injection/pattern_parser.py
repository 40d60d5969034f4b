"""The patterns and bags, numbered and parsed. They are parsed only when a text has the keys of one of them."""

from recall_cli.rules.injection.phrase_table import PHRASE_PATTERNS, WORD_GROUPS
from recall_cli.rules.injection.word_bags import WORD_BAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Slot = tuple[int, frozenset[str]]
    Pattern = tuple[str, frozenset[str], tuple[Slot, ...]]
    WordBag = tuple[str, list[frozenset[str]], frozenset[str]]

_parsed_patterns: "dict[int, Pattern]" = {}
_parsed_bags: "dict[int, WordBag]" = {}


def all_pattern_lines() -> "list[tuple[str, str]]":
    """Every pattern, then every bag, with its reason. The position in this list is its number."""
    return [
        (reason, line)
        for table in (PHRASE_PATTERNS, WORD_BAGS)
        for reason, block in table.items()
        for line in block.strip().split("\n")
    ]


def parse_patterns(numbers: "list[int]") -> "tuple[list[Pattern], list[WordBag]]":
    """The patterns and bags with these numbers. A pattern has first words and slots after them, a bag has groups of
    words.
    """
    new = [number for number in numbers if number not in _parsed_patterns and number not in _parsed_bags]
    if new:
        lines, first_bag = all_pattern_lines(), sum(block.strip().count("\n") + 1 for block in PHRASE_PATTERNS.values())
        for number in new:
            reason, line = lines[number]
            if number < first_bag:
                (_, first), *rest = parse_slots(line)
                _parsed_patterns[number] = (reason, first, tuple(rest))
            else:
                groups = line.split()
                wanted = [parse_choices(group) for group in groups if group[0] != "!"]
                unwanted = [parse_choices(group[1:]) for group in groups if group[0] == "!"]
                _parsed_bags[number] = (reason, wanted, frozenset().union(*unwanted))
    return [_parsed_patterns[n] for n in numbers if n in _parsed_patterns], [
        _parsed_bags[n] for n in numbers if n in _parsed_bags
    ]


def parse_slots(pattern: str) -> "tuple[Slot, ...]":
    """The slots of a pattern: the number of words that may stand before, and the words that fit."""
    slots, gap = [], 0
    for part in pattern.split():
        if part.startswith("..") and part[2:].isdigit():
            gap = int(part[2:])
        else:
            slots.append((gap, parse_choices(part)))
            gap = 0
    return tuple(slots)


def parse_choices(part: str) -> "frozenset[str]":
    """The words of a slot. A name in capitals stands for a group."""
    words = part.split("/")
    for name in WORD_GROUPS.keys() & words:
        words += WORD_GROUPS[name].split("/")
    return frozenset(words)
