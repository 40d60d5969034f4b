"""The type and importance of a kept statement, from its speaker, its place and its small words."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading


def apply(reading: "Reading") -> None:
    """Give each kept unit its type and importance."""
    for unit in reading.units:
        if unit.kept:
            unit.type = type_of(reading, unit)
            unit.worth = worth_of(reading, unit)


def type_of(reading: "Reading", unit: Unit) -> str:
    """The type of a kept unit."""
    if unit.speaker == USER:
        return _user_type(reading, unit)
    if unit.note == "approved":
        return "decision"
    if reading.is_open_item(unit) or (unit.is_report and unit.has(cues.OPEN_ENDS)):
        return "procedure"
    if unit.has(cues.STRONG_CAUSES):
        return "finding"
    if unit.is_report:
        return "decision"
    return "finding"


def _user_type(reading: "Reading", unit: Unit) -> str:
    if unit.note in ("answer", "replaced"):
        return "decision"
    if _corrects(reading, unit):
        return "correction"
    if unit.has(cues.LASTING):
        return "preference"
    if unit.has(cues.DECIDING):
        return "decision"
    return "fact"


def _corrects(reading: "Reading", unit: Unit) -> bool:
    before = reading.previous_speech(unit)
    told = frozenset().union(*(old.numbers | old.names for old in before)) if before else frozenset()
    own = unit.numbers | unit.names
    if unit.has(cues.WRONG) or unit.words.at(0) in cues.NO:
        return bool(own - told) or bool(own & told)
    return False


def worth_of(reading: "Reading", unit: Unit) -> float:
    """The importance of a kept unit."""
    base = {"preference": 0.8, "correction": 0.8, "decision": 0.7, "procedure": 0.6, "finding": 0.55, "fact": 0.6}[unit.type]
    if unit.source == "user":
        base += 0.05
    if unit.has(cues.STRONG_CAUSES):
        base += 0.15
    if not unit.is_specific:
        base -= 0.1
    if unit.speaker != USER and not unit.is_report and not unit.has(cues.STRONG_CAUSES):
        base -= 0.15
    return max(0.2, min(0.95, base))
