"""What a statement is about, if its own words do not say so: the problem it explains, or the question it answers.

The problem is over by the end of the session, and a question states nothing, so neither is a statement of its own. The
words of the cause or the answer stay unchanged. What it is about becomes a tag, which searches read.
"""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.sentence_text import strip_openers
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_ABOUT_LETTERS, MIN_PROBLEM_WORDS = 120, 3
MAX_TURNS_OF_OPENING, MAX_TURNS, MAX_TURNS_OF_RESULT = 6, 2, 3
"""The number of turns after a problem in which its cause is looked for: after the problem that opened the session, and
after a later one. If nothing is called a cause, the agent's first result within the third number of turns is one."""
MAX_SHARED = 0.5
"""A statement that has more than this part of the words already says what it is about."""
MAX_WORDS_OF_REPLY = 8
"""A longer statement of the user is more than a reply."""
MAX_TURNS_BACK = 2
"""The number of turns before a bare name or value in which its subject is looked for."""

_PROBLEM_NOTES = (
    "the problem that the session was about",
    "a problem that the session solved",
    "opening request",
    "status of the moment",
    "momentary state",
    "asks for an inquiry",
    "question",
)
"""Notes with which a problem that the user describes is left out."""
_TELLING = phrases(
    "because|because of|due to|root cause|the cause|caused by|culprit|turned out|the reason|the problem is|cause",
    "weil|ursache|deshalb|darum|daher|deswegen|der grund|porque|la causa|el motivo|por eso|debido|parce que",
    "la cause|à cause|la raison|donc|le problème|o motivo|por isso|devido|a causa|o problema|el problema",
)
_NEEDING = phrases("need|needs|please|let us|let's|want|wants|brauchen|braucht|necesitamos|precisa|il faut")
_GREETINGS = frozenset("hi hello hey hallo moin servus hola buenas bonjour salut oi olá".split())


def apply(reading: "Reading") -> None:
    """Note what causes and answers are about."""
    for turn, spoken in enumerate(reading.talk.turns):
        problem = _problem_in(reading, turn) if spoken.speaker == USER else None
        cause = None if problem is None else _cause_of(reading, turn)
        if problem is not None and cause is not None:
            _set_subject(cause, problem)
        question = _question_before(reading, turn)
        if question is not None:
            for answer in _answers_in(reading, turn):
                _set_subject(answer, question)
        for unit in reading.turns[turn] if spoken.speaker == USER else ():
            if unit.kept and unit.is_bare_value and not unit.about:
                _find_subject_of_value(reading, unit)


def _problem_in(reading: "Reading", turn: int) -> "Unit | None":
    """The problem that a turn of the user describes; None if it describes none."""
    left_out = [unit for unit in reading.turns[turn] if not unit.kept and unit.note in _PROBLEM_NOTES]
    problems = [unit for unit in left_out if unit.tells_problem and len(unit.content) >= MIN_PROBLEM_WORDS]
    if not problems and turn == reading.opening:
        problems = [unit for unit in left_out if len(unit.content) >= MIN_PROBLEM_WORDS and _could_be_problem(unit)][:1]
    return max(problems, key=lambda unit: (not unit.is_question, len(unit.content)), default=None)


def _could_be_problem(unit: Unit) -> bool:
    """Whether a unit of the opening describes a state, and no wish."""
    if unit.note == "asks for an inquiry":
        return True
    if unit.is_question:  # "the map freezes with many orders, can you look?"
        unit = Unit(0, unit.speaker, unit.text.rpartition(", ")[0], 0, 0)
    wishes = unit.has(cues.GOALS) or unit.has(cues.NEEDS) or unit.has(_NEEDING)
    return len(unit.content) >= MIN_PROBLEM_WORDS and not wishes and not unit.is_question


def _cause_of(reading: "Reading", turn: int) -> "Unit | None":
    """The first cause that the agent tells after a turn, or its line in the report; None if there is none.

    If nothing is called a cause, the first result of the agent's work on the opening is one.
    """
    opening = turn == reading.opening
    last = turn + (MAX_TURNS_OF_OPENING if opening else MAX_TURNS)
    labelled = reading.turns[reading.report] if opening and reading.report >= 0 else ()
    causes = [unit for unit in labelled if unit.text.strip("* ").lower().startswith(("cause", "root cause", "ursache"))]
    causes += [unit for units in reading.turns[turn + 1 : last + 1] for unit in units if unit.has(_TELLING)]
    if opening:
        later = range(turn + 1, min(len(reading.turns), turn + 1 + MAX_TURNS_OF_RESULT))
        causes += [unit for at in later if reading.talk.outcome_before(at) for unit in reading.turns[at]]
    return next((unit for unit in causes if unit.kept and unit.speaker == AGENT and unit.source != "user"), None)


def _question_before(reading: "Reading", turn: int) -> "Unit | None":
    """The last question of the turn before, if that turn ends with it or another person answers."""
    if reading.talk.speaker(turn) not in (USER, AGENT) or reading.talk.speaker(turn - 1) == reading.talk.speaker(turn):
        return None
    questions = [unit for unit in reading.turns[turn - 1] if unit.is_question] if turn else []
    return questions[-1] if questions and len(questions[-1].content) > 1 else None


def _answers_in(reading: "Reading", turn: int) -> "list[Unit]":
    """The statement of a turn that answers a question: the first, and of the user only a short one."""
    first = [unit for unit in reading.turns[turn] if unit.kept and not unit.is_report and unit.note != "answer"][:1]
    return [unit for unit in first if unit.speaker == AGENT or len(unit.content) <= MAX_WORDS_OF_REPLY]


def _find_subject_of_value(reading: "Reading", unit: Unit) -> None:
    """Take an earlier statement about the same name or value as the subject: "let us stay on MEDIUM"."""
    for turn in range(unit.turn - 1, max(-1, unit.turn - 1 - MAX_TURNS_BACK), -1):
        for old in reversed(reading.turns[turn]):
            shared = (unit.names | unit.values) & (old.names | old.values)
            if shared and old.reason not in ("code", "heading", "tool output") and old.content - unit.content:
                _set_subject(unit, old)
                return


def _set_subject(unit: Unit, subject: Unit) -> None:
    """Note what a unit is about, unless it has most of these words itself."""
    words = {word[:5] for word in subject.content}
    shared = words & {word[:5] for word in unit.content}
    if len(shared) <= MAX_SHARED * len(words):
        unit.about = _subject_text(subject)


def _subject_text(subject: Unit) -> str:
    """A problem or a question in the words of its speaker, without greetings and requests."""
    text = strip_openers(subject.text).strip()
    first, comma, rest = text.partition(", ")
    text = rest if comma and first.lower() in _GREETINGS else text
    if subject.speaker == USER and subject.is_question and ", " in text:  # "the build fails, can you look?"
        text = text.rpartition(", ")[0]
    text = text.rstrip(" .!…")
    if len(text) > MAX_ABOUT_LETTERS:
        text = text[:MAX_ABOUT_LETTERS].rpartition(" ")[0].rstrip(",;:") + " …"
    return text
