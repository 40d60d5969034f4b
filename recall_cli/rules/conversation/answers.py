"""Short replies: a value confirms what the agent said, answers its question, or replaces the value before it."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.replies import CHOICE, reply_verdict
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_ELLIPTIC_WORDS = 2
_YES_NO = frozenset(
    """does do is are has have can could shall should will would want ok right soll sollen ist sind kann darf
    einverstanden es est-ce quer quieres apago posso puis-je""".split()
)
"""First words of a question that wants a yes or no, and has no subject for a short answer."""


def apply(reading: "Reading") -> None:
    """Complete the short replies of the user from what the agent said before and after them."""
    for at, turn in enumerate(reading.talk.turns):
        if turn.speaker == USER and reading.talk.speaker(at - 1) == AGENT:
            for unit in reading.turns[at]:
                if unit.reason != "code" and unit.note != CHOICE and not unit.is_question and is_elliptic(unit):
                    _complete(reading, unit)


def is_elliptic(unit: Unit) -> bool:
    """Whether a unit gives a value and hardly says of what."""
    words = unit.content - unit.values - frozenset(cues.YES) - frozenset(("second", "first", "make", "set"))
    own = frozenset(word for word in words if not word[0].isdigit())
    return len(own) <= MAX_ELLIPTIC_WORDS and len(unit.words) <= 9


def _complete(reading: "Reading", unit: Unit) -> None:
    before = reading.turns[unit.turn - 1]
    refuses = unit.words.at(0) in cues.NO or unit.has(cues.WRONG) or unit.has(cues.TOO_MUCH)
    if unit.values and not refuses and _confirm(before, unit):
        return
    if refuses and unit.values & frozenset().union(*(old.values for old in before)):
        return  # it replaces a value: endings.py puts the new one into the older statement
    if unit.values and _take_confirmation(reading, unit):
        return
    question = next((old for old in reversed(before) if old.is_question), None)
    if question is not None and unit.place == 0:
        _answer(question, unit)


def _confirm(before: "list[Unit]", unit: Unit) -> bool:
    """A value that the agent gave and the user repeats: the agent's statement is the user's too."""
    if not unit.values or len(unit.content - unit.values) > 1:
        return False
    for old in before:
        told = unit.values <= old.values and not old.is_question and old.reason not in ("code", "heading")
        if told and (old.kept or old.note.startswith("proposed")):
            old.kept, old.note, old.source = True, "approved", "user"
            unit.drop("confirms what the agent said")
            return True
    return False


def _take_confirmation(reading: "Reading", unit: Unit) -> bool:
    """Take the agent's next words, if they say the same value in a whole sentence; the user stays their source."""
    later = reading.talk.following(unit.turn, AGENT)
    if later < 0 or later - unit.turn > 2:
        return False
    told = unit.values | unit.names
    for reply in reading.turns[later]:
        shares = told & (reply.values | reply.names) or any(value in reply.original for value in told if len(value) > 2)
        if (
            shares
            and not reply.is_question
            and len(reply.words) > 3
            and len(reply.content - reply.values) >= 2
            and not reply.has(cues.PROBLEMS)
        ):
            reply.kept, reply.note, reply.source = True, "approved", "user"
            unit.drop("confirmed in a whole sentence by the agent")
            return True
    return False


def _answer(question: Unit, unit: Unit) -> None:
    """Put the subject of the question before a short answer."""
    if question.words.at(0) in _YES_NO or (reply_verdict([unit]) == "yes" and not unit.is_specific):
        return
    if not unit.content and not unit.values:
        return
    subject = question_subject(question)
    if len(Unit(0, "", subject, 0, 0).content) < 2 or len(unit.words) > 8:
        return
    unit.say(f"{subject}: {unit.original.rstrip('. ')}")
    unit.kept, unit.note = True, "answer"


_ASKING = (
    "how many", "how much", "how long", "how often", "which", "what should happen with", "what should", "what",
    "where", "who", "when", "wie viele", "welche", "welcher", "welches", "wo", "wer", "wann", "¿dónde", "¿cuántos",
    "¿cuántas", "¿cuál es", "¿cuál", "¿qué", "¿quién", "quel", "quelle", "combien", "où", "qui", "quantos",
    "quantas", "qual", "onde", "quem", "quando",
)  # fmt: skip
_ASKED = (
    " do you want", " would you like", " should i use", " should we use", " do you need", " do we want", " shall i use",
    " do you prefer", " should it be", " would you use", " does it read", " do we need", " should be alerted",
)  # fmt: skip


def question_subject(question: Unit) -> str:
    """What a question asks about, to stand before its answer."""
    text = question.original.rstrip(" ?")
    low = text.lower()
    for asked in _ASKED:
        at = low.find(asked)
        if at >= 0:
            text, low = text[:at] + text[at + len(asked) :], low[:at] + low[at + len(asked) :]
    for word in _ASKING:
        if low.startswith(word + " "):
            text = text[len(word) + 1 :]
            break
    text = text.split(": ")[0].strip()
    return text[:1].upper() + text[1:]
