"""What the user's reply does to the agent's proposals: approve, refuse or choose, and answer its questions."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_SHORT_REPLY = 8
"""Words of a reply that only approves, refuses or chooses."""


def apply(reading: "Reading") -> None:
    """Judge the proposals of each agent turn by the reply to it."""
    for at, turn in enumerate(reading.talk.turns):
        if turn.speaker != AGENT or at == reading.report:
            continue
        reply = at + 1
        proposals = [unit for unit in reading.turns[at] if is_proposal(reading, unit)]
        if reading.talk.speaker(reply) != USER:
            continue
        verdict = reply_verdict(reading.turns[reply])
        chosen = chosen_items(reading, at, reply)
        for unit in proposals:
            if verdict == "no" or (chosen is not None and unit not in chosen):
                unit.drop("proposed and not chosen")
            elif verdict == "yes" or chosen is not None:
                unit.kept, unit.note, unit.source, unit.type = True, "approved", "user", "decision"
            else:
                unit.drop("proposed and not decided")
        _answer(reading, at, reply)


def is_proposal(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit of the agent proposes something."""
    if unit.is_question or unit.reason in ("heading", "code", "tool output"):
        return False
    return unit.has(cues.OFFERS) or (unit.is_item and proposes(unit.lead))


def proposes(lead: str) -> bool:
    """Whether the line above a list announces proposals."""
    low = f" {lead.lower()} "
    return any(word in low for word in ("idea", "option", "plan", "propos", "vorschl", "suggest", "could", "möglich", "opcion"))


def reply_verdict(units: "list[Unit]") -> str:
    """yes, no, or empty: what the first words of a reply say to the proposals before it."""
    if not units:
        return ""
    words = units[0].words
    if words.has(cues.REFUSALS) and len(words) <= MAX_SHORT_REPLY:
        return "no"
    if words.at(0) in cues.NO and words.at(0) != "don't":
        return "no"
    if words.at(0) in cues.YES:
        return "yes"
    return "yes" if any(unit.words.at(0) in cues.YES and len(unit.words) <= 4 for unit in units) else ""


_BOTH = ("both", "beides", "beide", "las dos", "ambas", "les deux", "ambos", "as duas", "all", "alle", "all three")
_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "erste": 0, "ersten": 0, "zweite": 1, "zweiten": 1, "primera": 0, "segunda": 1,
    "première": 0, "premier": 0, "deuxième": 1, "seconde": 1, "primeira": 0, "primeiro": 0, "segundo": 1, "former": 0, "latter": 1,
}  # fmt: skip


def chosen_items(reading: "Reading", at: int, reply: int) -> "list[Unit] | None":
    """The proposals of a turn that a reply chooses by their number; None if it chooses none so."""
    items = [unit for unit in reading.turns[at] if unit.is_item]
    if len(items) < 2:
        return None
    told = {}
    for unit in reading.turns[reply]:
        first = unit.words.at(0)
        number = first if first.isdigit() else ""
        if number and unit.words.after[0][:1] in (":", ")", ".") or (number and unit.is_item):
            told[number] = unit
    if not told:
        return None
    chosen = []
    for place, item in enumerate(items, 1):
        number = item.item_number or str(place)
        if number in told and not told[number].words.has(cues.REFUSALS) and told[number].words.at(1) not in cues.NO:
            chosen.append(item)
    return chosen


def _answer(reading: "Reading", at: int, reply: int) -> None:
    """Give a short answer its subject: the question before it."""
    questions = [unit for unit in reading.turns[at] if unit.is_question]
    if not questions or not reading.turns[reply]:
        return
    question, answer = questions[-1], reading.turns[reply][0]
    if answer.is_question or answer.words.at(0) in cues.NO or len(answer.content) > 4:
        return
    if reply_verdict([answer]) == "yes" and not answer.is_specific:
        return
    if not answer.content and not answer.numbers:
        return
    if answer.content & question.content and len(answer.content) > 2:
        return
    answer.kept, answer.note, answer.type = True, "answer", "decision"
    answer.say(f"{question_subject(question)}: {answer.original.rstrip('. ')}")


_ASKING = (
    "how many", "how much", "how long", "how often", "which", "what", "where", "who", "when", "wie viele", "welche", "welcher",
    "welches", "wo", "wer", "wann", "¿dónde", "¿cuántos", "¿cuántas", "¿cuál", "¿qué", "¿quién", "quel", "quelle", "combien",
    "où", "qui", "quantos", "quantas", "qual", "onde", "quem", "quando", "cuántos", "cuál", "dónde", "should", "shall",
)  # fmt: skip
_ASKED = (
    " do you want", " would you like", " should i use", " should we use", " do you need", " do we want", " shall i use",
    " do you prefer", " should it be", " would you use",
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
