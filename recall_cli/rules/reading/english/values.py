"""Reading a value from the words after a verb, and the entity from a subject."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading.claims.attributes import snake
from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.finite import broken
from recall_cli.rules.reading.english.words import MASK, Words

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
        if (word in ("and", "or") and listed and at > first) or _rate(lower, first, at) or _month(words, first, at):
            at += 1
            continue
        if word in grammar.VALUE_END_WORDS or (at > first and word in grammar.AUXILIARIES):
            break
        if at > first and (_time(lower, at) or lower[at : at + 2] in _COMPARED):
            break
        at += 1
        if broken(words, at - 1) and not (listed and _list_goes_on(words, at, stop)):
            break
    if at == first or MASK in words.original(first, at):
        return None
    while at - 1 > first and (lower[at - 1] in ("and", "or", *grammar.ADVERBS) or adverbial(words, at - 1)):
        at -= 1
    return Value(text=_trim(words.original(first, at)), end=at)


_COMPARED = (["better", "than"], ["more", "than"], ["less", "than"])
_SPAN_LEADS = frozenset("last next this every each these past coming".split())
_SPANS = frozenset(
    """second minute hour day days weekday weekend night morning afternoon evening week weeks month months quarter
    sprint year years time spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday
    january february march april june july august september october november december""".split()
)
_MOMENTS = frozenset("yesterday tomorrow tonight nowadays recently lately ago".split())


def _time(lower: "list[str]", at: int) -> bool:
    """Whether a time begins at a place, which belongs to no value: "Lisbon last month", "9:45 every weekday"."""
    if lower[at] in _MOMENTS or ("ago" in lower[at + 1 : at + 4] and lower[at + 1] in _SPANS):
        return True
    return lower[at] in _SPAN_LEADS and at + 1 < len(lower) and lower[at + 1] in _SPANS


def _rate(lower: "list[str]", first: int, at: int) -> bool:
    """Whether "per" makes a rate of a number: "120 requests per minute"."""
    return lower[at] == "per" and at > first and lower[first][:1].isdigit()


def _month(words: Words, first: int, at: int) -> bool:
    """Whether "May" is the month behind a day: "3 May"."""
    return words.lower[at] == "may" and at > first and words.lower[at - 1][:1].isdigit() and words.capital(at)


def dated(said: str) -> bool:
    """Whether a value names a day: "30 September", "Friday", "May 2027"."""
    words = said.lower().split()
    return bool(_SPANS & {*words[:2]}) and all(word in _SPANS or word[:1].isdigit() for word in words)


def adverbial(words: Words, at: int) -> bool:
    """Whether a word only says how or where ("locally"); one with a capital is a name ("Grammarly")."""
    return words.lower[at].endswith("ly") and not words.capital(at)


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
    if at == first or MASK in words.original(first, at):
        return None
    return Value(text=_trim(words.original(first, at)), end=at)


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
    if who == "it" or not lower or len(lower) > 7 or MASK in words.original(start, stop):
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
        words.lower[at] not in grammar.VALUE_END_WORDS and words.lower[at] not in grammar.SUBJECTS
    )


def _trim(text: str) -> str:
    return text.strip(" \t\"'`*_.,;:!?()“”")
