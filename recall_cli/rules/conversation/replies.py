"""What the user's reply does to the agent's proposals: approve, refuse or choose."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit, proposes
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading

MAX_SHORT_REPLY = 8
"""Words of a reply that only approves, refuses or chooses."""
CHOICE = "chooses what the agent proposed"
MAX_WORDS_OF_APPROVAL = 4
_POINTERS = phrases("it|that|this|so|das|es|des|wir's|eso|esto|ça|cela|isso|isto|änders|'s|both|do|with both")
_BOTH = phrases("both|beides|beide|las dos|los dos|ambas|les deux|ambos|as duas|os dois|all three|alle drei")
_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "erste": 0, "ersten": 0, "erstes": 0, "zweite": 1, "zweiten": 1, "zweites": 1,
    "primera": 0, "segunda": 1, "première": 0, "premier": 0, "deuxième": 1, "seconde": 1, "primeira": 0, "primeiro": 0,
    "segundo": 1, "former": 0, "latter": 1,
}  # fmt: skip
_ALTERNATIVES = (", or ", " or ", ", oder ", " oder ", ", o ", " o ", " ou ")


def apply(reading: "Reading") -> None:
    """Judge the proposals of each agent turn by the reply to it."""
    for at, turn in enumerate(reading.talk.turns):
        if turn.speaker != AGENT or at == reading.report:
            continue
        if reading.talk.speaker(at + 1) == USER:
            _judge_proposals(reading, at, reading.turns[at + 1])
        else:
            for unit in reading.turns[at]:
                if unit.kept and is_proposal(unit) and unit.source != "user":
                    unit.drop("proposed and not decided")
    _refuse_user_ideas(reading)


def _judge_proposals(reading: "Reading", at: int, reply: "list[Unit]") -> None:
    proposals = [unit for unit in reading.turns[at] if is_proposal(unit)]
    verdict = reply_verdict(reply)
    if not reply:
        return
    items = chosen_items(reading.turns[at], reply)
    if items is None and verdict != "no" and proposals:
        _choose_alternative(proposals, reply)
    for unit in proposals:
        if unit.note == "approved":
            continue
        if items is not None and unit.is_item:
            settle(unit, approved=unit in items)
        elif verdict:
            settle(unit, approved=verdict == "yes")
        elif _is_done_next(reading, unit, at + 2):
            unit.kept, unit.note = True, "done"
        elif not (unit.is_specific and (unit.has(cues.BUTS) or unit.has(cues.STRONG_CAUSES))):
            unit.drop("proposed and not decided")
    for unit in reply[:3] if verdict == "yes" else ():
        if unit.kept and not unit.is_specific and len(unit.content) <= MAX_WORDS_OF_APPROVAL and unit.has(_POINTERS):
            unit.drop("approves what the agent proposed")
    if not proposals and verdict == "yes":
        _approve_question(reading.turns[at])


def _is_done_next(reading: "Reading", unit: Unit, at: int) -> bool:
    """Whether the agent's next turn carries a proposal out: it repeats its names or most of its words."""
    if reading.talk.speaker(at) != AGENT:
        return False
    later = reading.turns[at]
    names = frozenset().union(*(other.names for other in later))
    content = frozenset().union(*(other.content for other in later))
    return bool(unit.names & names) or len(unit.content & content) > 3


def settle(unit: Unit, *, approved: bool) -> None:
    """Approve a proposal as the user's decision, or leave it out."""
    if approved:
        unit.kept, unit.note, unit.source = True, "approved", "user"
    else:
        unit.drop("proposed and refused")


def _approve_question(units: "list[Unit]") -> None:
    """A question that names a setting and gets a yes is a decision: "`--nostamp` except for releases?"."""
    question = units[-1] if units and units[-1].is_question else None
    if (
        question is None
        or not question.names
        or question.words.at(0) in ("which", "what", "where", "who", "how", "does", "is")
    ):
        return
    text = question.original.rstrip("?？ ")
    for opener in ("Shall I ", "Should I ", "Soll ich ", "Should we ", "Shall we "):
        text = text.removeprefix(opener)
    question.say(text[:1].upper() + text[1:] + ".")
    settle(question, approved=True)


def is_proposal(unit: Unit) -> bool:
    """Whether a unit of the agent proposes something."""
    if unit.is_question or unit.reason in ("heading", "code", "tool output") or unit.is_report:
        return False
    if unit.text.rstrip("*_ ").endswith(":"):
        return False
    return unit.has(cues.OFFERS) or (unit.is_item and proposes(unit.lead))


