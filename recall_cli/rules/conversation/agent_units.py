"""What the agent says: causes, measurements, results and what is open are kept; its work in progress is not."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.conversation.user_units import PASSING_REASONS, UNREADABLE, is_joke, is_log
from recall_cli.rules.reading.extraction import tells_finding
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MIN_WORDS = 3
MIN_DETAILS, MANY_DETAILS = 2, 3
MAX_COMMAND_LETTERS = 240
_POINTING_BACK = phrases("it|this|that|them|lo|la|le|das|es|ihn|sie|isso|o")


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
    if unit.reason == "code" and _is_command(reading, unit):
        return ""
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
    if unit.reason == "table row" and "**" not in unit.original:
        return "table row"
    if unit.words.at(0) in ("please", "bitte"):
        return "request of the moment"
    if is_joke(unit) or _answers_joke(reading, unit):
        return "joke"
    content = len(unit.content)
    if content < MIN_WORDS and not (unit.is_specific and content > 1):
        return unit.reason or "too little is said"
    return _passing(reading, unit) or ("" if _says_enough(unit) else unit.reason or "too little is said")


def _passing(reading: "Reading", unit: Unit) -> str:
    """Whether a unit belongs to the work of the moment, and how."""
    cause = is_cause(unit)
    if _is_over(reading, unit, cause=cause):
        return "fixed later in the session"
    if unit.draft is not None and unit.is_specific and tells_finding(unit.text):
        return ""
    if (unit.has(cues.SELF_WORK) or unit.reason in PASSING_REASONS) and not (cause and details(unit)):
        return "" if _is_done_plan(reading, unit) else "working step"
    if _tells_own_step(unit) and not cause:
        return "working step"
    if unit.has(cues.HEDGES) and not cause:
        return "a guess"
    return "status of the moment" if _is_status(reading, unit) and not cause else ""


def _tells_own_step(unit: Unit) -> bool:
    """Whether the agent tells what it did, and neither measured nor tried anything by it."""
    if unit.words.at(0) not in ("i", "i've", "ich", "je", "j'ai", "yo", "eu") or is_offer(unit):
        return False
    return len(unit.numbers) < MIN_DETAILS and not (unit.has(cues.BUTS) or unit.has(cues.TRIED))


def is_offer(unit: Unit) -> bool:
    """Whether the agent offers something, which the user may accept."""
    return unit.has(cues.OFFERS)


def _is_done_plan(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit announces a step with its details, and the step then succeeded."""
    if unit.words.at(0).endswith("ing") or unit.words.at(0) == "let" or unit.has(cues.LOOKING):
        return False
    telling = details(unit) >= MIN_DETAILS or (unit.is_specific and unit.has(cues.LASTING))
    done = reading.talk.runs_tool(unit.turn) and reading.talk.succeeds_later(unit.turn)
    return telling and done and len(unit.content) > MIN_WORDS + 2 and unit.has(cues.STEP_DETAILS)


def _says_enough(unit: Unit) -> bool:
    if is_cause(unit) or unit.is_specific:
        return True
    if unit.draft is None or len(unit.content) <= MIN_WORDS:
        return False
    return unit.draft.speech != "unread" or unit.has(cues.LASTING) or unit.has(cues.BUTS)


def _is_command(reading: "Reading", unit: Unit) -> bool:
    """Whether a block of code is a short command that the line before it introduces."""
    before = reading.before(unit)
    short = len(unit.original) <= MAX_COMMAND_LETTERS and unit.original.count("```") == 2
    return (
        short
        and before is not None
        and before.place == unit.place - 1
        and before.text.rstrip("*_ ").endswith((":", "run"))
    )


def _report_refusal(reading: "Reading", unit: Unit) -> str:
    """A report is kept, without its passing lines."""
    if unit.has(cues.PASSING):
        return "status of the moment"
    if unit.is_item or reading.is_open_item(unit) or unit.has(cues.OPEN_ENDS):
        return "" if len(unit.content) > 1 or unit.is_specific else "too little is said"
    return "" if unit.is_specific and len(unit.content) > MIN_WORDS - 1 else unit.reason or "too little is said"


def _answers_joke(reading: "Reading", unit: Unit) -> bool:
    before = reading.previous_speech(unit)
    return (
        bool(before) and before[0].speaker == "user" and any(map(is_joke, before)) and not unit.names and unit.place < 2
    )


def _is_over(reading: "Reading", unit: Unit, *, cause: bool) -> bool:
    """Whether a unit tells a problem that the session solved: an error before it, a success or a report later."""
    talk = reading.talk
    solved = talk.succeeds_later(unit.turn) or reading.report >= 0
    if _ends_in_progress(unit) and not unit.numbers:
        return True
    if talk.outcome_before(unit.turn) == "error" and solved:
        about_tests = unit.has(cues.TESTS) and unit.tells_problem
        if cause and details(unit):
            return False
        return about_tests or details(unit) < (MIN_DETAILS if talk.runs_tool(unit.turn) else 1)
    if cause:
        return False
    if unit.has(cues.TESTS) and unit.tells_problem and solved:
        return True
    after = reading.after(unit)
    if after is None or not (after.has(cues.SELF_WORK) or after.has(cues.FIXES)):
        return False
    return (unit.tells_problem or (after.has(_POINTING_BACK) and len(after.content) < 6)) and solved


def _ends_in_progress(unit: Unit) -> bool:
    """Whether a unit is a short step: "retraining as run 32", or ends with ", fixing"."""
    words = unit.words
    if len(words) > 2 and words.at(len(words) - 1).endswith("ing") and "," in words.after[len(words) - 2]:
        return True
    if words.at(1).endswith("s") or unit.has(cues.NAMED_STATES):
        return False  # "staging runs on another host"
    return words.at(0).endswith("ing") and len(unit.content) <= MIN_WORDS + 1


def _is_status(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit only tells how a run went: it follows a success and gives hardly a detail."""
    if (unit.has(cues.PASSING) or unit.has(cues.TODAY)) and not unit.has(cues.STRICT_RULES):
        return True
    if not unit.has(cues.STATUSES):
        return False
    if unit.has(cues.TESTS) and not unit.has(cues.BUTS) and len(unit.content) < 8:
        return True
    if reading.talk.outcome_before(unit.turn) == "ok":
        return details(unit) < MANY_DETAILS and len(unit.content) < 8
    return details(unit) < MIN_DETAILS and len(unit.content) < 5
