"""The type and importance of a kept statement, from its speaker, its place and its small words."""

from recall_cli.rules.conversation import cues
from recall_cli.rules.conversation.turns import AGENT, USER
from recall_cli.rules.conversation.units import Unit
from recall_cli.rules.reading.words import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.conversation.reading import Reading


def apply(reading: "Reading") -> None:
    """Give each kept unit its type and importance."""
    for unit in reading.units:
        if unit.kept:
            unit.type = type_of(reading, unit)
            unit.worth = worth_of(unit)


def type_of(reading: "Reading", unit: Unit) -> str:
    """The type of a kept unit."""
    labelled = _LABELS.get(_label_of(unit))
    if labelled:
        return labelled
    if unit.speaker == USER:
        return _user_type(reading, unit)
    if unit.reason == "code" or reading.is_open_item(unit):
        return "procedure"
    if unit.note == "approved":
        return "decision"
    if unit.is_report and unit.has(cues.OPEN_ENDS):
        return "procedure"
    if unit.has(cues.STRONG_CAUSES):
        return "finding"
    return "decision" if unit.is_report else "finding"


_LABELS_OF_TYPES = {
    "finding": "cause|root cause|measured|measurement|result|finding|learned|lesson",
    "decision": "decision|decided|agreed",
    "preference": "rule|policy|convention|preference",
    "procedure": "todo|to do|open|next step|next steps|command|steps",
    "correction": "correction",
}
"""Words in front of a colon that say of which type a statement is."""
_LABELS_IN_OTHER_LANGUAGES = {
    "finding": "ursache|gemessen|ergebnis|causa|medido|resultado|cause racine|mesuré|résultat",
    "decision": "entscheidung|entschieden|beschluss|decisión|decidido|décision|décidé|decisão",
    "preference": "regel|regla|règle|regra",
    "procedure": "offen|nächster schritt|pendiente|à faire|pendente",
    "correction": "korrektur|corrección|correção",
}
_LABELS = {
    label: kind
    for table in (_LABELS_OF_TYPES, _LABELS_IN_OTHER_LANGUAGES)
    for kind, labels in table.items()
    for label in labels.split("|")
}


def _label_of(unit: Unit) -> str:
    """The words in front of a colon at the beginning of a unit, in lower case; empty if there are none."""
    return unit.text.partition(":")[0].strip("*_ ").lower() if ":" in unit.text[:24] else ""


def _user_type(reading: "Reading", unit: Unit) -> str:
    if unit.note in ("answer", "replaced"):
        return "decision"
    if unit.has(cues.TRIED) and (unit.tells_problem or unit.has(cues.BUTS) or len(unit.numbers) > 1):
        return "finding"
    if _corrects(reading, unit) or _contrasts(unit):
        return "correction"
    if unit.words.at(0) in ("no", "only", "nur", "solo", "nunca") and len(unit.words) > 2 and not unit.words.after[0]:
        return "preference"
    if unit.has(_BY_A_DATE) and unit.has(cues.CALENDAR) and not unit.has(_EACH):
        return "fact"  # a deadline: "it must be up by Friday"
    if unit.has(cues.STRICT_RULES) and (unit.has(cues.RULES) or unit.has(_ONLY_SO)):
        return "preference"
    if unit.has(cues.LIMITS):
        return "fact"
    if unit.has(cues.RULES):
        return "preference"
    return "decision" if unit.has(cues.DECIDING) or _answers_shortly(reading, unit) else "fact"


def _contrasts(unit: Unit) -> bool:
    """Whether a unit gives a value and denies another: "8 km, not 5", "no longer X but Y"."""
    if unit.has(cues.DECIDING) or unit.has(cues.STRICT_RULES):
        return False
    words = unit.words
    for at in range(1, len(words)):
        if words.at(at) in _NOT and "," in words.after[at - 1] and words.at(at + 1)[:1].isdigit():
            return len(unit.numbers) > 1
    return unit.has(_NO_LONGER) and unit.has(_BUT_NOW) and unit.is_specific


_ONLY_SO = phrases(
    "only on|only in|only if|only with|only for|only the|nur dienstags|nur montags|nur mit|nur im|solo con",
    "solo en|só com",
)
_BY_A_DATE = phrases(
    "deadline|due|by monday|by tuesday|by wednesday|by thursday|by friday|until|freeze|bis|spätestens|termin|hasta",
    "antes de|d'ici|avant|até",
)
_EACH = phrases("always|never|every|each|immer|nie|jede|jeden|siempre|nunca|cada|toujours|jamais|chaque|sempre")
_NOT = frozenset("not no não nicht pas".split())
_NO_LONGER = phrases("no longer|not any more|nicht mehr|n'est plus|ne sont plus|ya no|já não|isn't|is not")
_BUT_NOW = phrases("but|sondern|mais|sino|mas|now")


def _answers_shortly(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit says in reply to the agent what to do, without a subject: "compress to 1600 px"."""
    if unit.place or unit.is_item or unit.has(cues.NAMED_STATES) or unit.words.at(0) in cues.FIRST_PERSON:
        return False
    before = reading.previous_speech(unit) if reading.talk.speaker(unit.turn - 1) == AGENT else []
    return len(unit.content) <= MAX_WORDS_OF_REPLY and any(old.is_question or old.has(cues.OFFERS) for old in before)


MAX_WORDS_OF_REPLY = 6


def _corrects(reading: "Reading", unit: Unit) -> bool:
    """Whether a unit puts right what the agent said before, or what was so before."""
    before = reading.previous_speech(unit)
    told = frozenset().union(*(old.numbers | old.names for old in before)) if before else frozenset()
    own = unit.numbers | unit.names
    if unit.has(cues.CORRECTING):
        return bool(own)
    first = unit.words.at(0) in ("no", "non", "não", "nein", "nope") and bool(unit.words.after[0].strip("`*_"))
    negated = unit.has(_NOT_THAT) and bool(own & told) and bool(own - told)
    return negated or (first and bool(own) and bool(told))


_NOT_THAT = phrases("not|nicht|no|pas|não")


def worth_of(unit: Unit) -> float:
    """The importance of a kept unit."""
    base = {"preference": 0.8, "correction": 0.8, "decision": 0.7, "procedure": 0.6, "finding": 0.6, "fact": 0.75}[
        unit.type
    ]
    if unit.source == "user":
        base += 0.05
    if unit.has(cues.STRONG_CAUSES):
        base += 0.3 if unit.type == "finding" else 0.1
    if not unit.is_specific:
        base -= 0.1
    if unit.speaker != USER and not unit.is_report and not unit.has(cues.STRONG_CAUSES):
        base -= 0.15
    return max(0.2, min(0.95, base))
