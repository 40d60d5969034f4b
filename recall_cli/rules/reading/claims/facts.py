"""Facts: the entity, attribute and value that each clause of a statement claims."""

from recall_cli.rules.reading.claims import attributes
from recall_cli.rules.reading.claims.changes import moved
from recall_cli.rules.reading.claims.choices import bare_choice, chosen, ended, former, make, ordered
from recall_cli.rules.reading.claims.predicates import PASSIVES, VERBS
from recall_cli.rules.reading.english import copulas, grammar
from recall_cli.rules.reading.english.clause import Clause, embedded_clause, read_clause
from recall_cli.rules.reading.english.finite import broken
from recall_cli.rules.reading.english.signs import DISCOURSE, LABELS
from recall_cli.rules.reading.english.values import Fact, Value, adverbial, dated, entity, phrase, value
from recall_cli.rules.reading.english.verbs import FEELINGS, lemma_and_form
from recall_cli.rules.reading.english.words import Words

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
        subject = following in grammar.SUBJECTS or following in ("my", "our", "the")
        if any(mark in words.after[at - 1] for mark in ";—–") or (":" in words.after[at - 1] and at < 4):
            cuts.append(at + joined)
        elif (
            joined
            and lower[at] == "and"
            and (lemma_and_form(following) or ("", ""))[1] == "past"
            and lower[0] in ("i", "we")
        ):
            cuts.append(at + 1)
        elif (
            subject
            and (joined or "," in words.after[at - 1])
            and at - cuts[-1] > 1
            and lower[cuts[-1]] not in grammar.LEADS
        ):
            cuts.append(at + joined)
    return list(zip(cuts, [*cuts[1:], len(words)], strict=True))


def of_clause(words: Words, clause: Clause, me: str) -> "Fact | None":
    """The fact of one clause, according to the form of its verb."""
    if clause.start >= clause.stop:
        return None
    if clause.verb == "":
        return _labelled(words, clause) or bare_choice(words, clause)
    if clause.form == "copula":
        return copulas.read(words, clause, me)
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
        return copulas.possession(words, clause, me, at)
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
    if clause.negated or got.text.lower() in grammar.ANAPHORA:
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
    if "" in table and first and first not in grammar.PREPOSITIONS and first not in grammar.SUBORDINATORS:
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
    if "" in known and words.at(clause.rest) not in grammar.PREPOSITIONS:
        got = value(words, clause.rest, clause.stop)
        return _owned(words, clause, me, subject, known[""], got) if got else None
    for i in range(clause.rest, clause.stop):
        word = words.at(i)
        goal = word == "to" or clause.verb not in _MOVING
        if (word in grammar.PREPOSITIONS or word == "every") and goal:
            got = value(words, i + 1, clause.stop)
            name = known.get(word) or f"{words.at(clause.at)}_{word}"
            name = "date" if got and name == "location" and dated(got.text) else name
            return _owned(words, clause, me, subject, name, got) if got and word not in _NO_PROPERTY else None
        if broken(words, i):
            return None
    return None


def _owned(words: Words, clause: Clause, me: str, subject: str, name: str, got: Value) -> Fact:
    """A passive whose subject may itself be a property: "my name is spelled Aoife", "the limit is set to"."""
    owner = copulas.property_of(words, clause, me) if name in ("name", "value") else None
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
