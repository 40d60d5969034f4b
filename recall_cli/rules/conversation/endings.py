"""What is over by the end: a value that a later turn replaced, and a statement that the user called wrong."""

from recall_cli.rules.conversation import cues, retractions
from recall_cli.rules.conversation.answers import is_elliptic
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.reading.signs import denies
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_DISTANCE = 5
"""Turns within which a value is replaced by naming only the new one."""


def apply(reading: "Reading") -> None:
    """Leave out the statements that a later turn of the user ended."""
    for at, turn in enumerate(reading.talk.turns):
        if turn.speaker != USER or at == reading.opening:
            continue
        if reading.talk.speaker(at - 1) == AGENT and denies(turn.text, reading.talk.text(at - 1)):
            for old in reading.turns[at - 1]:
                if old.kept and old.source != "user":
                    old.drop("the user said that it is wrong")
        takes_back = any(unit.has(cues.AFTER_ALL) for unit in reading.turns[at][:3])
        for unit in reading.turns[at]:
            if unit.is_question:
                continue
            if unit.values:
                _replace_numbers(reading, unit, takes_back=takes_back)
            if calls_wrong(unit):
                _end_wrong(reading, unit)
        retractions.apply_reply(reading, at)
        if takes_back:
            _end_approved(reading, at)
            _end_doubted(reading, at)
    retractions.end_refusals(reading)
    retractions.end_old_states(reading)


def calls_wrong(unit: Unit) -> bool:
    """Whether a unit says that something told before is wrong."""
    first = unit.words.at(0) in ("no", "non", "não", "nein", "nope", "wrong")
    first = first and bool(unit.words.after and unit.words.after[0].strip("`*_"))
    return unit.has(cues.WRONG) or unit.has(cues.TOO_MUCH) or first


def _replace_numbers(reading: "Reading", unit: Unit, *, takes_back: bool) -> None:
    """A new number for the thing that a turn before gave another number."""
    before = reading.talk.previous(unit.turn, AGENT)
    places = [place for place in (before, before - 1) if place >= 0 and unit.turn - place <= 2 + takes_back]
    for place in places:
        for old in reading.turns[place]:
            if reading.talk.speaker(place) == USER and not takes_back:
                continue
            pair = replaced_number(old, unit)
            known = frozenset().union(*(near.values for near in reading.turns[place]))
            fresh = unit.values - known
            if (
                pair is None
                and takes_back
                and place == before
                and old.kept
                and old.values
                and fresh
                and fresh == unit.values
            ):
                pair = (min(old.values), min(fresh))
            if pair is None or (pair[1] in known and not word_after(unit, pair[1]) and not calls_wrong(unit)):
                continue
            _end_value(reading, unit, old, *pair)
            _complete_text(unit, old, *pair)
            break
    for old in reading.units:
        if unit.turn - MAX_DISTANCE <= old.turn < unit.turn - 1 and old.kept and old.note in ("answer", "replaced"):
            shared = (old.content & unit.content) - unit.values
            if shared and old.values and not old.values & unit.values:
                old.drop("replaced later in the session")


def _complete_text(unit: Unit, old: Unit, was: str, now: str) -> None:
    """The older statement with the new number, if the newer one does not say of what it is."""
    sets = len(unit.words) < 3 or unit.has(_SETTING) or bool(word_after(unit, now))
    corrects = was in unit.values
    complete = not is_elliptic(unit) and not (corrects and _sets_to(unit, now))
    if complete or unit.note or old.is_question or not (sets or corrects):
        return
    text = swap_number(old.original, was, now)
    if text and same_shape(was, now) and not old.has(cues.OFFERS):
        unit.say(text)
        unit.kept, unit.note = True, "replaced"


_SETTING_IT = phrases("make it|set it|put it|make that|change it|ponlo|ponla|déjalo en|mets-le|setz es|stell es|põe em")
_SETTING = phrases("make it|set it|put it|make that|ponlo|ponla|mets-le|mets|setz|nimm|stell|põe|then|take|change it")


def _sets_to(unit: Unit, number: str) -> bool:
    """Whether a unit says to set something to a number: "make it 90", "set it to 90"."""
    at = next((at for at, word in enumerate(unit.words.lower) if word.strip("`*~") == number), 0)
    return unit.has(_SETTING_IT) and unit.words.at(at - 1) in _BEFORE_A_SETTING


_BEFORE_A_SETTING = frozenset("it that to at auf a en à em para lo la".split())


