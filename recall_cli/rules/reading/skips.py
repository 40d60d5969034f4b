"""Why a statement is skipped: the reason in words for the user, or None if it is kept."""

from recall_cli.rules.reading import courtesies, memory_types, requests, steps
from recall_cli.rules.reading.claims import moments
from recall_cli.rules.reading.english import grammar, signs
from recall_cli.rules.reading.english.clause import Clause, embedded_clause, read_clause
from recall_cli.rules.reading.english.verbs import TASK_VERBS
from recall_cli.rules.reading.english.words import Words, phrases

TOO_LITTLE = "too little is said"
POINTS_BACK = "points back to something else"
"""The reason for a statement that only makes sense with the one before it."""

REQUEST, QUESTION = "request of the moment", "question"

_COURTESIES = frozenset(
    """great perfect done ok okay thanks cool nice awesome alright good sure yes yep yeah fine right hi
    hello hey""".split()
)
_TURNS = frozenset("can could would will please what how why which where who is do does should so but and".split())
_LABELS = frozenset("remember note reminder important fyi decision lesson learned".split())
_REMEMBER = phrases(
    "remember that|note that|keep in mind|bear in mind|do not forget that|for future reference",
    "for the record|remember to always|please remember|remember i|remember we|remember my",
    "remember the|worth remembering",
)
_TROUBLES = phrases("bothers me|annoys me|irritates me|drives me|matters to me|pains me|helps me")
_EMPTY_IT = frozenset("seem appear take turn cost".split())
"""Verbs whose "it" points to nothing: "it takes two hours to …"."""

_RHETORICAL = frozenset("actually basically technically".split())
_SUBJECTS = frozenset("i we my our the".split())
_AFTERTHOUGHTS = frozenset("just same only".split())


def reason(words: Words, clause: Clause) -> "str | None":
    """The reason to skip a statement, by its mood first, then by tense and subject; None if it is kept."""
    if courtesies.pleasantry(words):
        return "pleasantry"
    if courtesies.sarcasm(words):
        return "sarcasm"
    if requests.question(words):
        return QUESTION
    if words.text.rstrip("*_ ").endswith(":") or words.at(0) == "here":
        return "introduces what follows"
    rest = _after_courtesy(words)
    if rest:
        words, clause = rest, read_clause(rest)
        if courtesies.pleasantry(words):
            return "pleasantry"
    return None if explicit(words) else _passing(words, clause) or _unfit(words, clause)


def _passing(words: Words, clause: Clause) -> "str | None":
    """Whether a statement belongs to the work or the mood of the moment."""
    if requests.asks(words, clause):
        return REQUEST
    if steps.working_step(words, clause):
        return "working step"
    if moments.mood(words, clause) or moments.mood(words, embedded_clause(words, clause)):
        return "momentary state"
    if moments.in_flight(words, clause):
        return "in flight"
    return "status without substance" if steps.status(words, clause) else None


def _after_courtesy(words: Words) -> "Words | None":
    """What follows an opening courtesy ("Done, …", "No worries, …"), which decides alone."""
    for at in range(min(3, len(words) - 2)):
        if any(mark in words.after[at] for mark in ",!—"):
            opening = Words(words.original(0, at + 1))
            polite = opening.at(0) in _COURTESIES and (at == 0 or courtesies.pleasantry(opening))
            soothing = opening.lower == ["no", "worries"]
            return Words(words.original(at + 1, len(words))) if polite or soothing else None
    return None


def explicit(words: Words) -> bool:
    """Whether the speaker asks to remember the statement, or labels it as important."""
    if any(word in _LABELS and ":" in words.after[at] for at, word in enumerate(words.lower[:4])):
        return True
    return len(words) > 4 and words.has(_REMEMBER)


def _unfit(words: Words, clause: Clause) -> "str | None":
    """Whether too little is said, or it points to something that is not there."""
    first = words.at(0)
    if requests.is_bare_rule(words):
        return None
    if len(words) < 2 or (len(words) < 8 and len(words.bag) * 2 <= len(words)):
        return TOO_LITTLE
    if clause.who == "it" and words.at(clause.subject[0]) in grammar.ANAPHORA - {"there"}:
        return None if _stands_alone(words, clause) else POINTS_BACK
    if _hangs_on(words, clause):
        return POINTS_BACK
    if clause.verb != "":
        return None
    exclaimed = words.text.endswith("!") or (first == "what" and words.at(1) in ("a", "an"))
    if len(words) < 7 and (exclaimed or "one" in words.bag):
        return TOO_LITTLE
    if first in _AFTERTHOUGHTS or (first == "no" and words.at(1) == "more"):
        return TOO_LITTLE
    ruling = ":" in words.text or words.bag & {"prefer", "not", "no"}
    return TOO_LITTLE if len(words) < 3 and not ruling else None


_POINTERS = frozenset("it that this so them".split())
_HOLDERS = frozenset(
    "own maintain believe say think know doubt do need want use like hate buy recommend run like".split()
)


def _hangs_on(words: Words, clause: Clause) -> bool:
    """Whether a short sentence says something of a thing that only the one before it names: "Omar owns it."."""
    if len(words) > 7 or clause.imperative or words.has(signs.REASONED):
        return False
    if words.lower[:2] in (["until", "then"], ["next", "one"], ["since", "then"]):
        return True
    return clause.verb in _HOLDERS and clause.rest == len(words) - 1 and words.lower[-1] in _POINTERS


def empty(words: Words) -> "str | None":
    """The reason to skip even a supposition: it is not meant seriously, or nothing is supposed."""
    if courtesies.sarcasm(words):
        return "sarcasm"
    return TOO_LITTLE if len(words) < 4 else None


def statement_before(words: Words) -> "Words | None":
    """The statement before a question or request ("I'm on macOS, can you fix the path?")."""
    for at in range(2, len(words) - 1):
        if any(mark in words.after[at] for mark in ",;—–") and words.at(at + 1) in _TURNS:
            told = words.at(0) in _SUBJECTS or words.at(1) in _SUBJECTS
            asked = words.at(0) in grammar.CONDITIONS
            return Words(words.original(0, at + 1)) if told and not asked else None
    return None


def _stands_alone(words: Words, clause: Clause) -> bool:
    """Whether a sentence with "it" or "that" says enough by itself: a cause, a correction, an empty "it"."""
    if words.has(signs.REASONED) or words.has(_TROUBLES):
        return True
    if clause.form == "passive" and words.at(clause.rest) in ("that", "to") and words.at(clause.subject[0]) == "it":
        return True
    if clause.form == "copula" and words.at(clause.rest + 1) in ("to", "that", "when", "if"):
        return True
    if len(words) < 6:
        return False
    empty_it = words.at(clause.subject[0]) == "it" and (
        clause.verb in _EMPTY_IT or (clause.verb == "look" and words.at(clause.rest) == "like")
    )
    return empty_it or memory_types.corrects(words)


def lever(words: Words) -> "Words | None":
    """A claim that only supports the following request: "I'm actually a doctor", "so walk me through it"."""
    for at in range(2, len(words) - 2):
        if words.after[at] and words.at(at + 1) == "so" and words.at(at + 2) in TASK_VERBS:
            return Words(words.original(0, at + 1)) if words.bag & _RHETORICAL else None
    return None
