"""What the user says: rules, facts and decisions are kept; greetings, questions, jokes and single requests are not."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT
from recall_cli.rules.conversation.units import Unit, is_open_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

UNREADABLE = frozenset(
    ["tool output", "code", "heading", "no words in it", "table row", "it is filler text", "it is encoded data",
     "it is only a row of numbers", "it is no language", "it supposes something for an exercise"]
)  # fmt: skip
PASSING_REASONS = frozenset(["pleasantry", "sarcasm", "momentary state", "working step", "in flight"])
"""What the grammar of single sentences calls of the moment."""
MAX_WORDS_ABOUT_SELF, MAX_WORDS_OF_COMPLAINT, MAX_WORDS_OF_REMARK = 5, 7, 5
MIN_WORDS_OF_RULE, MIN_WORDS_OF_FACT, MIN_WORDS_OF_SENTENCE = 2, 2, 3


def judge(reading: "Reading", unit: Unit) -> None:
    """Decide about a unit of the user by itself and its place."""
    note = _refusal(reading, unit)
    if note:
        unit.drop(note)
    else:
        unit.kept = True


def _refusal(reading: "Reading", unit: Unit) -> str:
    """Why a unit of the user is left out; empty if it is kept."""
    note = _unusable(unit)
    if note:
        return note
    if unit.turn == reading.opening and not unit.is_item:
        return _opening_refusal(reading, unit)
    if unit.turn == reading.opening and len(unit.content) > 1:
        return ""  # the user lists what they want
    lasting, strict = unit.has(cues.LASTING), unit.has(cues.STRICT_RULES)
    if unit.has(cues.POLITE_REQUESTS) and not (strict and unit.is_specific):
        return "a request for once"
    if (unit.has(cues.PASSING) or unit.has(cues.TODAY)) and not unit.has(cues.DUTY_OR_DATE) and not lasting:
        return "momentary state"
    first = (
        unit.words.at(1) if unit.words.at(0) in ("please", "bitte", "now", "then", "ok", "and") else unit.words.at(0)
    )
    if first in cues.ONCE and not lasting:
        return "a request for once"
    if is_open_label(unit.text.partition(":")[0].split(" ")[-1]) and ":" in unit.text:
        return "what comes next"
    if unit.reason in PASSING_REASONS and not strict and not (unit.numbers and lasting):
        return unit.reason
    if _is_answered_complaint(reading, unit):
        return "a problem that the session solved"
    if _says_little(reading, unit):
        return "too little is said"
    about_self = (
        not cues.FIRST_PERSON.isdisjoint(unit.text.lower().split()) and len(unit.content) < MAX_WORDS_ABOUT_SELF
    )
    if about_self and not (lasting or unit.is_specific or unit.has(cues.TRIED) or unit.has(cues.DUTY_OR_DATE)):
        return "the user speaks of themselves"
    if (lasting and len(unit.content) >= MIN_WORDS_OF_RULE) or (
        unit.is_specific and len(unit.content) >= MIN_WORDS_OF_FACT
    ):
        return ""
    return "" if _is_plain_statement(unit) else unit.reason or "too little is said"


def _says_little(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit names nothing that one can look up, and neither decides nor forbids: a remark, or a farewell."""
    if unit.has(cues.TOO_MUCH) and unit.numbers and len(unit.content - unit.values) < MIN_WORDS_OF_FACT:
        return True
    if unit.is_item or unit.numbers or any(map(unit.has, (cues.LASTING, cues.CALENDAR, cues.LIMITS))):
        return False
    if 0 <= reading.report < unit.turn and unit.text.rstrip().endswith("!"):
        return True
    remarks = not (unit.names or unit.has(cues.DECIDING) or unit.has(cues.CAUSES) or unit.words.at(0) in cues.NO)
    return remarks and len(unit.content) <= MAX_WORDS_OF_REMARK


def _unusable(unit: Unit) -> str:
    """Why a unit is no statement at all: a log, a secret, a question, a joke or a supposition."""
    if unit.reason in UNREADABLE or is_log(unit):
        return unit.reason or "tool output"
    if "[secret: " in unit.text and (unit.draft is None or unit.draft.type not in _SETTLED_TYPES):
        return "it holds a secret"
    if unit.is_question:
        return "question"
    if unit.text.rstrip("*_ ").endswith(":") or _ends_with_item_number(unit.text):
        return "introduces what follows"
    strict = unit.has(cues.STRICT_RULES)
    if is_joke(unit) and not strict:
        return "joke"
    if unit.has(cues.WHAT_IFS) and not strict:
        return "what if"
    if unit.has(cues.INQUIRING) and unit.has(cues.NEEDS) and not unit.has(cues.EACH_TIME):
        return "asks for an inquiry"
    if unit.words.lower[-1:] and unit.words.lower[-1].strip("m") == "h":
        return "thinking aloud"
    return ""


