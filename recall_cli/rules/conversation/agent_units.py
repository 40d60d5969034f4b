"""What the agent says: causes, measurements, results and what is open are kept; its work in progress is not."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.conversation.user_units import UNREADABLE, is_joke, is_log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MIN_WORDS = 3
MANY_DETAILS = 2


def judge(reading: "Reading", unit: Unit) -> None:
    """Decide about a unit of the agent by itself and its place."""
    note = _refusal(reading, unit)
    if note:
        unit.drop(note)
    else:
        unit.kept = True


def is_cause(unit: Unit) -> bool:
    """Whether a unit tells a cause or a requirement of something that can be named."""
    return unit.has(cues.STRONG_CAUSES) and (unit.is_specific or len(unit.content) > MIN_WORDS + 2)


def details(unit: Unit) -> int:
    """How many numbers and names a unit gives."""
    return len(unit.numbers | unit.names)


def _refusal(reading: "Reading", unit: Unit) -> str:
    """Why a unit of the agent is left out; empty if it is kept."""
    if unit.reason in UNREADABLE - {"table row"} or is_log(unit):
        return unit.reason or "tool output"
    if "[secret: " in unit.text:
        return "it holds a secret"
    if unit.is_question:
        return "question"
    if unit.text.rstrip("*_ ").endswith(":"):
        return "introduces what follows"
    if unit.is_report:
        return _report_refusal(reading, unit)
    if is_joke(unit) or _answers_joke(reading, unit):
        return "joke"
    content = len(unit.content)
    if content < MIN_WORDS and not (unit.is_specific and content > 1):
        return unit.reason or "too little is said"
    cause = is_cause(unit)
    if _is_over(reading, unit) and not (cause and unit.is_specific):
        return "fixed later in the session"
    if unit.has(cues.SELF_WORK) and not (cause and details(unit)):
        return "working step"
    if unit.has(cues.HEDGES) and not cause:
        return "a guess"
    if _is_status(reading, unit) and not cause:
        return "status of the moment"
    if cause or unit.is_specific:
        return ""
    if unit.draft is not None and content > MIN_WORDS + 1 and unit.draft.speech != "unread":
        return ""
    return unit.reason or "too little is said"


def _report_refusal(reading: "Reading", unit: Unit) -> str:
    """A report is kept, without its passing lines."""
    if unit.is_item or reading.is_open_item(unit) or unit.has(cues.OPEN_ENDS):
        return "" if len(unit.content) > 1 or unit.is_specific else "too little is said"
    if unit.has(cues.PASSING):
        return "status of the moment"
    return "" if unit.is_specific and len(unit.content) > MIN_WORDS - 1 else unit.reason or "too little is said"


def _answers_joke(reading: "Reading", unit: Unit) -> bool:
    before = reading.previous_speech(unit)
    return bool(before) and before[0].speaker == "user" and any(map(is_joke, before)) and not unit.names and unit.place < 2


def _is_over(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit tells a problem that the session solved: an error before it, and a success after it."""
    talk = reading.talk
    if talk.outcome_before(unit.turn) == "error":
        return talk.succeeds_later(unit.turn) or reading.report >= 0
    if not unit.has(cues.PROBLEMS):
        return False
    after = reading.after(unit)
    follow = after is not None and (after.has(cues.FIXES) or after.has(cues.SELF_WORK))
    return follow and (talk.succeeds_later(unit.turn) or reading.report >= 0)


def _is_status(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit only tells how a run went: it follows a success and gives hardly a detail."""
    if unit.has(cues.PASSING) and not unit.has(cues.LASTING):
        return True
    follows_success = reading.talk.outcome_before(unit.turn) == "ok"
    return follows_success and details(unit) < MANY_DETAILS and len(unit.content) < 8
