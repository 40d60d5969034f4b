"""The type of memory that a statement is, and its importance."""

from recall_cli.rules.reading import signs
from recall_cli.rules.reading.clause import Clause
from recall_cli.rules.reading.words import (
    CHOICES,
    DETERMINERS,
    FEELINGS,
    GENERAL,
    INTERJECTIONS,
    MODALS,
    RULE_VERBS,
    Words,
    lemma_and_form,
)

TYPE_IMPORTANCE = {
    "decision": 0.7,
    "preference": 0.6,
    "correction": 0.8,
    "finding": 0.65,
    "procedure": 0.6,
    "pattern": 0.6,
    "estimate": 0.5,
    "fact": 0.5,
}
UNREAD = 0.3
"""The importance of a statement in a language that could not be read."""

_CASES = frozenset("if when whenever before after once for unless until".split())
_TASTES = frozenset("prefer avoid keep favour favor".split())
_PLAIN_FEELINGS = frozenset("like love want enjoy value hate dislike".split())
_WRITERS = frozenset("you we i writing".split())
_ORDER = frozenset("then first before after afterwards".split())
_EVERY = frozenset("every each all no new".split())
_CAUSES = frozenset("because since so until after".split())
_CONTRASTS = frozenset("not no over never always only".split())
_DUTY = frozenset(["must", "should"])
_WAS = frozenset(["was", "were"])


def memory_type(words: Words, clause: Clause) -> str:
    """The type of a statement: by its own label first, then by its strongest sign."""
    for at, word in enumerate(words.lower[:4]):
        if ":" in words.after[at] and word in signs.LABELS:
            return signs.LABELS[word]
    for name, holds in _SIGNS:
        if holds(words, clause):
            return name
    return "fact"


def importance(memory_type_: str, words: Words, speech: str, personal: bool) -> float:
    """The importance of a statement: by its type, higher for emphasis and change, lower for doubt."""
    if speech not in ("plain", "hedged", "reported", "inferred"):
        return UNREAD
    value = TYPE_IMPORTANCE[memory_type_]
    if memory_type_ != "correction" and corrects(words):
        value += 0.2
    if words.bag & signs.EMPHASIS or words.text.endswith("!"):
        value += 0.15
    if words.has(signs.CHANGED) and memory_type_ in ("fact", "preference"):
        value += 0.1
    if personal and memory_type_ == "fact":
        value += 0.05
    if speech != "plain":
        value -= 0.1
    return round(min(0.95, value), 2)


def corrects(words: Words) -> bool:
    """Whether a statement corrects something that was said or done before."""
    if words.has(signs.CORRECTION):
        return True
    first, second = words.at(0), words.at(1)
    if first in signs.CORRECTS_AT_ONCE and len(words) > 3 and (words.after[0] or first == "wrong"):
        return second not in signs.NO_CORRECTION and "thanks" not in words.bag
    return first == "actually" or (second == "actually" and first in INTERJECTIONS)


def _correction(words: Words, clause: Clause) -> bool:
    """A correction, also where somebody is told what they did."""
    told = clause.who == "you" and (clause.form in ("past", "perfect") or bool(clause.helpers & _WAS))
    return told or corrects(words)


def _wish(words: Words, clause: Clause) -> bool:
    """Whether somebody likes, dislikes or wants, or always does."""
    if clause.verb in FEELINGS and clause.who in ("i", "we", "none"):
        return True
    if clause.verb in FEELINGS and clause.who == "thing":
        person = "user" in words.lower[clause.subject[0] : clause.subject[1]]
        return person or clause.verb not in _PLAIN_FEELINGS
    if words.has(signs.WISH):
        return "allergic" not in words.bag
    if clause.who == "i" and words.at(clause.subject[1]) in ("always", "never"):
        return clause.form == "base"
    return "you" in words.lower[:3] and bool(clause.helpers & _DUTY and words.bag & {"always", "never"})


def _estimate(words: Words, clause: Clause) -> bool:
    """Whether a statement says how long, how much or when something will be."""
    future = bool(clause.helpers & MODALS - {"can", "must"})
    if words.bag & signs.ABOUT:
        if words.bag & signs.UNITS and (future or clause.form in ("copula", "") or clause.verb in signs.SPANNING):
            return True
        if future and clause.verb in signs.SPANNING:
            return True
    if not words.has(signs.ESTIMATE):
        return future and clause.verb in signs.SPANNING and bool(words.bag & signs.UNITS)
    if words.bag & signs.NAMED_ESTIMATE:
        return True
    sized = bool(words.bag & (signs.DAYS | signs.UNITS)) or any(mark.isdigit() for mark in words.text)
    return sized and (future or clause.form in ("modal", "copula", "s"))


