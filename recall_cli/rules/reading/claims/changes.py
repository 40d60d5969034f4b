"""Facts from a change with both of its values: "from A to B"."""

from recall_cli.rules.reading.claims import attributes
from recall_cli.rules.reading.claims.choices import make
from recall_cli.rules.reading.claims.predicates import HEADS
from recall_cli.rules.reading.english import copulas
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.values import Fact, Value, entity, value
from recall_cli.rules.reading.english.words import Words

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
    owned = copulas.property_of(words, clause.but(subject=thing), me)
    if owned:
        return make(words, clause, *owned, got).but(many=False, ends=was.text)
    name = attributes.category(got.text) or attributes.category(was.text)
    named = all(one.text[:1].isupper() for one in (was, got))
    if name is None and not named:
        return None  # "moved the parser from utils to core" says where it is, and in no word of its own
    return make(words, clause, subject, name or "uses", got).but(many=name is None, ends=was.text)
