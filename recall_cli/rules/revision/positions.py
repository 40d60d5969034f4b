"""Where terms stand in a statement: behind a verb, after a preposition, in a label."""

from recall_cli.rules.revision.stems import stem
from recall_cli.rules.revision.terms import Term
from recall_cli.rules.revision.verbs import PLACING_VERBS, STATE_VERBS
from recall_cli.rules.revision.word_sets import DENIALS

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
    behind = [term for term in terms if term.place > group[-1].place and term.is_content and not term.is_generic]
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
    one, other = relation_verbs(first), relation_verbs(second)
    return bool(one & other) or (not one and not other) or one | other <= PLACING_VERBS


def preposition_before(terms: "Sequence[Term]", group: "Sequence[Term]") -> str:
    """The preposition before a value."""
    at = group[0].place
    before = [term for term in terms if term.place < at][-2:]
    for term in reversed(before):
        if term.low in (
            "in",
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
        if term.low not in ("the", "a", "an", "our"):
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
    return follows_word(terms, group, ("is", "are", "was"))


def follows_word(terms: "Sequence[Term]", group: "Sequence[Term]", words: "tuple[str, ...]") -> bool:
    before = [term for term in terms if term.place < group[0].place][-2:]
    for term in reversed(before):
        if term.low in words:
            return True
        if term.low not in ("the", "a", "an", "our"):
            return False
    return False
