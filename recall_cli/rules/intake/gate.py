"""The quality gate: whether a statement is worth storing, and if not, what would be.

Length counts 0.3, the forms that its kind of memory has 0.4, structure and substance 0.3; a statement below 0.6 is
refused. The gate judges what an extractor takes out of a text. Of what somebody stores on purpose, the score is advice.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.conversation.signs import EXPLAINING_FORMS, read_forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set

MIN_SCORE = 0.6
"""The score from which a statement is accepted."""

LENGTH_WEIGHT, KEYWORDS_WEIGHT, STRUCTURE_WEIGHT = 0.3, 0.4, 0.3
MIN_WORDS_FOR_HALF, MIN_WORDS_FOR_FULL, MAX_FULL_SCORE_LENGTH = 3, 4, 2000
"""Distinct words from which length counts half and in full, and characters beyond which it counts half again."""

NAMING_FORMS = frozenset(
    ("number", "path", "code", "name of code", "capitals", "label", "arrow", "quotation", "inner name", "ideographs")
)
FORMS_OF_KIND = {
    "decision": EXPLAINING_FORMS | {"wish", "works so"},
    "finding": EXPLAINING_FORMS | {"failure", "number"},
    "correction": EXPLAINING_FORMS | {"failure", "second thought"},
    "pattern": EXPLAINING_FORMS,
    "estimate": frozenset(("guess", "number", "later", "condition")),
    "preference": EXPLAINING_FORMS | {"wish"},
    "procedure": EXPLAINING_FORMS | {"begins as a request", "begins with an order of steps", "arrow"},
    "fact": NAMING_FORMS | {"works so", "state", "wish"},
}
"""The signs of form (signs.py) that a statement of each kind has."""
_ADVICE = {
    "decision": "say what was chosen and why, e.g. “We chose Postgres over MySQL for its JSON indexes.”",
    "finding": "say what happens and why, e.g. “Uploads time out because the proxy buffers to disk.”",
    "correction": "say what is right and what was wrong, e.g. “The port is 8443, not 8080.”",
    "pattern": "say what happens and when, e.g. “The import fails whenever the feed has an empty line.”",
    "estimate": "say how long something will take, e.g. “The migration will take about three weeks.”",
    "preference": "say what is wanted and where, e.g. “Tabs, not spaces, in Go files.”",
    "procedure": "say what to do, in order, e.g. “To release, tag the commit, then run make publish.”",
    "fact": "name a thing and state a fact about it, e.g. “The API listens on port 8080.”",
}
_MARKS = "\"'`“”‘’()[]{}<>,;:!?…*_.-"


class GateVerdict(Record):
    """The gate's decision: the score and its parts, the reason in plain words, and what would pass."""

    accepted: bool
    score: float
    length: float
    keywords: float
    structure: float
    reason: str
    advice: "str | None" = None


def judge_quality(
    text: str,
    kind: str,
    *,
    entity: "str | None" = None,
    attribute: "str | None" = None,
    value: "str | None" = None,
    on_purpose: bool = False,
) -> GateVerdict:
    """The verdict on a text as a memory of this kind; a complete fact may be shorter than a bare text.

    `on_purpose` means that a person or a model chose to keep it. Then it needs no form of its kind, only some content.
    """
    line = " ".join(text.split())[: 2 * MAX_FULL_SCORE_LENGTH]
    spelled = [word for word in (part.strip(_MARKS) for part in line.split()) if word]
    words = {word.lower() for word in spelled}
    content = {word for word in words - STOP_WORDS if len(word) > 2 or not word.isalpha() or not word.isascii()}
    forms = {*read_forms(line)}
    if any(word[:1].isupper() and len(word) > 1 for word in spelled[1:]):
        forms.add("inner name")
    is_fact = bool(entity and attribute and value and content)
    is_question = line.endswith(("?", "？"))
    is_report = "done" in forms and forms.isdisjoint(("reason", "cause", "rule", "contrast"))
    points_away = "begins by pointing" in forms and forms.isdisjoint(NAMING_FORMS)
    length = _length_score(len(words), len(text), short_is_fine=is_fact or "ideographs" in forms)
    keywords = structure = 0.0
    if content and not (is_question or is_report or points_away):
        says_kind = not forms.isdisjoint(FORMS_OF_KIND.get(kind, NAMING_FORMS)) or (on_purpose and len(content) > 1)
        keywords = KEYWORDS_WEIGHT if is_fact or says_kind else 0.0
        structure = _structure_score(content, forms, is_fact=is_fact)
    score = round(length + keywords + structure, 2)
    accepted = score >= MIN_SCORE
    return GateVerdict(
        accepted=accepted,
        score=score,
        length=length,
        keywords=keywords,
        structure=structure,
        reason="accepted" if accepted else _refusal_reason(length, keywords, content, kind, is_question=is_question),
        advice=None if accepted else _ADVICE.get(kind, _ADVICE["fact"]),
    )


def _length_score(distinct: int, characters: int, *, short_is_fine: bool) -> float:
    """The full length score from a few distinct words on; half for fewer words or a very long text."""
    if characters > MAX_FULL_SCORE_LENGTH or (distinct < MIN_WORDS_FOR_FULL and not short_is_fine):
        return LENGTH_WEIGHT / 2 if distinct >= MIN_WORDS_FOR_HALF else 0.0
    return LENGTH_WEIGHT


def _structure_score(content: "Set[str]", forms: "Set[str]", *, is_fact: bool) -> float:
    """Half of the score for two content words; the other half for form: a cause, a contrast, a number or a name."""
    if len(content) < 2 and not is_fact and "ideographs" not in forms:
        return 0.0
    has_form = is_fact or not forms.isdisjoint(EXPLAINING_FORMS | NAMING_FORMS)
    return round(STRUCTURE_WEIGHT / 2 * (1 + has_form), 2)


def _refusal_reason(length: float, keywords: float, content: "Set[str]", kind: str, *, is_question: bool) -> str:
    """The reason for a refusal in plain words: what is missing, the most important first."""
    missing = []
    if is_question:
        missing.append("it is a question")
    elif not keywords:
        missing.append(f"nothing in it says what a {kind} needs to say")
    if length < LENGTH_WEIGHT:
        missing.append("it is too short to be understood later" if length == 0 else "it is very short")
    if len(content) < 2:
        missing.append("it names hardly anything")
    return "; ".join(missing or ["it has too little substance"])
