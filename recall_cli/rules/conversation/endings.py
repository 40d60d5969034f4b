"""What is over by the end: a value that a later turn replaced, and a statement that the user called wrong."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_DISTANCE = 5
"""Turns within which a value is replaced by naming only the new one."""
MAX_ELLIPTIC_WORDS = 4


def apply(reading: "Reading") -> None:
    """Leave out the statements that a later turn of the user ended."""
    for at, turn in enumerate(reading.talk.turns):
        if turn.speaker != USER or at == reading.opening:
            continue
        for unit in reading.turns[at]:
            if unit.numbers and not unit.is_question:
                _replace_numbers(reading, unit)
            if unit.has(cues.WRONG) or unit.words.at(0) in cues.NO or unit.has(cues.TOO_MUCH):
                _end_wrong(reading, unit)


def _replace_numbers(reading: "Reading", unit: Unit) -> None:
    """A new number for the thing that the turn before gave another number."""
    before = reading.talk.previous(unit.turn, AGENT)
    if before < 0 or unit.turn - before > 1:
        return
    for old in reading.turns[before]:
        pair = replaced_number(old, unit)
        if pair is None:
            continue
        was, now = pair
        _end_value(reading, unit, old, was)
        if is_elliptic(unit) and unit.note != "answer":
            text = swap_number(old.original, was, now)
            if text and not old.is_question:
                unit.say(text)
                unit.kept, unit.note, unit.type = True, "replaced", "decision"
        return


def is_elliptic(unit: Unit) -> bool:
    """Whether a unit gives a value and does not say of what."""
    return len(unit.content - unit.numbers) <= 2


def replaced_number(old: Unit, new: Unit) -> "tuple[str, str] | None":
    """The number of an older unit that a newer one replaces, and the new number."""
    fresh = [word for word in new.numbers if word not in old.numbers]
    if not fresh or not old.numbers:
        return None
    for number in fresh:
        unit_word = word_after(new, number)
        for was in old.numbers:
            if unit_word and word_after(old, was) == unit_word and unit_word not in ("", "and"):
                return was, number
    if len(old.numbers) == 1 and len(fresh) == 1 and is_elliptic(new):
        return next(iter(old.numbers)), fresh[0]
    return None


def word_after(unit: Unit, number: str) -> str:
    """The word after a number, without its ending: its unit."""
    for at, word in enumerate(unit.words.lower):
        if number in (word, word.strip("`*~≈<>")):
            return unit.words.at(at + 1).rstrip("s.")[:8]
        if word.startswith(number) and word != number and word[len(number) :].isalpha():
            return word[len(number) :].rstrip("s")[:8]
    return ""


def swap_number(text: str, was: str, now: str) -> str:
    """The text with one number in place of another; empty if it does not stand there exactly once."""
    spots = [at for at in range(len(text)) if text.startswith(was, at) and _stands_alone(text, at, len(was))]
    if len(spots) != 1:
        return ""
    return text[: spots[0]] + now + text[spots[0] + len(was) :]


def _stands_alone(text: str, at: int, length: int) -> bool:
    before, after = text[at - 1 : at], text[at + length : at + length + 1]
    return not (before.isalnum() or before in (".", ",")) and not after.isdigit()


def _end_value(reading: "Reading", unit: Unit, old: Unit, was: str) -> None:
    """Leave out what earlier units say with the old value of the same thing."""
    for other in reading.units:
        if not max(0, unit.turn - MAX_DISTANCE) <= other.turn < unit.turn or not other.kept:
            continue
        same_thing = other is old or (was in other.numbers and len(other.content & old.content) > 1)
        if same_thing and not other.has(cues.STRONG_CAUSES):
            other.drop("replaced later in the session")


def _end_wrong(reading: "Reading", unit: Unit) -> None:
    """Leave out what the agent said just before, where the user calls it wrong and names its subject or value."""
    before = reading.talk.previous(unit.turn, AGENT)
    if before < 0 or unit.turn - before > 1:
        return
    replies = reading.turns[unit.turn]
    said = frozenset().union(*(other.content | other.numbers for other in replies))
    for old in reading.turns[before]:
        if not old.kept or old.source == "user" or old.has(cues.STRONG_CAUSES):
            continue
        shared = (old.content | old.numbers) & said
        if shared or unit.place == 0 and len(reading.turns[before]) < 3:
            old.drop("the user said that it is wrong")
