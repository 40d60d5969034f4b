"""Statements that say the same: each is kept only if it says something that the better ones do not."""

from math import log

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

STEM, STEM_OF_NAME = 5, 4
"""The number of letters by which forms of one word are recognized, and forms of one name: "Sept", "September"."""
MAX_NEW_SHARE, MAX_NEW_SHARE_OF_SAME_SPEAKER, MAX_NEW_SHARE_OF_REPLY = 0.6, 0.12, 0.5
"""A statement is a copy if at most this part of its words is new; the agent's reply to the user may add more."""

MIN_WORDS_OF_SENTENCE = 4
MAX_SOURCES = 3
"""A report may sum up this many statements in one line."""


MIN_SHARED_WEIGHT, MIN_SHARED_WEIGHT_OF_USER = 0.5, 0.65
"""A statement is a copy, too, if this part of the weight of its words is in one better statement. Rare words of the
session weigh most. The short statements of the user need more."""


MAX_OTHER_WORDS_OF_SIBLING, MIN_DETAILS = 0.2, 3
"""The largest share of other words in two statements that say the same of two things; and the smallest number of
numbers and names by which a statement is recognized in another one."""


class _Claim:
    """What a kept unit says, for comparison."""

    __slots__ = ("keys", "stems", "unit", "values")

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.stems = frozenset(word[:STEM] for word in unit.content)
        self.values = unit.values | unit.names
        self.keys = self.stems | self.values


class _Rareness:
    """How much a word of the session tells: the rarer, the more."""

    def __init__(self, reading: "Reading") -> None:
        self._counts: dict[str, int] = {}
        for unit in reading.units:
            for key in _Claim(unit).keys:
                self._counts[key] = self._counts.get(key, 0) + 1
        self._units = len(reading.units)

    def weight(self, keys: "frozenset[str]") -> float:
        """The weight of some words together."""
        return sum(log(1 + self._units / self._counts.get(key, 1)) for key in keys)


def apply(reading: "Reading") -> None:
    """Keep of the statements that say the same the better ones."""
    drop_confirmations(reading)
    accepted: list[_Claim] = []
    index: dict[str, list[_Claim]] = {}
    rareness = _Rareness(reading)
    for claim in sorted((_Claim(unit) for unit in reading.units if unit.kept), key=lambda claim: -rank(claim.unit)):
        original = _copied_from(claim, index, rareness)
        if original is not None and not (claim.unit.is_report and reading.is_open_item(claim.unit)):
            claim.unit.drop("said better elsewhere in the session")
            continue
        accepted.append(claim)
        for key in claim.keys:
            index.setdefault(key, []).append(claim)


def drop_confirmations(reading: "Reading") -> None:
    """Leave out what only confirms the user's words."""
    for unit in reading.units:
        if unit.kept and _only_confirms(reading, unit):
            unit.drop("confirms what the user said")


def rank(unit: Unit) -> float:
    """How well a unit tells what it tells: the user's whole sentences first, then causes, then the report."""
    alone = len(unit.content) >= MIN_WORDS_OF_SENTENCE
    return (
        2.0 * (unit.speaker == USER and alone)
        + 1.0 * alone
        + 1.2 * (unit.has(cues.STRONG_CAUSES) and unit.speaker != USER)
        + 0.8 * unit.is_report
        + 0.5 * (unit.note == "approved")
        - 0.7 * (unit.reason == "table row" and not unit.is_report)
        + 0.05 * min(10, len(unit.values | unit.names))
        + 0.03 * min(12, len(unit.content))
    )


