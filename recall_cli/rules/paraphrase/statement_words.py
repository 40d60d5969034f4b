"""A text read for comparison: its terms, those with content, and what limits or turns the statement."""

from recall_cli.rules.paraphrase.reading import Term, read_terms
from recall_cli.rules.paraphrase.vocabulary import (
    BARE_VERBS,
    CONDITIONS,
    HEDGES,
    LIGHT_WORDS,
    NEGATIVE_WORDS,
    PERMISSIONS,
    PREPOSITIONS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VALUE_KINDS = frozenset("number time size share mass length volume calendar clock rhythm weekday code".split())
PASSIVE_AUXILIARIES = frozenset("is are was were be been being gets get".split())
_CUT_OFF = frozenset(("reject", "kill", "block"))
"""Verbs that make a limit of what is over a value: "uploads over 25 MB are rejected"."""


class Wording:
    """One text, read for comparison."""

    __slots__ = ("content", "has_rule", "is_rule", "raws", "terms", "turns")

    def __init__(self, text: str, codes: "frozenset[str]") -> None:
        self.terms = _join_limits(read_terms(text, codes))
        self.raws = [term.raw.casefold() for term in self.terms]
        self.content = [term for term in self.terms if has_content(term)]
        self.turns = _turns(self.terms)
        self.is_rule = bool(self.raws) and self.raws[0] in BARE_VERBS
        fronted = bool(self.raws) and self.raws[0] in PREPOSITIONS
        self.has_rule = fronted and any(raw in BARE_VERBS - {"use"} for raw in self.raws[1:])


def has_content(term: Term) -> bool:
    """Whether a term says something by itself: a value, an identifier, a name or a word with a meaning of its own."""
    return term.kind in VALUE_KINDS or (
        term.key not in LIGHT_WORDS
        and term.raw.casefold() not in LIGHT_WORDS
        and term.key not in HEDGES
        and term.key not in NEGATIVE_WORDS
        and term.key not in PERMISSIONS
        and term.raw.casefold() not in CONDITIONS
        and term.key not in ("mandatory", "instead", "because", "eg", "all", "after", "before")
    )


def _join_limits(terms: "list[Term]") -> "list[Term]":
    """The terms, where "over 25 MB is rejected" and "killed after 45 minutes" read as a limit."""
    cuts = [term for term in terms if term.key in _CUT_OFF and not term.denied]
    expires = any(term.key == "expire" for term in terms)
    result, is_limit = [], False
    for term, following in zip(terms, [*terms[1:], None], strict=True):
        if term.key not in _BOUNDS or following is None or following.kind not in ("time", "size", "number", "share"):
            if term.key == "under":  # "under this address" names a place
                _clear_preposition(terms, term)
            else:
                result.append(term)
            continue
        _clear_preposition(terms, term)
        term.key = _BOUNDS[term.key]
        if term.key == "after" and expires:
            continue  # "expires after 15 minutes" is a lifetime of 15 minutes
        if cuts and term.key in ("over", "after"):
            term.key = term.raw = "limit"
            is_limit = True
        result.append(term)
    return [term for term in result if term not in cuts] if is_limit else result


def _clear_preposition(terms: "list[Term]", preposition: Term) -> None:
    for term in terms:
        if term.segment == preposition.segment and term.preposition == preposition.key:
            term.preposition = ""


_BOUNDS = {"over": "over", "above": "over", "beyond": "over", "under": "under", "below": "under", "after": "after"}


def _turns(terms: "Sequence[Term]") -> "list[str]":
    """What limits, weakens or turns a statement round: sorted, and equal in two wordings."""
    turns = []
    for at, term in enumerate(terms):
        if term.kind not in ("word", "name"):
            continue
        low, before = term.raw.casefold(), terms[at - 1].raw.casefold() if at else ""
        after = terms[at + 1] if at + 1 < len(terms) else None
        if low == "last" and before != "the" and after is not None and after.kind == "time":
            continue  # "sprints last two weeks"
        if term.key in ("only", "solely", "exclusively", "except"):
            following = next((other.key for other in terms[at + 1 :] if has_content(other)), "")
            turns.append(f"{term.key} {following}")
        elif term.key in HEDGES or low in HEDGES:
            turns.append(term.key)
        elif low in CONDITIONS:
            turns.append(CONDITIONS[low])
        elif term.key in ("before", "after") or low == "or":
            turns.append(term.key)
        elif low in _PAST_AUXILIARIES or (
            low.endswith("ed") and low not in _NO_PARTICIPLES and _is_past(before, after)
        ):
            turns.append("past")
    return sorted(turns)


_NO_PARTICIPLES = frozenset("need feed seed speed exceed proceed embed shed bed red".split())
"""Words that end like a participle and are none."""
_PAST_AUXILIARIES = frozenset(("was", "were", "had", "did"))
_PRONOUNS = frozenset("i we you they he she it".split())
_DETERMINERS = frozenset("a an the our its their my your".split())


def _is_past(before: str, after: "Term | None") -> bool:
    """Whether a word that ends like a participle is a past tense: "we used Kafka", "the team dropped the cache"."""
    if before in _PRONOUNS:
        return True
    if before in PASSIVE_AUXILIARIES or before in PREPOSITIONS or before in ("have", "has", "not", "already", ""):
        return False
    return after is not None and after.raw.casefold() in _DETERMINERS
