"""What the user says: rules, facts and decisions are kept; greetings, questions, jokes and single requests are not."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

UNREADABLE = frozenset(
    ["tool output", "code", "heading", "no words in it", "table row", "it is filler text", "it is encoded data",
     "it is only a row of numbers", "it is no language", "it supposes something for an exercise"]
)  # fmt: skip
MIN_WORDS_OF_RULE, MIN_WORDS_OF_FACT, MIN_WORDS_OF_SENTENCE = 2, 2, 5


def judge(reading: "Reading", unit: Unit) -> None:
    """Decide about a unit of the user by itself and its place."""
    note = _refusal(reading, unit)
    if note:
        unit.drop(note)
    else:
        unit.kept = True


def _refusal(reading: "Reading", unit: Unit) -> str:
    """Why a unit of the user is left out; empty if it is kept."""
    if unit.reason in UNREADABLE or is_log(unit):
        return unit.reason or "tool output"
    if "[secret: " in unit.text:
        return "it holds a secret"
    if unit.is_question:
        return "question"
    lasting, content = unit.has(cues.LASTING), len(unit.content)
    if is_joke(unit) and not lasting:
        return "joke"
    if unit.has(cues.WHAT_IFS) and not lasting:
        return "what if"
    if unit.turn == reading.opening and not unit.is_item:
        return _opening_refusal(unit)
    if unit.has(cues.POLITE_REQUESTS) and not (lasting and unit.is_specific):
        return "a request for once"
    if (unit.has(cues.PASSING) or unit.has(cues.TODAY)) and not unit.has(cues.DUTY_OR_DATE) and not lasting:
        return "momentary state"
    if lasting and content >= MIN_WORDS_OF_RULE:
        return ""
    if unit.is_specific and content >= MIN_WORDS_OF_FACT:
        return ""
    if content >= MIN_WORDS_OF_SENTENCE and unit.draft is not None:
        return ""
    return unit.reason or "too little is said"


def _opening_refusal(unit: Unit) -> str:
    """A session opens with a problem or a request, which is over by its end; its rules and dates last."""
    if unit.has(cues.POLITE_REQUESTS):
        return "a request for once"
    if unit.has(cues.DUTY_OR_DATE) and unit.numbers and len(unit.content) >= MIN_WORDS_OF_SENTENCE:
        return ""
    if unit.has(cues.PROBLEMS):
        return "the problem that the session was about"
    if unit.has(cues.LASTING) and len(unit.content) >= MIN_WORDS_OF_SENTENCE:
        return ""
    return "" if unit.place and unit.is_specific and unit.draft is not None else "opening request"


def is_joke(unit: Unit) -> bool:
    """Whether a unit is marked as not meant seriously."""
    line = f" {unit.text.lower()} "
    return any(mark in line for mark in cues.JOKES)


def is_log(unit: Unit) -> bool:
    """Whether a machine wrote a unit: an address in memory, or hardly a word among its signs."""
    text = unit.text
    if "0x" in text and "`" not in text:
        return True
    letters = sum(letter.isalpha() or letter.isspace() for letter in text)
    if len(text) > 40 and "`" not in text and letters < 0.55 * len(text):
        return True
    head = text[:24]
    return sum(letter.isdigit() for letter in head) >= 8 and head.count(":") >= 1 and head[:1].isdigit()