def _copied_from(claim: _Claim, index: "dict[str, list[_Claim]]", rareness: _Rareness) -> "_Claim | None":
    """The better unit that a unit copies, alone or together with the next best one; None if it says something new."""
    shared: dict[int, int] = {}
    by_id: dict[int, _Claim] = {}
    for key in claim.keys:
        for other in index.get(key, ()):
            shared[id(other)] = shared.get(id(other), 0) + 1
            by_id[id(other)] = other
    if len(claim.stems) < 2:
        return None
    nearest = sorted(
        (key for key, count in shared.items() if count > 1),
        key=lambda key: (-shared[key], by_id[key].unit.turn, by_id[key].unit.place),
    )[:MAX_SOURCES]
    covered: frozenset[str] = frozenset()
    for place, number in enumerate(nearest):
        other = by_id[number]
        if _is_sibling(claim, other):
            continue
        if _has_details_of(claim, other) or _is_within(claim, other, rareness):
            return other
        max_new = _max_new(claim.unit, other.unit)
        if place and max_new < MAX_NEW_SHARE:
            continue  # alone it could be repeated; together with others it cannot
        covered |= other.stems | other.values | frozenset(value[:STEM] for value in other.values)
        new_stems = claim.stems - covered
        if not claim.values - covered and len(new_stems) <= max_new * len(claim.stems):
            return other
    return None


def _is_sibling(claim: _Claim, other: _Claim) -> bool:
    """Whether two statements say the same of two things: each has a name that the other lacks, and hardly another word.

    A name that is a part of the other's name, or of its words, is no name of another thing.
    """
    own, others = claim.unit.names - other.unit.names, other.unit.names - claim.unit.names
    if not own or not others or len(claim.unit.names) != len(other.unit.names):
        return False
    if any(name in theirs or theirs in name for name in own for theirs in others):
        return False
    differing = (claim.stems ^ other.stems) - {word[:STEM] for name in own | others for word in (name, *name.split())}
    return len(differing) <= MAX_OTHER_WORDS_OF_SIBLING * len(claim.stems | other.stems)


def _has_details_of(claim: _Claim, better: _Claim) -> bool:
    """Whether all numbers and names of a statement are in a better one of the agent, and enough of them."""
    unit = claim.unit
    if unit.has(cues.STRONG_CAUSES) or USER in (better.unit.speaker, unit.speaker):
        return False
    details = unit.numbers | unit.names
    if len(unit.numbers) < MIN_DETAILS - 1 or len(details) < MIN_DETAILS or unit.numbers - better.values:
        return False
    return all(any(value.startswith(name[:STEM_OF_NAME]) for value in better.values) for name in unit.names)


def _is_within(claim: _Claim, better: _Claim, rareness: _Rareness) -> bool:
    """Whether one better statement of another turn says most of what a statement says, by weight."""
    unit = claim.unit
    if unit.turn == better.unit.turn or unit.has(cues.STRONG_CAUSES) or unit.numbers - better.values:
        return False
    if unit.is_report and better.unit.has(cues.STRONG_CAUSES):
        return False  # what was done about a cause
    if unit.speaker == USER and (len(unit.content) >= MIN_WORDS_OF_SENTENCE or not better.unit.is_report):
        return False
    least = MIN_SHARED_WEIGHT_OF_USER if unit.speaker == USER else MIN_SHARED_WEIGHT
    return rareness.weight(claim.keys & better.keys) >= least * rareness.weight(claim.keys)


def _max_new(unit: Unit, other: Unit) -> float:
    """The part of its words that a copy may have of its own. Two statements of one speaker differ on purpose."""
    if unit.turn == other.turn or (unit.speaker == other.speaker and not unit.is_report and not other.is_report):
        return MAX_NEW_SHARE_OF_SAME_SPEAKER
    return MAX_NEW_SHARE


def _only_confirms(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit of the agent only confirms what the user said in the turn before."""
    if unit.speaker == USER or unit.is_report or unit.source == USER or unit.place > 1 or unit.has(cues.STRONG_CAUSES):
        return False
    before = [old for old in reading.previous_speech(unit) if old.kept and old.speaker == USER]
    told = [_Claim(old) for old in before if len(old.content) > 2]
    if not told:
        return False
    own = _Claim(unit)
    values = frozenset().union(*(old.values for old in told))
    stems = frozenset().union(*(old.stems for old in told))
    new_numbers = unit.numbers - values
    shares = own.values & values or len(own.stems & stems) > 1
    if not shares or new_numbers or len(own.stems - stems) > max(2, MAX_NEW_SHARE_OF_REPLY * len(own.stems)):
        return False
    confirmed = max(told, key=lambda claim: len(claim.keys & own.keys)).unit
    if confirmed.is_bare_value and not confirmed.about:
        confirmed.about = unit.text  # the agent says it in a whole sentence
    return True
