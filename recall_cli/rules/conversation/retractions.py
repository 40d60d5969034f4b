"""What a reply takes back: a joke, an intention, a result that was not good enough, and a state that changed."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

_KEEPING = phrases("keep|leave|behalten|lassen|bleibt|dejamos|déjalo|on garde|garde|mantém|deixa")
_JOKED = phrases("kidding|joking|nur spaß|war ein scherz|es broma|era broma|je plaisante|brincadeira|was a joke")
_STILL = phrases(
    "still bad|still slow|still too|still wrong|still not|still fails|immer noch|todavía|encore trop|ainda"
)


def apply_reply(reading: "Reading", at: int) -> None:
    """Leave out what a turn of the user takes back."""
    for unit in reading.turns[at]:
        if unit.is_question:
            continue
        if unit.kept and unit.has(_KEEPING):
            _end_own_words(reading, unit, frozenset((unit.words.at(0),)))
        if unit.has(_JOKED) and any(old.is_question for old in reading.turns[at - 1]):
            for old in [old for old in reading.turns[at - 2] if old.kept][-1:]:
                old.drop("the user did not mean it")
    if any(unit.has(_STILL) and not unit.values for unit in reading.turns[at][:1]):
        _end_poor_results(reading, at - 1)


def _end_own_words(reading: "Reading", unit: Unit, verb: "frozenset[str]") -> None:
    """Leave out what the user wanted a turn before, if they now want to keep that very thing as it is."""
    subject = unit.content - verb
    for old in reading.turns[unit.turn - 2] if unit.turn > 1 else ():
        if old.kept and old.speaker == USER and len(old.content & subject) > 1:
            old.drop("the user changed their mind")


def _end_poor_results(reading: "Reading", at: int) -> None:
    """Leave out a result that the user finds not good enough."""
    for old in reading.turns[at] if reading.talk.speaker(at) == AGENT else ():
        if old.kept and old.source != "user" and not old.has(cues.STRONG_CAUSES):
            old.drop("the user was not content with it")


def end_refusals(reading: "Reading") -> None:
    """Leave out "no X" if the user takes X in their next turn."""
    for unit in reading.units:
        if not (unit.kept and unit.speaker == USER and unit.words.at(0) in cues.NO and unit.names):
            continue
        later = reading.talk.following(unit.turn, USER)
        for other in reading.turns[later] if later >= 0 else ():
            if other.kept and unit.names & other.names and not cues.NO & other.words.bag and not other.has(cues.WRONG):
                unit.drop("the user changed their mind")


def end_old_states(reading: "Reading") -> None:
    """Leave out a state that the agent reported, if it later reported another state of the same subject."""
    latest: dict[str, Unit] = {}
    for unit in reading.units:
        subject = _subject_of_state(unit) if unit.kept and unit.speaker == AGENT and not unit.is_report else ""
        old = latest.get(subject) if subject else None
        if old is not None and old.turn < unit.turn and old.source != "user" and not old.has(cues.STRONG_CAUSES):
            old.drop("replaced later in the session")
        if subject:
            latest[subject] = unit


def _subject_of_state(unit: Unit) -> str:
    """The first words of a statement up to its verb, if that is a verb of state; empty if they are too general."""
    for at, word in enumerate(unit.words.lower[:5]):
        if word in _STATE_VERBS:
            subject = " ".join(unit.words.lower[:at])
            return subject if at and Unit(0, "", subject, 0, 0).content else ""
    return ""


_STATE_VERBS = frozenset("is are has have ist sind hat haben es está tiene est sont a é tem".split())