def _ends_with_item_number(text: str) -> bool:
    """Whether a text ends where a list in a line begins: "I have three wishes: 1."."""
    head, _, number = text.rpartition(": ")
    return bool(head) and len(number) == len("1.") and number[0].isdigit() and number[1] in ".)"


def _is_plain_statement(unit: Unit) -> bool:
    """Whether a unit without a number or a name states something: a verb of state or a decision, and what about."""
    if unit.draft is None and unit.reason not in ("too little is said", "request of the moment"):
        return False
    states = unit.has(cues.NAMED_STATES) or unit.has(cues.DECIDING) or unit.has(cues.STRONG_CAUSES)
    grammatical = unit.draft is not None and unit.draft.speech != "unread"
    if not states:
        return grammatical and len(unit.content) > 2 * MIN_WORDS_OF_SENTENCE - 1
    return len(unit.content) >= MIN_WORDS_OF_SENTENCE - grammatical


def _is_answered_complaint(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit complains about something that the agent then looks at: it is over, or its cause is told."""
    if len(unit.content) > MAX_WORDS_OF_COMPLAINT:
        return False
    if (
        not unit.tells_problem
        or unit.has(cues.LASTING)
        or unit.has(cues.TRIED)
        or (unit.has(cues.WRONG) and (len(unit.numbers) > 1 or _contradicts(reading, unit)))
        or unit.has(cues.STRONG_CAUSES)
    ):
        return False
    talk = reading.talk
    if talk.runs_tool(unit.turn):
        return True
    answer = reading.turns[unit.turn + 1] if talk.speaker(unit.turn + 1) == AGENT else []
    return any(other.has(cues.STRONG_CAUSES) or other.has(cues.SELF_WORK) or other.has(cues.FIXES) for other in answer)


def _contradicts(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit speaks of what the agent said just before."""
    before = reading.previous_speech(unit)
    told = frozenset().union(*(old.content | old.names | old.values for old in before))
    return bool(told & (unit.content | unit.names | unit.values))


def _opening_refusal(reading: "Reading", unit: Unit) -> str:
    """A session opens with a problem or a request, which is over by its end; its rules and dates last."""
    if unit.has(cues.POLITE_REQUESTS) and not unit.has(cues.STRICT_RULES):
        return "a request for once"
    about_self = not _SPEAKER.isdisjoint(unit.words.bag)
    if unit.has(cues.GOALS) and len(unit.content) >= MIN_WORDS_OF_SENTENCE and not about_self:
        return ""
    wishes = about_self and unit.has(cues.GOALS)
    if unit.has(cues.DUTY_OR_DATE) and unit.numbers and len(unit.content) > MIN_WORDS_OF_SENTENCE and not wishes:
        return ""
    taken_up = _is_taken_up(reading)
    strict = unit.has(cues.STRICT_RULES if taken_up else cues.LASTING) and not about_self
    settled = unit.draft is not None and unit.draft.type in _SETTLED_TYPES and unit.draft.speech != "unread"
    if settled and (strict or not taken_up or (unit.draft is not None and unit.draft.type == "decision")):
        return ""
    if unit.tells_problem:
        return "the problem that the session was about"
    if strict and len(unit.content) > MIN_WORDS_OF_SENTENCE + 1:
        return ""
    if unit.reason or unit.has(cues.STATUSES):
        return unit.reason or "status of the moment"
    if not taken_up and (unit.is_specific or _is_plain_statement(unit)):
        return ""
    return "" if names_a_thing(unit) else "opening request"


def _is_taken_up(reading: "Reading") -> bool:
    """Whether the agent begins to work on what the user opened the session with."""
    if reading.talk.speaker(1) != AGENT:
        return False
    work = any(unit.has(cues.SELF_WORK) or unit.has(cues.LOOKING) for unit in reading.turns[1])
    return work or reading.talk.runs_tool(0) or reading.talk.runs_tool(1)


_SPEAKER = frozenset("i i'm ich yo je j'ai eu".split())


def names_a_thing(unit: Unit) -> bool:
    """Whether a unit names a file, an address, a setting or another thing by its written name."""
    return any(not name.isalpha() for name in unit.names)


_SETTLED_TYPES = frozenset(["decision", "preference", "correction", "procedure"])
"""Types that the grammar finds in a statement that lasts, also where it names a problem as its reason."""


def is_joke(unit: Unit) -> bool:
    """Whether a unit is marked as not meant seriously."""
    line = f" {unit.original.lower()} "
    return any(mark in line for mark in cues.JOKES)


def is_log(unit: Unit) -> bool:
    """Whether a machine wrote a unit: an address in memory, a level and a time, or hardly a word among its signs."""
    text = unit.original
    if "0x" in text and "`" not in text:
        return True
    letters = sum(letter.isalpha() or letter.isspace() for letter in text)
    if len(text) > 40 and "`" not in text and letters < 0.55 * len(text):
        return True
    if text[1:3] == " (" and text[3:4].isdigit():
        return True
    head = text[:24]
    return sum(letter.isdigit() for letter in head) >= 8 and head.count(":") >= 1 and head[:1].isdigit()