def _procedure(words: Words, clause: Clause) -> bool:
    """Whether a statement tells what to do in order, or what to do in a certain case."""
    if not clause.imperative or clause.negated:
        return False
    if clause.lead == "to":
        return True
    if clause.verb in RULE_VERBS and words.at(clause.leads[0] + 1) in _WRITERS:
        return False
    if clause.lead in _CASES:
        return clause.verb not in _TASTES and clause.leads[1] > clause.leads[0]
    return bool(words.bag & _ORDER) and clause.verb not in RULE_VERBS and "always" not in words.bag


def _described(words: Words, clause: Clause) -> bool:
    """Whether a way of doing something is told without an order."""
    return words.has(signs.PROCEDURE) and clause.who != "i"


def _decision(words: Words, clause: Clause) -> bool:
    """Whether somebody settles a question: "we dropped X", "Kafka was chosen", "let us use Y"."""
    if words.has(signs.DECISION):
        return True
    verb = clause.verb
    ours = clause.who in ("i", "we") or "team" in words.lower[clause.subject[0] : clause.subject[1]]
    if verb == "let" or (ours and verb in ("want", "plan", "like")):
        at = clause.rest + (words.at(clause.rest) in ("us", "to"))
        known = lemma_and_form(words.at(at))
        return bool(known and known[0] in CHOICES | {"use", "stick"})
    if clause.form == "passive":
        return verb in signs.SETTLED and bool(clause.helpers & {"was", "were", "been"})
    if clause.form in ("past", "perfect", "ing"):
        if verb in signs.DELIBERATE:
            return True
        return (ours or clause.who == "none") and verb in signs.SETTLED | {"remove", "rule"}
    return ours and "will" in clause.helpers and verb in signs.SETTLED | {"move", "use", "keep", "remove"}


def _pattern(words: Words, clause: Clause) -> bool:
    """Whether something is said to happen again and again."""
    if clause.who == "i" or clause.imperative:
        return False
    if words.at(0) in ("each", "every") and any("," in after for after in words.after[1:4]):
        return True
    goes_on = clause.verb == "keep" and clause.who == "thing" and words.at(clause.rest).endswith("ing")
    return goes_on or words.has(signs.PATTERN)


def tells_failed_attempt(words: Words, clause: Clause) -> bool:
    """Whether a statement tells what was tried and why it did not do."""
    return clause.verb in ("try", "attempt") and clause.form in ("past", "perfect") and "but" in words.bag


def _finding(words: Words, clause: Clause) -> bool:
    """Whether a cause, an effect that was measured, a failed attempt, or a fix with its means is told."""
    if tells_failed_attempt(words, clause):
        return True
    if words.has(signs.FINDING):
        return not (clause.imperative and clause.negated)
    if clause.verb in ("fix", "solve", "resolve", "cure") and clause.form in ("past", "perfect", "passive"):
        return bool(words.bag & {"by", "with", "because"})
    if clause.who != "thing":
        return False
    if words.at(0) == "what" and clause.helpers & _WAS:
        return True
    measured = any(word[0].isdigit() for word in words.lower) and bool(words.bag & signs.MEASURES)
    if measured and clause.verb in signs.EFFECTS and clause.form in ("s", "past", "base"):
        return True
    past = clause.form == "past" or (clause.form == "copula" and bool(clause.helpers & _WAS))
    return past and bool(words.bag & _CAUSES)


def _rule(words: Words, clause: Clause) -> bool:
    """Whether a statement sets a standing rule for how work is done."""
    first = words.at(clause.subject[0])
    if clause.imperative or clause.lead == "from now on" or words.at(0) in ("never", "always"):
        return True
    if clause.who == "thing" and clause.helpers & _DUTY:
        return first in _EVERY or first not in DETERMINERS
    if clause.who == "thing" and first in _EVERY:
        return clause.verb in ("need", "require", "get")
    if clause.verb == "" and clause.who in ("thing", "none"):
        return bool(words.bag & _CONTRASTS)
    return "please" in words.bag and bool(words.bag & (GENERAL | {"when", "whenever"}))


_SIGNS = (
    ("estimate", _estimate),
    ("correction", _correction),
    ("preference", _wish),
    ("procedure", _procedure),
    ("decision", _decision),
    ("pattern", _pattern),
    ("finding", _finding),
    ("procedure", _described),
    ("preference", _rule),
)
"""The types in the order in which they are tried."""
