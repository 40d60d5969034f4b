"""Reading a value from the words after a verb, and the entity that a subject names."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading import grammar
from recall_cli.rules.reading.attributes import snake
from recall_cli.rules.reading.finite import broken
from recall_cli.rules.reading.words import Words

_ARTICLES = frozenset("a an the my our your their his her its".split())
_PROJECT = frozenset("project repo repository codebase app application product monorepo workspace stack team".split())
_CONTEXT = frozenset("for in on at when during within inside on under".split())
_FILLERS = frozenset(
    """just now only also still already actually currently always usually mostly
    exclusively really both""".split()
)
_LONGEST = 7


class Fact(Record):
    """What a clause claims: of what, which property, which value, and within which context."""

    entity: str
    attribute: str
    value: str
    qualifier: "str | None" = None
    many: bool = False
    ends: "str | None" = None


class Value(Record):
    """A value as read: its words, and where reading stopped."""

    text: str
    end: int


def value(words: Words, at: int, stop: int, *, listed: bool = False) -> "Value | None":
    """The noun phrase that begins at `at`: up to a break, a preposition or a new clause."""
    lower = words.lower
    while at < stop and (lower[at] in _ARTICLES or lower[at] in _FILLERS):
        at += 1
    first = at
    while at < stop and at - first < _LONGEST:
        word = lower[at]
        if word in ("and", "or") and listed and at > first:
            at += 1
            continue
        if word in grammar.STOP_VALUE or (at > first and word in grammar.AUXILIARIES):
            break
        at += 1
        if broken(words, at - 1) and not (listed and _list_goes_on(words, at, stop)):
            break
    if at == first:
        return None
    while at - 1 > first and (lower[at - 1] in ("and", "or") or _adverb(lower[at - 1])):
        at -= 1
    return Value(text=_trim(words.original(first, at)), end=at)


def _adverb(word: str) -> bool:
    """Whether a word at the end of a value only says how or where ("locally")."""
    return word.endswith("ly") or word in grammar.ADVERBS


def phrase(words: Words, at: int, stop: int) -> "Value | None":
    """Everything up to the next break: for values that may hold prepositions ("under src/api")."""
    first = at
    while at < stop and at - first < _LONGEST + 3:
        if at > first and words.lower[at] in (
            "because",
            "since",
            "so",
            "but",
            "which",
            "and",
            "when",
            "if",
            "not",
        ):
            break
        at += 1
        if broken(words, at - 1):
            break
    return Value(text=_trim(words.original(first, at)), end=at) if at > first else None


def qualifier(words: Words, at: int, stop: int, leads: "tuple[int, int]") -> "str | None":
    """The context in which a value holds, from the words after it or from those before the clause."""
    if at < stop and words.lower[at] in _CONTEXT:
        found = value(words, at + 1, stop)
        return found.text if found and not _when(found.text) else None
    begin, end = leads
    if end - begin > 1 and words.lower[begin] in ("in", "for", "on", "at", "when"):
        return words.original(begin + 1, end)
    return None


def _when(text: str) -> bool:
    """Whether a phrase names a time or an idiom and so is no context in which something holds."""
    return text[:1].isdigit() or text.lower().split()[0] in _TIMES


_TIMES = frozenset(
    """january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday last next spring summer autumn winter fall favour favor case
    order total general practice theory turn""".split()
)


def entity(words: Words, start: int, stop: int, who: str, me: str) -> "str | None":
    """The name of what a subject speaks about: the speaker, the project, or a thing by its own name."""
    if who == "i":
        return me
    if who in ("we", "none"):
        return "project"
    lower = words.lower[start:stop]
    if who == "it" or not lower or len(lower) > 7:
        return None
    while lower and lower[-1] in grammar.ADVERBS:
        lower = lower[:-1]
        stop -= 1
    if not lower:
        return None
    if lower[-1] == "user" or lower == ["user"]:
        return "user"
    if lower[-1] in _PROJECT and len(lower) < 3:
        return "project"
    return snake(" ".join(lower)) or None


def _list_goes_on(words: Words, at: int, stop: int) -> bool:
    """Whether after a comma another item of a list follows, and not a new clause."""
    if at >= stop or "," not in words.after[at - 1]:
        return False
    return words.lower[at] == "and" or (
        words.lower[at] not in grammar.STOP_VALUE and words.lower[at] not in grammar.SUBJECTS
    )


def _trim(text: str) -> str:
    return text.strip(" \t\"'`*_.,;:!?()“”")