def reply_verdict(units: "list[Unit]") -> str:
    """yes, no, or empty: what the first words of a reply say to the proposals before it."""
    if not units:
        return ""
    words = units[0].words
    if says_no(units[0]):
        return "no"
    if words.at(0) in cues.YES or words.has(_BOTH):
        return "yes"
    return "yes" if any(unit.words.at(0) in cues.YES and len(unit.words) <= 4 for unit in units) else ""


def says_no(unit: Unit) -> bool:
    """Whether a unit begins by refusing what was said before it."""
    words = unit.words
    if words.has(cues.REFUSALS) and len(words) <= MAX_SHORT_REPLY and words.at(0) not in ("no", "não", "non"):
        return True
    alone = len(words) == 1 or bool(words.after and words.after[0].strip("`*_"))
    return words.at(0) in ("nope", "nah", "nein", "ne", "nee") or (words.at(0) in ("no", "non", "não", "nö") and alone)


def chosen_items(units: "list[Unit]", reply: "list[Unit]") -> "list[Unit] | None":
    """The items of a list that a reply chooses by their numbers; None if it chooses none so."""
    items = [unit for unit in units if unit.is_item]
    told = {}
    for unit in reply if len(items) > 1 else ():
        number = unit.item_number or next(
            (word for word in unit.words.lower[:3] if word.isdigit() and len(word) == 1), ""
        )
        short = len(unit.words) <= 4 or (unit.words.after[:1] and unit.words.after[0][:1] in (":", ")", "."))
        if number and (short or unit.item_number):
            told[number] = unit
    if not told or not all(int(number) <= len(items) for number in told):
        return None
    for number, unit in told.items():
        if len(unit.content - unit.values) < 2:
            unit.drop(CHOICE)
        elif unit.text.startswith((f"{number}:", f"{number})", f"{number}.")):
            answered = [item for place, item in enumerate(items, 1) if (item.item_number or str(place)) == number]
            _replace_item_number(unit, answered)
    return [
        item
        for place, item in enumerate(items, 1)
        if (item.item_number or str(place)) in told and not _refuses(told[item.item_number or str(place)])
    ]


def _replace_item_number(reply: Unit, items: "list[Unit]") -> None:
    """Give a reply the subject of its item instead of the item's number: "1: no, users need it"."""
    reply.say(reply.text[2:].lstrip())
    proposed = [item for item in items if is_proposal(item)] or items
    reply.about = proposed[0].text if proposed else ""


def _refuses(unit: Unit) -> bool:
    words = unit.words
    return words.has(cues.REFUSALS) or words.at(1) in cues.NO or words.at(0) in cues.NO


def _choose_alternative(proposals: "list[Unit]", reply: "list[Unit]") -> None:
    """Of "A, or B" the one that a short reply names: "second", "pool it is"."""
    answer = reply[0]
    if len(answer.words) > MAX_SHORT_REPLY or answer.words.at(0) in cues.NO:
        return
    for unit in proposals:
        parts = next((unit.original.split(mark) for mark in _ALTERNATIVES if mark in unit.original), [])
        if len(parts) != 2:
            continue
        place = next((_ORDINALS[word] for word in answer.words.lower if word in _ORDINALS), -1)
        if place < 0:
            shared = [len(answer.content & Unit(0, "", part, 0, 0).content) for part in parts]
            place = shared.index(max(shared)) if shared[0] != shared[1] else -1
        if 0 <= place < 2:
            part = parts[place].strip()
            unit.say(part[:1].upper() + part[1:])
            settle(unit, approved=True)


def _refuse_user_ideas(reading: "Reading") -> None:
    """An idea of the user that they drop in their next turn: "we should sign the binaries" … "nope"."""
    for unit in reading.units:
        if unit.kept and unit.speaker == USER and unit.has(_IDEAS):
            later = reading.talk.following(unit.turn, USER)
            if later >= 0 and later - unit.turn <= 2 and reading.turns[later] and says_no(reading.turns[later][0]):
                unit.drop("dropped by the user")


_IDEAS = phrases(
    "we should|we could|i could|maybe|perhaps|könnten wir|vielleicht|podríamos|on pourrait|podíamos|devíamos"
)
