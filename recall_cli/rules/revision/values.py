"""Values: of which sort they are, where they stand, and which can take each other's place."""

from recall_cli.rules.revision.term import VALUE_KINDS, Term
from recall_cli.rules.revision.words.stems import stem
from recall_cli.rules.revision.words.verbs import PLACING_VERBS, STATE_VERBS
from recall_cli.rules.revision.words.word_sets import DENIALS, QUANTITY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def stand_together(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    """Whether a group is one stretch of a text, with no other term of content and no verb in between."""
    places = [term.place for term in group]
    inside = [term for term in terms if min(places) <= term.place <= max(places)]
    others = [term for term in inside if term.is_content and term not in group]
    if others:
        return False
    if group[-1].kind == "number" and any(term.kind == "word" and not term.proper for term in group[:-1]):
        return False
    return not any(term.low in STATE_VERBS and term not in group for term in inside)


def stands_after_verb(terms: "Sequence[Term]", value: Term) -> bool:
    """Whether a verb, a colon or a preposition of place stands before a value."""
    return any(
        term.low in STATE_VERBS
        or term.low in DENIALS
        or term.low in (":", "=", "at", "to", "→", "was", "were", "use", "using")
        for term in terms
        if term.place < value.place
    )


def stands_at_end(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    """Whether a value is the last that its statement says."""
    behind = [term for term in terms if term.place > group[-1].place and term.is_content and not term.is_generic]
    if any(term.place > group[-1].place and term.low in STATE_VERBS for term in terms):
        return False
    return group[0].place > 0 and (not behind or (len(behind) == 1 and behind[0].place == group[-1].place + 1))


def relation_verbs(terms: "Sequence[Term]") -> "set[str]":
    """The stems of the present verbs of a statement, without the ones that only place a value."""
    found = set()
    for at, term in enumerate(terms):
        if (
            term.low in STATE_VERBS
            and term.low not in ("is", "are", "'s", "'re", "has", "have", "must", "should", "can", "may")
            and term.kind == "word"
        ):
            if at and terms[at - 1].low in ("the", "a", "an", "our"):
                continue
            found.add(stem(term.low))
    return found


def have_same_verbs(first: "Sequence[Term]", second: "Sequence[Term]") -> bool:
    """Whether two statements have a verb in common, or only verbs that place a value."""
    one, other = relation_verbs(first), relation_verbs(second)
    return bool(one & other) or (not one and not other) or one | other <= PLACING_VERBS


def preposition_before(terms: "Sequence[Term]", group: "Sequence[Term]") -> str:
    """The preposition before a value."""
    at = group[0].place
    before = [term for term in terms if term.place < at][-3:]
    for term in reversed(before):
        if term.low in (
            "in",
            "as",
            "at",
            "on",
            "to",
            "with",
            "by",
            "from",
            "under",
            "via",
            "through",
            "of",
            "for",
            "after",
            "before",
            "above",
            "below",
        ):
            return {"by": "with", "via": "through", "at": "on"}.get(term.low, term.low)
        if term.is_content or term.low in STATE_VERBS:
            break
    return ""


def label_terms(terms: "Sequence[Term]") -> "list[Term] | None":
    """The terms of a label: what stands before a colon or an equals sign at the beginning."""
    for at, term in enumerate(terms[:7]):
        if term.kind == "mark" and term.text in (":", "=", "→"):
            head = [item for item in terms[:at] if item.kind != "mark"]
            return (
                head
                if head
                and not any(
                    item.low in STATE_VERBS
                    and item.low not in ("deploy", "test", "format", "lint", "host", "log", "release", "start", "build")
                    for item in head
                )
                else None
            )
    return None


def follows_be(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    """Whether a value stands directly behind is, are or was."""
    return follows_word(terms, group, ("is", "are", "was"))


def same_link(first: str, second: str) -> bool:
    """Whether two prepositions place a value in the same way: `on disk`, `in S3`."""
    return first == second or {first, second} == {"in", "on"}


def follows_word(terms: "Sequence[Term]", group: "Sequence[Term]", words: "tuple[str, ...]") -> bool:
    """Whether a value stands directly behind one of these words."""
    before = [term for term in terms if term.place < group[0].place][-2:]
    for term in reversed(before):
        if term.low in words:
            return True
        if term.low not in ("the", "a", "an", "our"):
            return False
    return False


_LOOSE_SORTS = frozenset(
    frozenset(pair.split("+"))
    for pair in """name+code name+words code+words host+code host+words path+code name+host name+path name+handle
        time+rhythm span+rhythm host+path when+rhythm number+count number+words words+path channel+name
        channel+words version+name version+number name+ident""".split()
)


_AMOUNT_SORTS = ("span", "size", "share", "money", "heat", "frequency", "current", "length", "count")


_SORTS_BY_KIND = (
    *((kind, kind) for kind in _AMOUNT_SORTS),
    *(("time", "time"), ("date", "when"), ("day", "when"), ("rhythm", "rhythm"), ("url", "host"), ("host", "host")),
    *((kind, kind) for kind in ("path", "mail", "channel", "handle")),
)


def sort_of_value(group: "Sequence[Term]") -> str:
    """The sort of a value: only values of one sort take each other's place."""
    kinds = {term.kind for term in group}
    if not kinds:
        return ""
    if kinds <= {"time", "date", "day", "number"} and kinds & {"date", "day"}:
        return "when"
    if not kinds & {"word", "name"} and len(kinds) <= 2:
        if "time" in kinds:
            return "time"
        if kinds & {"date", "day"}:
            return "when"
        if "rhythm" in kinds:
            return "rhythm"
    found = next((sort for kind, sort in _SORTS_BY_KIND if kind in kinds), "")
    return found or _sort_of_words(group, kinds)


def _sort_of_words(group: "Sequence[Term]", kinds: "set[str]") -> str:
    """The sort of a value that is no amount, time or place."""
    if kinds <= {"version", "number"}:
        return "number" if kinds == {"number"} else "version"
    if kinds <= {"word", "name", "ident"} and all(term.proper for term in group):
        return "name"
    if kinds == {"ident"} and all(term.low.isalnum() and term.low == term.text for term in group):
        return "words"
    if kinds & {"code", "ident"}:
        return "path" if any("/" in term.key or "." in term.key[1:] for term in group) else "code"
    named = kinds & {"word", "name"} and all(term.proper for term in group if term.kind in ("word", "name"))
    return "name" if named else "words"


def has_date(group: "Sequence[Term]") -> bool:
    """Whether a value names one date and not only a day of the week."""
    return any(term.kind == "date" for term in group)


def sorts_fit(one: "Sequence[Term]", other: "Sequence[Term]", *, loose: bool = False) -> bool:
    """Whether a value of one sort can take the place of the other."""
    first, second = sort_of_value(one), sort_of_value(other)
    if first == second == "when" and has_date(one) != has_date(other):
        return False  # a day of every week, and one date
    return first == second or (loose and frozenset((first, second)) in _LOOSE_SORTS)


def is_person(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
    """Whether a value is a single name that can be a person."""
    if (
        len(group) != 1
        or group[0].kind not in ("word", "name", "handle")
        or not (group[0].text[0].isupper() or group[0].kind == "handle")
    ):
        return False
    before = [term for term in terms if term.place == group[0].place - 1]
    return not before or before[0].low not in ("the", "a", "an", "our", "all", "every")


def drop_quantity_words(group: "list[Term]") -> "list[Term]":
    """A difference without words such as limit and total, if a number remains."""
    if not any(term.kind in VALUE_KINDS for term in group):
        return group
    return [term for term in group if term.low not in QUANTITY_WORDS]


TOPIC_KINDS = frozenset("word name code ident path host handle channel url".split())
"""Kinds of terms that can name a topic."""


def has_amount(group: "Sequence[Term]") -> bool:
    """Whether a value holds a number, a time or an amount."""
    return any(term.kind in VALUE_KINDS for term in group)
