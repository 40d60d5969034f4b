"""Facts from a choice: what was chosen, prescribed or given up."""

from recall_cli.rules.reading.claims import attributes
from recall_cli.rules.reading.claims.predicates import CHOOSING, ENDING, EXCLUSIVE, TASK_TOOL
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.values import Fact, Value, entity, qualifier, value
from recall_cli.rules.reading.english.verbs import lemma_and_form
from recall_cli.rules.reading.english.words import Words

_PLANNING = frozenset("decide agree plan choose opt go consider want try think like end".split())
"""Verbs after which the choice itself follows: "decided to use", "considering switching to"."""

_OWN_TOOLS = frozenset("editor theme shell operating_system".split())
_POINTERS = frozenset("it this that them not".split())
_SAID = frozenset("past perfect ing base modal".split())
_LONGEST_NAME = 30
VAGUE = "choice"
"""What is chosen where nobody says as what."""
_SIDE_BY_SIDE = frozenset({VAGUE, "uses"})


def chosen(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of a choice: "we chose X over Y", "decided to use X", "switched from X to Y", "replaced X with Y"."""
    verb, at = clause.verb, clause.rest
    settled = clause.form in ("past", "perfect", "ing", "modal") or verb == "want"
    settled = settled or verb in ("switch", "replace")
    if verb == "let" and words.at(at) == "us":
        known = lemma_and_form(words.at(at + 1))
        verb, at, settled = (known[0] if known else ""), at + 2, True
    if verb in _PLANNING and words.at(at) not in CHOOSING.get(verb, ()):
        verb, at = _inner_verb(words, at, verb)
    ways = CHOOSING.get(verb)
    if not (ways and settled) or clause.negated or not _deciders(words, clause):
        return None
    if (verb == "move" and clause.who == "i") or (verb == "use" and clause.verb == "use" and clause.form != "modal"):
        return None
    found = _object(words, clause, at, verb, ways)
    if found is None:
        return None
    got, ends, before = found
    name = attributes.category(got.text) or _purpose(words, got.end, clause.stop)
    if name is None and ends:
        name = attributes.category(ends) or "uses"
    subject = me if clause.who == "i" and name in _OWN_TOOLS else "project"
    if name is None and verb == "upgrade" and before is not None:
        name, subject = "version", attributes.snake(before.text)
    name = name or VAGUE
    # what is chosen as nothing in particular ends no other choice; "X instead of Y" still ends Y
    return make(words, clause, subject, name, got).but(many=name in _SIDE_BY_SIDE, ends=ends)


def _deciders(words: Words, clause: Clause) -> bool:
    """Whether the subject is somebody who can choose."""
    if clause.who in ("i", "we", "none"):
        return True
    return words.at(clause.subject[1] - 1) in ("team", "user")


def _object(
    words: Words, clause: Clause, at: int, verb: str, ways: "tuple[str, ...]"
) -> "tuple[Value, str | None, Value | None] | None":
    """What was chosen, what it takes the place of, and what stands between the verb and it."""
    ends, before = None, None
    if ways != ("",):
        start = next((i for i in range(at, clause.stop) if words.at(i) in ways), -1)
        if start < 0:
            return None
        left = words.at(at) == "from"
        before = value(words, at + left, start) if start > at else None
        ends = before.text if before and (left or verb in ("replace", "swap")) else None
        at = start + 1
    got = value(words, at, clause.stop)
    return (got, ends, before) if got and words.at(at) not in _POINTERS else None


def _inner_verb(words: Words, at: int, verb: str) -> "tuple[str, int]":
    """The verb that a decision is about, and where its object begins."""
    at += words.at(at) in ("to", "about", "of", "up")
    known = lemma_and_form(words.at(at))
    if known and known[0] in CHOOSING:
        return known[0], at + 1
    return (verb if verb in CHOOSING else ""), at


def _purpose(words: Words, at: int, stop: int) -> "str | None":
    """What a choice is for, where that names a part: "as the message broker", "for logging"."""
    if at >= stop or words.at(at) not in ("for", "as") or words.at(at + 1) in ("this", "that"):
        return None
    got = value(words, at + 1, stop)
    name = attributes.attribute(got.text) if got else ""
    return name if name and "project" not in name and len(name) <= _LONGEST_NAME else None


def ended(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact that something no longer holds: "stopped using X", "dropped X", "left Fabrikam"."""
    verb, at = clause.verb, clause.rest
    if verb not in ENDING or clause.form not in _SAID or clause.who not in ("i", "we", "none"):
        return None
    if (verb in ("leave", "quit") and clause.who != "i") or (verb in ("remove", "drop") and clause.form == "base"):
        return None
    if verb == "stop":
        if words.at(at) != "using":
            return None
        at += 1
    got = value(words, at, clause.stop)
    if got is None:
        return None
    name = "employer" if verb in ("leave", "quit") else attributes.category(got.text) or "uses"
    subject = me if clause.who == "i" else "project"
    if words.at(got.end) == "in" and words.at(got.end + 1) in ("favour", "favor"):
        heir = value(words, got.end + 3, clause.stop)
        if heir:
            fact = make(words, clause, subject, name, heir)
            # what is merely used stands beside all else that is used: only what was dropped ends
            return fact.but(many=fact.attribute in _SIDE_BY_SIDE, ends=got.text)
    return denied(make(words, clause, subject, name, got))


def ordered(words: Words, clause: Clause) -> "Fact | None":
    """The fact of a standing rule that names a tool: "use X for Y", "format Python with X", "call me X"."""
    if not clause.imperative or clause.rest >= clause.stop:
        return None
    lower, at = words.lower, clause.rest
    if clause.verb == "call" and words.at(at) == "me":
        got = value(words, at + 1, clause.stop)
        return Fact(entity="user", attribute="name", value=got.text) if got else None
    if clause.verb in TASK_TOOL and "with" in lower[at : clause.stop]:
        place = lower.index("with", at)
        got = value(words, place + 1, clause.stop)
        what = words.original(at, place) or None
        return Fact(entity="project", attribute=TASK_TOOL[clause.verb], value=got.text, qualifier=what) if got else None
    got = value(words, at, clause.stop) if clause.verb in ("use", "avoid") else None
    if got is None:
        return None
    fact = make(words, clause, "project", "uses", got)
    return denied(fact) if clause.verb == "avoid" else fact


def bare_choice(words: Words, clause: Clause) -> "Fact | None":
    """The fact of a rule without a verb: "tabs, not spaces", "pytest over unittest"."""
    if not words.bag & {"not", "over", "never", "no", "only", "instead"}:
        return None
    got = value(words, clause.subject[0], clause.stop)
    name = attributes.category(got.text) if got else None
    return make(words, clause, "project", name, got) if got and name else None


def make(words: Words, clause: Clause, subject: str, name: str, got: Value) -> Fact:
    """A fact with normalized names and its context; a denial becomes part of the value."""
    plain = attributes.attribute(name)
    if plain in ("uses", "preference", "likes"):
        plain = attributes.category(got.text) or _category_of_rival(words, got.end, clause.stop) or plain
    shared = clause.verb == "use" and plain not in EXCLUSIVE and plain in attributes.CATEGORIES
    fact = Fact(
        entity=subject, attribute=plain, value=got.text, many=shared or attributes.holds_several_values(plain),
        qualifier=qualifier(words, got.end, clause.stop, clause.leads),
    )  # fmt: skip
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


def former(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of a former role: "I used to be a nurse"."""
    was = value(words, clause.rest + 2, clause.stop) if words.at(clause.rest + 1) == "be" else None
    subject = entity(words, *clause.subject, clause.who, me)
    return denied(Fact(entity=subject, attribute="role", value=was.text)) if was and subject else None
