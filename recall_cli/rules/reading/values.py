"""The values of facts: an entity, a value with its context, and what a form of "be" claims."""

from recall_cli.domain.record import Record
from recall_cli.rules.reading import attributes
from recall_cli.rules.reading.attributes import snake
from recall_cli.rules.reading.clause import Clause
from recall_cli.rules.reading.predicates import EXCLUSIVE, HEADS
from recall_cli.rules.reading.words import ADVERBS, AUXILIARIES, MASK, SUBJECTS, VALUE_END_WORDS, Words, broken

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
        if (word in ("and", "or") and listed and at > first) or _rate(words, first, at) or _month(words, first, at):
            at += 1
            continue
        if word in VALUE_END_WORDS or (at > first and word in AUXILIARIES):
            break
        if at > first and (_time(lower, at) or lower[at : at + 2] in _COMPARED):
            break
        at += 1
        if broken(words, at - 1) and not (listed and _list_goes_on(words, at, stop)):
            break
    if at == first or MASK in words.original(first, at):
        return None
    while at - 1 > first and (lower[at - 1] in ("and", "or", *ADVERBS) or adverbial(words, at - 1)):
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


def _rate(words: Words, first: int, at: int) -> bool:
    """Whether "per" makes a rate of a number: "120 requests per minute"."""
    return words.lower[at] == "per" and at > first and words.lower[first][:1].isdigit()


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
        if at > first and words.lower[at] in ("because", "since", "so", "but", "which", "and", "when", "if", "not"):
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
    while lower and lower[-1] in ADVERBS:
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
    return words.lower[at] == "and" or (words.lower[at] not in VALUE_END_WORDS and words.lower[at] not in SUBJECTS)


def _trim(text: str) -> str:
    return text.strip(" \t\"'`*_.,;:!?()“”")


_BY_PREPOSITION = {
    "from": "origin",
    "in": "location",
    "at": "location",
    "on": "team",
    "into": "interests",
    "near": "location",
    "allergic": "allergies",
    "based": "location",
}
_FAMILY = frozenset(
    """kids children son sons daughter daughters dog dogs cat cats brother sister brothers sisters wife
    husband""".split()
)
_CHILDREN = frozenset("kids children son sons daughter daughters".split())
_SYSTEMS = frozenset("macos linux windows ubuntu debian fedora arch nixos mac pc wsl".split())


