"""Statements that need another one to be understood: joined to the one before, or left out."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.answers import question_subject
from recall_cli.rules.conversation.turns import USER
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.conversation.user_units import UNREADABLE
from recall_cli.rules.reading.pointing import only_points
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_JOINED_LETTERS = 320
MIN_WORDS_ALONE = 3
COMPLETED = ("answer", "replaced", "approved")
POINTING = frozenset(
    """it its it's that that's this they he she which those these both either neither letzteres das es eso esto
    ça c'est cela isso dies diese them such lo elle il elles ils damit dann thereby""".split()
)
_PARTS_OF = phrases(
    "one of them|all of them|some of them|none of them|most of them|two of them|the second|the first|the other"
)


def apply(reading: "Reading") -> None:
    """Join fragments to the statement before them in their turn, or leave them out."""
    for unit in reading.units:
        if only_points(unit.words):
            _keep_what_it_points_at(reading, unit)
            unit.drop("it only points at another statement")
            continue
        if not unit.kept or unit.note in COMPLETED:
            continue
        head = _head(reading, unit)
        if unit.reason == "code":
            _join_command(head, unit)
        elif unit.is_item or not is_fragment(unit):
            continue
        elif unit.speaker != USER and not (unit.has(cues.STRONG_CAUSES) or unit.names or len(unit.numbers) > 1):
            unit.drop("it needs another statement to be understood")
        elif (
            head is not None
            and len(head.text) + len(unit.text) < MAX_JOINED_LETTERS
            and (head.kept or _may_carry(head, unit))
        ):
            head.kept, head.note = True, head.note if head.note in COMPLETED else ""
            join(head, unit)
        elif unit.speaker == USER and unit.place == 0 and _with_previous_turn(reading, unit):
            continue
        elif not _stands_for_itself(unit):
            unit.drop("it needs another statement to be understood")


def _keep_what_it_points_at(reading: "Reading", unit: Unit) -> None:
    """Keep the user's statement before "remember that", since they ask for it."""
    head = _head(reading, unit)
    while head is not None and only_points(head.words):
        head = _head(reading, head)
    if head is None or unit.speaker != USER or head.note == JOINED:
        return
    if not head.is_question and head.reason not in UNREADABLE and len(head.content) >= MIN_WORDS_ALONE:
        head.kept, head.note = True, ""


def _with_previous_turn(reading: "Reading", unit: Unit) -> bool:
    """Put what the agent said last before a unit that points to it; whether that was possible."""
    before = [
        old for old in reading.previous_speech(unit) if old.speaker != USER and old.reason not in ("code", "heading")
    ]
    wanted = (
        unit.is_specific or unit.has(cues.LASTING) or unit.has(cues.DECIDING) or len(unit.content) > MIN_WORDS_ALONE
    )
    if not before or not wanted or unit.words.at(0) not in POINTING:
        return False
    last = before[-1]
    told = question_subject(last) + ":" if last.is_question else last.original
    if len(told) + len(unit.text) > MAX_JOINED_LETTERS or len(last.content) < MIN_WORDS_ALONE:
        return False
    unit.say(f"{told} {unit.text}")
    unit.note = "answer"
    if last.kept and last.source != "user":
        last.drop(JOINED)
    return True


def join_short(reading: "Reading") -> None:
    """Join what is too short to be understood alone with a neighbour of its turn."""
    for units in reading.turns:
        kept = [unit for unit in units if unit.kept]
        for place, unit in enumerate(kept):
            if len(unit.words) >= MIN_WORDS_OF_TEXT or not unit.kept:
                continue
            if unit.speaker != USER and not unit.is_item and not unit.is_specific:
                continue
            if place and kept[place - 1].kept and kept[place - 1].is_item == unit.is_item:
                join(kept[place - 1], unit, ";" if unit.is_item else ".")
            elif place + 1 < len(kept) and kept[place + 1].is_item == unit.is_item:
                following = kept[place + 1]
                following.say(f"{unit.text.rstrip('. ')}{';' if unit.is_item else '.'} {following.text}")
                unit.drop(JOINED)
            elif not (unit.is_specific or unit.has(cues.LASTING)) or (unit.speaker != USER and not unit.is_report):
                unit.drop("it needs another statement to be understood")


MIN_WORDS_OF_TEXT = 4


def _head(reading: "Reading", unit: Unit) -> "Unit | None":
    """The statement before a unit in its turn, or the one that this was joined to."""
    head = reading.before(unit)
    while head is not None and head.note == JOINED:
        head = reading.before(head)
    return None if head is None or head.is_item else head


JOINED = "joined to the statement before"


def _join_command(head: "Unit | None", unit: Unit) -> None:
    """A command with the line that introduces it."""
    command = " ".join(unit.original.strip("`").split())
    command = command.removeprefix("bash ").removeprefix("sh ").removeprefix("console ").removeprefix("shell ")
    lead = "" if head is None else head.original.rstrip(": ")
    if head is not None and head.kept:
        head.drop(JOINED)
    unit.say(f"{lead}: `{command}`" if lead else f"`{command}`")
    unit.note = "answer"


def _may_carry(head: Unit, unit: Unit) -> bool:
    """Whether a statement that says too little by itself gives a fragment its subject."""
    wanted = unit.is_specific or unit.has(cues.LASTING) or unit.has(cues.STRONG_CAUSES)
    if head.words.at(0) in POINTING or head.is_question or not wanted or not 2 <= len(head.content) <= 14:
        return False
    if head.speaker == USER:
        return head.note in ("too little is said", "request of the moment")
    return head.note in ("status of the moment", "fixed later in the session", "too little is said") and unit.has(
        cues.STRONG_CAUSES
    )


def is_fragment(unit: Unit) -> bool:
    """Whether a unit cannot be understood alone."""
    first = unit.words.at(0)
    if unit.is_report:
        return False
    if first in POINTING and not (first in ("das", "il", "lo", "diese", "dies") and len(unit.content) > 4):
        return True
    head = f" {' '.join(unit.words.lower[:3])} "
    if any(head.startswith(phrase) for phrase in _PARTS_OF):
        return True
    return len(unit.content) < MIN_WORDS_ALONE


def _stands_for_itself(unit: Unit) -> bool:
    """Whether a short unit with nothing before it is still worth keeping."""
    if unit.words.at(0) in POINTING:
        return unit.speaker == USER and len(unit.content) > MIN_WORDS_ALONE
    return unit.is_specific and len(unit.content) > 1 and len(unit.words) > 2


def join(head: Unit, unit: Unit, mark: str = ".") -> None:
    """Add a unit to the statement before it."""
    mark = "" if head.text.rstrip()[-1:] in ".!?:;," else mark
    head.say(f"{head.text.rstrip()}{mark} {unit.text}")
    head.end = max(head.end, unit.end)
    unit.drop(JOINED)