def replaced_number(old: Unit, new: Unit) -> "tuple[str, str] | None":
    """The number of an older unit that a newer one replaces, and the new number."""
    fresh = sorted(new.values - old.values)
    cited = sorted(new.values & old.values)
    if not fresh or not old.values:
        return None
    if len(cited) == 1 and len(fresh) == 1 and (calls_wrong(new) or _sets_to(new, fresh[0])):
        return cited[0], fresh[0]
    for number in fresh:
        unit_word = word_after(new, number)
        for was in sorted(old.values):
            same_unit = unit_word and word_after(old, was) == unit_word and not cited
            if same_unit and (
                is_elliptic(new) or (new.content & old.content) - {unit_word, unit_word + "s", was, number}
            ):
                return was, number
    if len(old.values) == 1 and len(fresh) == 1 and not cited and is_elliptic(new) and not calls_wrong(new):
        was = next(iter(old.values))
        if same_shape(was, fresh[0]) and word_after(new, fresh[0]) in ("", word_after(old, was)):
            return was, fresh[0]
    return None


def same_shape(one: str, other: str) -> bool:
    """Whether two numbers look like values of one thing: both whole, or with as many parts."""
    parts = [number.replace(",", ".").count(".") for number in (one, other)]
    return parts[0] == parts[1] or max(parts) < 2


_NO_UNITS = frozenset("and or to in on per por par pro for the of at und oder der y de en et à e o a".split())


def word_after(unit: Unit, number: str) -> str:
    """The word after a number, without its ending: its unit."""
    for at, word in enumerate(unit.words.lower):
        bare = word.strip("`*~≈<>")
        if number == bare:
            following = unit.words.at(at + 1) if not unit.words.after[at].strip("`*_") else ""
            return "" if following in _NO_UNITS else following.rstrip("s")[:8]
        if bare.startswith(number) and bare != number and bare[len(number) :].isalpha():
            return bare[len(number) :].rstrip("s")[:8]
    return ""


def swap_number(text: str, was: str, now: str) -> str:
    """The text with one number in place of another; empty if it does not stand there exactly once."""
    spots = [at for at in range(len(text)) if text.startswith(was, at) and _stands_alone(text, at, len(was))]
    if len(spots) != 1:
        return ""
    return text[: spots[0]] + now + text[spots[0] + len(was) :]


def _stands_alone(text: str, at: int, length: int) -> bool:
    before, after = text[at - 1 : at], text[at + length : at + length + 2]
    return not (before.isalnum() or before in (".", ",")) and not (
        after[:1].isdigit() or (after[:1] in (".", ",") and after[1:].isdigit())
    )


def _end_value(reading: "Reading", unit: Unit, old: Unit, was: str, now: str) -> None:
    """Leave out what earlier units say with the old value of the same thing; of a longer one only the value changes."""
    for other in reading.units:
        if not max(0, unit.turn - MAX_DISTANCE) <= other.turn < unit.turn or not other.kept or other.is_report:
            continue
        same_thing = other is old or (was in other.values and len((other.content & old.content) - {was}) > 0)
        same_words = unit.content if other is old else unit.content | old.content
        says_more = is_elliptic(unit) and other.speaker == USER and len(other.content - same_words) > 1
        says_more = says_more and word_after(unit, now) == word_after(other, was) != ""
        if same_thing and says_more and same_shape(was, now) and swap_number(other.text, was, now):
            other.say(swap_number(other.text, was, now))
        elif same_thing and not (other.has(cues.STRONG_CAUSES) or (other.has(cues.BUTS) and other is not old)):
            other.drop("replaced later in the session")


def _end_wrong(reading: "Reading", unit: Unit) -> None:
    """Leave out what the agent said just before, where the user calls it wrong and names its subject or value."""
    before = reading.talk.previous(unit.turn, AGENT)
    if before < 0 or unit.turn - before > 1:
        return
    replies = reading.turns[unit.turn]
    if replies[0].words.at(0) in cues.YES:
        return
    names = frozenset().union(*(other.names | other.values for other in replies))
    content = frozenset().union(*(other.content for other in replies))
    short = len(reading.turns[before]) == 1 and unit.place == 0
    for old in reading.turns[before]:
        if not old.kept or old.source == "user" or old.has(cues.STRONG_CAUSES):
            continue
        if (old.names | old.values) & names or len(old.content & content) > 1 or short:
            old.drop("the user said that it is wrong")


def _end_approved(reading: "Reading", at: int) -> None:
    """A user who changes their mind ends what they approved before about the same thing."""
    words = frozenset().union(*(unit.content | unit.names for unit in reading.turns[at]))
    for other in reading.units:
        if other.turn < at - 1 and other.kept and other.note == "approved":
            around = frozenset().union(*(near.content | near.names for near in reading.turns[other.turn]))
            if len(words & around) > 1:
                other.drop("the user changed their mind")


def _end_doubted(reading: "Reading", at: int) -> None:
    """Drop what the user takes back after a question of the agent: "is 1883 intended?", "oh, my bad"."""
    asked = frozenset().union(*(unit.values | unit.names for unit in reading.turns[at - 1] if unit.is_question))
    for old in reading.turns[at - 2] if at > 1 and reading.talk.speaker(at - 2) == USER else ():
        if old.kept and asked & (old.values | old.names):
            old.drop("the user changed their mind")
