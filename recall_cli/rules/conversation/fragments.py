"""Statements that need another one to be understood: joined to the one before, or left out."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_JOINED_LETTERS = 320
MIN_WORDS_ALONE = 3
POINTING = frozenset(
    """it its it's that that's this they he she which those these both either neither letzteres das es eso esto ça c'est cela
    isso der die sie them such lo elle il elles ils with""".split()
)


def apply(reading: "Reading") -> None:
    """Join fragments to the statement before them in their turn, or leave them out."""
    for unit in reading.units:
        if not unit.kept or unit.is_item or unit.note in ("answer", "replaced") or not is_fragment(unit):
            continue
        head = reading.before(unit)
        if head is not None and head.kept and not head.is_item and len(head.text) + len(unit.text) < MAX_JOINED_LETTERS:
            join(head, unit)
        elif head is not None and _may_carry(reading, head, unit):
            head.kept, head.note = True, ""
            join(head, unit)
        elif not unit.is_specific or len(unit.content) < 2:
            unit.drop("it needs another statement to be understood")


def _may_carry(reading: "Reading", head: Unit, unit: Unit) -> bool:
    """Whether a statement that says too little by itself gives a fragment its subject."""
    wanted = unit.is_specific or unit.has(cues.LASTING) or unit.has(cues.STRONG_CAUSES)
    if head.is_question or head.is_item or not wanted or not 2 <= len(head.content) <= 12:
        return False
    return head.speaker == USER and head.note in ("too little is said", "request of the moment")


def is_fragment(unit: Unit) -> bool:
    """Whether a unit cannot be understood alone."""
    first = unit.words.at(0)
    if first in POINTING and not (first in ("das", "die", "der", "il", "lo") and len(unit.content) > 4):
        return True
    return len(unit.content) < MIN_WORDS_ALONE and not unit.is_report


def join(head: Unit, unit: Unit) -> None:
    """Add a unit to the statement before it."""
    mark = "" if head.text.rstrip()[-1:] in ".!?:;," else "."
    kind = head.type
    head.say(f"{head.text.rstrip()}{mark} {unit.text}")
    head.end = max(head.end, unit.end)
    head.type = kind
    unit.drop("joined to the statement before")
