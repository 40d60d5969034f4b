"""Values: of which sort they are, and which can take each other's place."""

from recall_cli.rules.revision.terms import VALUE_KINDS
from recall_cli.rules.revision.word_sets import QUANTITY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.terms import Term


_LOOSE_SORTS = frozenset(
    frozenset(pair.split("+"))
    for pair in "name+code name+words code+words host+code host+words path+code name+host name+path name+handle time+rhythm "
    "span+rhythm host+path when+rhythm number+count number+words words+path channel+name channel+words version+name version+number name+ident".split()
)


def sort_of_value(group: "Sequence[Term]") -> str:
    """The sort of a value: only values of one sort take each other's place."""
    kinds = {term.kind for term in group}
    if not kinds:
        return ""
    no_words = not kinds & {"word", "name"}
    if kinds <= {"time", "date", "day", "number"} and kinds & {"date", "day"}:
        return "when"
    for kind in ("time", "date", "day", "rhythm"):
        if kind in kinds and len(kinds) <= 2 and no_words:
            return "when" if kind in ("date", "day") else kind
    for kind in ("span", "size", "share", "money", "heat", "frequency", "current", "length", "count"):
        if kind in kinds:
            return kind
    if "time" in kinds:
        return "time"
    if kinds & {"date", "day"}:
        return "when"
    if "rhythm" in kinds:
        return "rhythm"
    if kinds & {"url", "host"}:
        return "host"
    for kind in ("path", "mail", "channel", "handle"):
        if kind in kinds:
            return kind
    if kinds == {"number"}:
        return "number"
    if kinds <= {"version", "number"}:
        return "version"
    if kinds <= {"word", "name", "ident"} and all(term.proper for term in group):
        return "name"
    if kinds == {"ident"} and all(term.low.isalnum() and term.low == term.text for term in group):
        return "words"
    if kinds & {"code", "ident"}:
        return "path" if any("/" in term.key or "." in term.key[1:] for term in group) else "code"
    if all(term.proper for term in group if term.kind in ("word", "name")) and kinds & {"word", "name"}:
        return "name"
    return "words"


def sorts_fit(one: "Sequence[Term]", other: "Sequence[Term]", *, loose: bool = False) -> bool:
    """Whether a value of one sort can take the place of the other."""
    first, second = sort_of_value(one), sort_of_value(other)
    return first == second or (loose and frozenset((first, second)) in _LOOSE_SORTS)


def is_person(terms: "Sequence[Term]", group: "Sequence[Term]") -> bool:
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
