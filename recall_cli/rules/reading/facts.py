"""Facts: the entity, attribute and value that each clause of a statement claims."""

from recall_cli.rules.reading import attributes, values
from recall_cli.rules.reading.clause import Clause, embedded_clause, read_clause
from recall_cli.rules.reading.predicates import CHOOSING, ENDING, HEADS, PASSIVES, TASK_TOOL, VERBS
from recall_cli.rules.reading.signs import DISCOURSE, LABELS
from recall_cli.rules.reading.values import Fact, Value, adverbial, dated, denied, entity, make, phrase, value
from recall_cli.rules.reading.words import (
    ANAPHORA,
    FEELINGS,
    LEADS,
    PREPOSITIONS,
    SUBJECTS,
    SUBORDINATORS,
    Words,
    broken,
    lemma_and_form,
)

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
    found = _chosen_object(words, clause, at, verb, ways)
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


def _chosen_object(
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


def former(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of a former role: "I used to be a nurse"."""
    was = value(words, clause.rest + 2, clause.stop) if words.at(clause.rest + 1) == "be" else None
    subject = entity(words, *clause.subject, clause.who, me)
    return denied(Fact(entity=subject, attribute="role", value=was.text)) if was and subject else None


_MOVES = frozenset(
    "move change raise lower increase reduce bump switch migrate upgrade downgrade cut extend shorten".split()
)


def moved(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact that a thing changed from one value to another: "the API moved from port 8080 to 8090"."""
    at, stop = clause.rest, clause.stop
    if clause.verb not in _MOVES or clause.form not in ("past", "perfect", "passive") or clause.negated:
        return None
    start = next((i for i in range(at, stop) if words.at(i) == "from"), -1)
    goal = next((i for i in range(start + 1, stop) if words.at(i) == "to"), -1) if start >= 0 else -1
    was = value(words, start + 1, goal) if goal > 0 else None
    got = value(words, goal + 1, stop) if was else None
    if was is None or got is None or (start > at and clause.who == "thing"):
        return None
    thing = (at, start) if start > at else clause.subject
    if clause.who != "thing" and start == at:
        return None
    return _moved(words, clause, me, thing, was, got)


def _moved(words: Words, clause: Clause, me: str, thing: "tuple[int, int]", was: Value, got: Value) -> "Fact | None":
    """The fact of a change: a property that the old value names, that the thing is, or that the new value is of."""
    subject = entity(words, *thing, "thing", me)
    if subject is None:
        return None
    head, _, old = was.text.partition(" ")
    if old and head.lower() in HEADS:
        new = got.text.split(" ", 1)
        got = got.but(text=new[1] if new[0].lower() == head.lower() and len(new) > 1 else got.text)
        return make(words, clause, subject, head.lower(), got).but(many=False, ends=old)
    if clause.verb in ("upgrade", "downgrade", "bump") and got.text[:1].isdigit():
        return make(words, clause, subject, "version", got).but(many=False, ends=was.text)
    owned = values.property_of(words, clause.but(subject=thing), me)
    if owned:
        return make(words, clause, *owned, got).but(many=False, ends=was.text)
    name = attributes.category(got.text) or attributes.category(was.text)
    named = all(one.text[:1].isupper() for one in (was, got))
    if name is None and not named:
        return None  # "moved the parser from utils to core" says where it is, and in no word of its own
    return make(words, clause, subject, name or "uses", got).but(many=name is None, ends=was.text)


_JOINERS = frozenset("and but so because since".split())

_REASONS = frozenset("so because since".split())
_HOUSEHOLD = frozenset("live speak eat drink relocate marry own".split())
"""Verbs of private life: "we live in Lyon" speaks of the speaker, not of the project."""

_PERSONAL = frozenset("prefer like live work love hate speak join".split())
_RULING = frozenset(["prefer", "favour", "favor"])
_PLACING = frozenset("pin keep store write publish log route limit cap deploy import export cache set".split())
"""Verbs whose object is what the fact is about: "we pin numpy to 1.26"."""

_MOVING = frozenset("move migrate rename switch upgrade change raise lower bump downgrade set pin".split())
_NO_PROPERTY = frozenset("because due since as without before after during than".split())
_IN_CHARGE = frozenset(["owns", "maintains"])
_NOBODY = frozenset("nobody no-one someone somebody everybody everyone who".split())
_TOGETHER = frozenset("also too both together jointly and as_well co-owns".split())
"""Words with which one owner says nothing against another."""
_FILLERS = frozenset("out exclusively only mostly now just up remotely".split())


def facts(words: Words, me: str) -> "list[tuple[int, int, Fact]]":
    """Every fact of a statement with the words of its clause; facts that hold come before ended ones."""
    found: list[tuple[int, int, Fact]] = []
    who = "none"
    for start, stop in segments(words):
        clause = embedded_clause(words, read_clause(words, start, stop))
        if start and clause.who == "none" and not clause.imperative and who in ("i", "we"):
            clause = clause.but(who=who)
        who = clause.who
        reasons = start > 0 and words.at(start - 1) in _REASONS
        fact = of_clause(words, clause, me) if not (found and reasons) else None
        if fact:
            found.append((start, stop - (words.lower[stop - 1] in _JOINERS), fact))
    return sorted(found, key=lambda item: item[2].value.startswith("not "))


def segments(words: Words) -> "list[tuple[int, int]]":
    """Where the clauses of a statement begin and end."""
    cuts = [0]
    lower = words.lower
    for at in range(1, len(words)):
        joined = lower[at] in _JOINERS
        following = lower[at + 1] if joined and at + 1 < len(words) else lower[at]
        subject = following in SUBJECTS or following in ("my", "our", "the")
        if any(mark in words.after[at - 1] for mark in ";—–") or (":" in words.after[at - 1] and at < 4):
            cuts.append(at + joined)
        elif (
            joined
            and lower[at] == "and"
            and (lemma_and_form(following) or ("", ""))[1] == "past"
            and lower[0] in ("i", "we")
        ):
            cuts.append(at + 1)
        elif subject and (joined or "," in words.after[at - 1]) and at - cuts[-1] > 1 and lower[cuts[-1]] not in LEADS:
            cuts.append(at + joined)
    return list(zip(cuts, [*cuts[1:], len(words)], strict=True))


def of_clause(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of one clause, according to the form of its verb."""
    if clause.start >= clause.stop:
        return None
    if clause.verb == "":
        return _labelled(words, clause) or bare_choice(words, clause)
    if clause.form == "copula":
        return values.copula_fact(words, clause, me)
    change = moved(words, clause, me)
    if change:
        return change
    if clause.form == "passive":
        return _passive(words, clause, me)
    if clause.verb == "use" and clause.form == "past" and words.at(clause.rest) == "to":
        return former(words, clause, me) or _formerly(words, clause, me)
    return ended(words, clause, me) or chosen(words, clause, me) or ordered(words, clause) or _stated(words, clause, me)


def _formerly(words: Words, clause: Clause, me: str) -> "Fact | None":
    """What somebody used to do: the fact of the inner verb, as one that is over."""
    inner = read_clause(words, clause.rest + 1, clause.stop)
    return of_clause(words, inner.but(who=clause.who, subject=clause.subject, imperative=False, negated=True), me)


def _stated(words: Words, clause: Clause, me: str) -> "Fact | None":
    """A plain verb with its object or preposition: "works at Acme", "listens on port 8080"."""
    who = clause.who
    if (who == "we" and clause.verb in _HOUSEHOLD) or (who == "none" and clause.verb in _PERSONAL):
        who = "i"
    subject = entity(words, *clause.subject, who, me)
    table = {"to": "location"} if clause.verb == "move" and subject == me else VERBS.get(clause.verb)
    if subject is None or table is None or (clause.imperative and clause.verb not in _RULING):
        return None
    port = next((i for i in range(clause.rest, clause.stop - 1) if words.at(i) == "port"), None)
    if port is not None and words.at(port + 1).isdigit():
        got = value(words, port + 1, clause.stop)
        return make(words, clause, subject, "port", got) if got else None
    at, name = _object(words, clause, table)
    if name is None:
        return None
    if clause.verb == "have" and subject == me:
        return values.possession(words, clause, me, at)
    if words.at(at) == "to" or (clause.verb not in FEELINGS and (lemma_and_form(words.at(at)) or ("", ""))[1] == "ing"):
        return None
    if who in ("i", "we") and clause.verb in _PLACING and at - clause.rest > 1:
        subject = attributes.snake(words.original(clause.rest, at - 1)) or subject
    got = value(words, at, clause.stop, listed=attributes.holds_several_values(name))
    if got and name in _IN_CHARGE and clause.who == "thing":
        return _charge(words, clause, got)
    return make(words, clause, subject, name, got) if got else None


def _charge(words: Words, clause: Clause, got: Value) -> "Fact | None":
    """Who owns a thing is a property of the thing: "Nadia owns billing" ends "billing is owned by Omar"."""
    owner, owned = value(words, *clause.subject), attributes.snake(got.text)
    if owner is None or owner.text.lower() in _NOBODY:
        return None
    if clause.negated or got.text.lower() in ANAPHORA:
        return None
    return make(words, clause, owned, "owner", got.but(text=owner.text)).but(many=bool(words.bag & _TOGETHER))


def _object(words: Words, clause: Clause, table: "dict[str, str]") -> "tuple[int, str | None]":
    """Where the object begins and which attribute it gives, by the preposition before it."""
    at = clause.rest
    while at < clause.stop and (words.at(at) in _FILLERS or adverbial(words, at)):
        at += 1
    first = words.at(at) if at < clause.stop else ""
    if first in table and first:
        return at + 1, table[first]
    if "" in table and first and first not in PREPOSITIONS and first not in SUBORDINATORS:
        return at, table[""]
    for i in range(at, min(clause.stop, at + 5)):
        if words.at(i) in table and "" not in table:
            return i + 1, table[words.at(i)]
        if broken(words, i):
            break
    return at, None


def _passive(words: Words, clause: Clause, me: str) -> "Fact | None":
    """A participle and its preposition: "is deployed to Fly", "are kept in vault"."""
    subject = entity(words, *clause.subject, clause.who, me)
    if subject is None:
        return None
    if clause.who == "we" and clause.verb in ("base", "locate"):
        subject = me
    known = PASSIVES.get(clause.verb, {})
    if "" in known and words.at(clause.rest) not in PREPOSITIONS:
        got = value(words, clause.rest, clause.stop)
        return _owned(words, clause, me, subject, known[""], got) if got else None
    for i in range(clause.rest, clause.stop):
        word = words.at(i)
        goal = word == "to" or clause.verb not in _MOVING
        if (word in PREPOSITIONS or word == "every") and goal:
            got = value(words, i + 1, clause.stop)
            name = known.get(word) or f"{words.at(clause.at)}_{word}"
            name = "date" if got and name == "location" and dated(got.text) else name
            return _owned(words, clause, me, subject, name, got) if got and word not in _NO_PROPERTY else None
        if broken(words, i):
            return None
    return None


def _owned(words: Words, clause: Clause, me: str, subject: str, name: str, got: Value) -> Fact:
    """A passive whose subject may itself be a property: "my name is spelled Aoife", "the limit is set to"."""
    owner = values.property_of(words, clause, me) if name in ("name", "value") else None
    return make(words, clause, *(owner or (subject, name)), got)


def _labelled(words: Words, clause: Clause) -> "Fact | None":
    """A label and its value: "Package manager: pnpm"."""
    for at in range(clause.start, min(clause.start + 4, clause.stop)):
        if ":" in words.after[at] and at + 1 < len(words):
            got = phrase(words, at + 1, len(words))
            name = attributes.attribute(words.original(clause.start, at + 1))
            if got is None or got.end < len(words) or words.at(at) in LABELS or words.at(at) in DISCOURSE:
                return None
            return Fact(entity="project", attribute=name, value=got.text)
    return None