def copula_fact(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of a clause whose verb is a form of "to be"."""
    if clause.who == "i" or _is_user(words, clause):
        return _person(words, clause, me if clause.who == "i" else "user")
    if clause.who == "we":
        return _person(words, clause, "project")
    owner = property_of(words, clause, me)
    got = value(words, clause.rest, clause.stop)
    if got is None:
        return _located(words, clause, me)
    if owner:
        return _fact(words, clause, owner[0], owner[1], got.text, got.end)
    whose = words.at(clause.rest)
    if whose in ("my", "our") and not clause.negated:
        held = words.original(*clause.subject)
        name = attributes.attribute(got.text)
        return Fact(entity=me if whose == "my" else "project", attribute=name, value=held)
    subject = entity(words, *clause.subject, clause.who, me)
    return _fact(words, clause, subject, "is", got.text, got.end) if subject else None


def property_of(words: Words, clause: Clause, me: str) -> "tuple[str, str] | None":
    """The owner and the name of the property that a subject speaks of ("my shell", "the port of the API")."""
    start, stop = clause.subject
    lower = words.lower[start:stop]
    while lower and lower[-1] in ADVERBS:
        lower, stop = lower[:-1], stop - 1
    if lower[-2:] in (["we", "use"], ["i", "use"], ["we", "run"]):
        lower, stop = lower[:-2], stop - 2
    if not lower or len(lower) > 8:
        return None
    if "'s" in lower and 0 < lower.index("'s") < len(lower) - 1:
        at = lower.index("'s")
        owner = entity(words, start, start + at, "thing", me)
        return (owner, attributes.attribute(" ".join(lower[at + 1 :]))) if owner else None
    for word in ("of", "for", "in"):
        if word in lower and 0 < lower.index(word) < len(lower) - 1 and lower[lower.index(word) - 1] in HEADS:
            at = lower.index(word)
            owner = entity(words, start + at + 1, stop, "thing", me)
            return (owner, attributes.attribute(" ".join(lower[:at]))) if owner else None
    if lower[0] == "my" and len(lower) > 1:
        return me, attributes.attribute(" ".join(lower[1:]))
    if lower[0] == "our" and len(lower) > 1:
        return "project", attributes.attribute(" ".join(lower[1:]))
    if lower[-1] in HEADS or lower == ["ci"]:
        return "project", attributes.attribute(" ".join(lower))
    return None


def possession(words: Words, clause: Clause, me: str, at: int) -> "Fact | None":
    """What somebody has: a family, a pet with a name, an allergy."""
    got = value(words, at, clause.stop)
    if got is None:
        return None
    parts = got.text.lower().split()
    kin = next((part for part in parts if part in _FAMILY), None)
    called = next((word for word in ("named", "called") if word in words.bag), None)
    if kin and called:
        name = value(words, words.lower.index(called) + 1, clause.stop)
        return Fact(entity=me, attribute=kin, value=name.text) if name else None
    if parts[-1] == "allergy":
        return Fact(entity=me, attribute="allergies", value=got.text.rsplit(" ", 1)[0], many=True)
    return Fact(entity=me, attribute="children" if kin in _CHILDREN else "has", value=got.text, many=True)


def _is_user(words: Words, clause: Clause) -> bool:
    return words.lower[clause.subject[0] : clause.subject[1]] in (["user"], ["the", "user"])


def _person(words: Words, clause: Clause, me: str) -> "Fact | None":
    """What a person says they are: a role, a place, a name, an age, a trait."""
    at, lower = clause.rest, words.lower
    while at < clause.stop - 1 and (lower[at].endswith("ly") or lower[at] in ADVERBS):
        at += 1
    first = lower[at] if at < clause.stop else ""
    if first in _BY_PREPOSITION and at + 1 < clause.stop:
        at += 2 if first in ("allergic", "based") else 1
        got = value(words, at, clause.stop)
        name = _by_preposition(words, first, at, got.text) if got else None
        return _fact(words, clause, me, name, got.text, got.end) if got and name else None
    got = value(words, at, clause.stop)
    if got is None:
        return None
    if first in ("a", "an", "the"):
        return _fact(words, clause, me, "role", got.text, got.end)
    if first.isdigit():
        return _fact(words, clause, me, "age", first, got.end)
    if len(got.text.split()) < 3 and words.capital(at):
        return _fact(words, clause, me, "name", got.text, got.end)
    return _fact(words, clause, me, "trait", got.text, got.end)


def _by_preposition(words: Words, preposition: str, at: int, said: str) -> "str | None":
    """What "I am on …", "in …" or "from …" tells: a system, a team, a place, or nothing."""
    parts = said.lower().split()
    if parts[0] in _SYSTEMS:
        return "operating_system"
    if preposition == "on":
        return "team" if parts[-1] in _GROUPS else "uses" if words.capital(at) else None
    if preposition in ("in", "at", "near") and not words.capital(at):
        return None
    return _BY_PREPOSITION[preposition]


def _located(words: Words, clause: Clause, me: str) -> "Fact | None":
    """Where or when a thing is: "the runbook is in docs/ops", "staging is on Fly"."""
    at, place = clause.rest, words.at(clause.rest)
    if at + 1 >= clause.stop or place not in _PLACES:
        return None
    found = value(words, at + 1, clause.stop)
    subject = property_of(words, clause, me) or (entity(words, *clause.subject, clause.who, me), "")
    if found is None or not subject[0]:
        return None
    if found.text.lower().startswith("port "):
        return _fact(words, clause, subject[0], "port", found.text[5:], found.end)
    name = _kind_of(found.text, place) or _PLACES[place]
    return _fact(words, clause, subject[0], subject[1] or name, found.text, found.end)


def _kind_of(said: str, place: str) -> "str | None":
    """Whether what a thing is "at" or "on" is a day, a version or a time."""
    if said.lower() in _DAYS:
        return "date"
    if not said[0].isdigit():
        return None
    parts = said.split(".")
    release = all(part.isdigit() for part in parts) and (len(parts) > 1 or place == "on")
    clock = place == "at" and len(parts) == 2 and len(parts[1]) == 2 and int(parts[0]) < 24  # "at 9.30"
    return "version" if release and not clock else "time"


_PLACES = {
    "in": "location",
    "on": "host",
    "at": "location",
    "under": "location",
    "behind": "behind",
    "from": "origin",
    "for": "used_for",
}
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday tomorrow today".split())
_GROUPS = frozenset("team squad group crew guild tribe".split())


def _fact(words: Words, clause: Clause, subject: "str | None", name: str, said: str, end: int) -> Fact:
    denied = clause.negated
    return Fact(
        entity=subject or "project",
        attribute=name,
        value=f"not {said}" if denied else said,
        qualifier=qualifier(words, end, clause.stop, clause.leads),
        many=attributes.holds_several_values(name),
        ends=said if denied else None,
    )


def make(words: Words, clause: Clause, entity: str, name: str, got: Value) -> Fact:
    """A fact with normalized names and its context; a denial becomes part of the value."""
    plain = attributes.attribute(name)
    if plain in ("uses", "preference", "likes"):
        plain = attributes.category(got.text) or _category_of_rival(words, got.end, clause.stop) or plain
    shared = clause.verb == "use" and plain not in EXCLUSIVE and plain in attributes.CATEGORIES
    fact = Fact(
        entity=entity,
        attribute=plain,
        value=got.text,
        many=shared or attributes.holds_several_values(plain),
        qualifier=qualifier(words, got.end, clause.stop, clause.leads),
    )
    over = clause.negated or clause.verb in ("leave", "quit") or words.bag & {"anymore"}
    return denied(fact) if over or words.has((" any more ",)) else fact


def denied(fact: Fact) -> Fact:
    """The fact that this value does not hold, or no longer holds."""
    return fact if fact.value.startswith("not ") else fact.but(value=f"not {fact.value}", ends=fact.value)


def _category_of_rival(words: Words, at: int, stop: int) -> "str | None":
    """What kind of thing is meant, by the one it is set against: "bun instead of npm", "ruff over flake8"."""
    skip = {"instead": 2, "rather": 2, "over": 1, "not": 1}.get(words.at(at), 0)
    rival = value(words, at + skip, stop) if skip else None
    return attributes.category(rival.text) if rival else None
