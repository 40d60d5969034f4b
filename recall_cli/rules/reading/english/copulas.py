"""Facts said with "to be" and "to have": who somebody is, and what a property's value is."""

from recall_cli.rules.reading.claims import attributes
from recall_cli.rules.reading.claims.predicates import HEADS
from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.values import Fact, entity, qualifier, value
from recall_cli.rules.reading.english.words import Words

_BY_PREPOSITION = {
    "from": "origin", "in": "location", "at": "location", "on": "team", "into": "interests",
    "near": "location", "allergic": "allergies", "based": "location",
}  # fmt: skip
_FAMILY = frozenset(
    """kids children son sons daughter daughters dog dogs cat cats brother sister brothers sisters wife
    husband""".split()
)
_CHILDREN = frozenset("kids children son sons daughter daughters".split())
_SYSTEMS = frozenset("macos linux windows ubuntu debian fedora arch nixos mac pc wsl".split())


def read(words: Words, clause: Clause, me: str) -> "Fact | None":
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
    while lower and lower[-1] in grammar.ADVERBS:
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
    while at < clause.stop - 1 and (lower[at].endswith("ly") or lower[at] in grammar.ADVERBS):
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
    "in": "location", "on": "host", "at": "location", "under": "location", "behind": "behind",
    "from": "origin", "for": "used_for",
}  # fmt: skip
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday tomorrow today".split())
_GROUPS = frozenset("team squad group crew guild tribe".split())


def _fact(words: Words, clause: Clause, subject: "str | None", name: str, said: str, end: int) -> Fact:
    denied = clause.negated
    return Fact(
        entity=subject or "project", attribute=name, value=f"not {said}" if denied else said,
        qualifier=qualifier(words, end, clause.stop, clause.leads), many=attributes.holds_several_values(name),
        ends=said if denied else None,
    )  # fmt: skip
