"""Whether the order of the words gives two wordings other roles: who does what, from where to where, what of what."""

from recall_cli.rules.paraphrase.statement_words import PASSIVE_AUXILIARIES, VALUE_KINDS, Wording
from recall_cli.rules.paraphrase.vocabulary import CONTAINING_VERBS, ERGATIVE_VERBS, ORDER_WORDS, PREPOSITIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_COPULAS = frozenset("is are was were".split())


def order_differs(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether the order of the words that both have (`keys`) gives them other roles."""
    if _prepositions_differ(first, second, keys) or _neighbours_cross(first, second, keys):
        return True
    if _has_against_is(first, second) or _actors_differ(first, second, keys) or _voice_turned(first, second, keys):
        return True
    order, other_order = _order(first, keys), _order(second, keys)
    if order == other_order or _same_segments(first, second, keys) or _is_turn(order, other_order):
        return False
    return not _form_changes(first, second, keys) or _object_moved(first, second, keys)


def _order(side: Wording, keys: "set[str]") -> "list[str]":
    """The shared words in their order, and the values if there are several of one kind."""
    kinds = [term.kind for term in side.content if term.kind in VALUE_KINDS and term.kind != "code"]
    return list(
        dict.fromkeys(
            term.key
            for term in side.content
            if term.key in keys and (term.kind not in kinds or kinds.count(term.kind) > 1)
        )
    )


def _is_turn(order: "list[str]", other_order: "list[str]") -> bool:
    """Whether the beginning of one is the end of the other, the rest unchanged: "in main, X" and "X in main"."""
    return any(order[at:] + order[:at] == other_order for at in range(1, len(order))) and len(order) > 2


def _has_against_is(first: Wording, second: Wording) -> bool:
    """Whether one says what something has and the other what it is: Ana has Ben as manager, Ana is Ben's manager."""
    if any(term.kind in VALUE_KINDS for term in (*first.content, *second.content)):
        return False
    has = [any(raw in ("has", "have") for raw in side.raws) for side in (first, second)]
    return has[0] != has[1] and "copula" in (_form(first), _form(second))


def _actors_differ(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether two names or two identifiers have changed places."""
    proper = {
        term.key
        for side in (first, second)
        for term in side.content
        if term.key in keys and (term.kind == "code" or (term.kind == "name" and not term.raw.isupper()))
    }
    order, other_order = _order(first, proper), _order(second, proper)
    if len(order) < 2 or order == other_order:
        return False
    return "passive" not in (_form(first), _form(second)) and not _same_segments(first, second, keys)


def _object_moved(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether what a rule's verb is done to does that verb in the other text."""
    for side, other in ((first, second), (second, first)):
        if _form(side) not in ("rule", "we") or _form(other) != "active":
            continue
        order, other_order = _order(side, keys), _order(other, keys)
        if (
            len(order) > 1
            and order[0] not in ERGATIVE_VERBS
            and other_order.index(order[1]) < other_order.index(order[0])
        ):
            return True
    return False


def _prepositions_differ(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether a preposition has other words behind it: after the push, before the push; from A to B, from B to A."""
    for preposition in PREPOSITIONS - _LOOSE_PREPOSITIONS:
        behind, other_behind = _behind(first, preposition, keys), _behind(second, preposition, keys)
        if behind and other_behind and not behind & other_behind:
            return True
        if preposition in ORDER_WORDS and bool(behind) != bool(other_behind):
            return True
    return any(
        _behind(first, one, keys) & _behind(second, other, keys)
        or _behind(first, other, keys) & _behind(second, one, keys)
        for one, other in _OPPOSITE_DIRECTIONS
    )


_OPPOSITE_DIRECTIONS = (("to", "from"), ("into", "from"), ("above", "below"), ("over", "under"))
"""Prepositions that turn a statement round: the bus to the plant, the bus from the plant."""
_LOOSE_PREPOSITIONS = frozenset(("of", "for", "as", "with"))


def _behind(side: Wording, preposition: str, keys: "set[str]") -> "frozenset[str]":
    return frozenset(term.key for term in side.content if term.preposition == preposition and term.key in keys)


def _neighbours_cross(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether two pairs of neighbouring words have exchanged partners: "order service, bill table"."""
    pairs, other_pairs = _neighbours(first, keys), _neighbours(second, keys)
    return any(
        one != three and two != four and (one, four) in other_pairs and (three, two) in other_pairs
        for one, two in pairs
        for three, four in pairs
    )


def _neighbours(side: Wording, keys: "set[str]") -> "set[tuple[str, str]]":
    return {
        (one.key, two.key)
        for one, two in zip(side.content, side.content[1:], strict=False)
        if two.place == one.place + 1 and one.key in keys and two.key in keys
    }


def _same_segments(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether only whole clauses changed places: each clause has the same words in the same order."""
    return sorted(_clauses(first, keys)) == sorted(_clauses(second, keys))


def _clauses(side: Wording, keys: "set[str]") -> "Iterable[list[str]]":
    segments: dict[int, list[str]] = {}
    for term in side.content:
        if term.key in keys:
            segments.setdefault(term.segment, []).append(term.key)
    return segments.values()


def _form_changes(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether the sentences have different forms, so that another order is expected."""
    forms = _form(first), _form(second)
    if forms[0] != forms[1]:
        return True
    if forms[0] == "copula":
        sides = _copula_sides(first, keys)
        return bool(sides) and sides == _copula_sides(second, keys)
    return False


def _form(side: Wording) -> str:
    """The form of a sentence: rule, passive, copula, label, located, means, we, or active."""
    if side.is_rule:
        return "rule"
    for at, (term, raw) in enumerate(zip(side.terms, side.raws, strict=True)):
        if raw in PASSIVE_AUXILIARIES and at + 1 < len(side.terms):
            if any(word.endswith("ed") or word in _PARTICIPLES for word in side.raws[at + 1 : at + 4]):
                return "passive"
            if raw in _COPULAS and not term.denied:
                return "copula"
    has_verb = any(raw in _COPULAS or raw in ("has", "have", "do", "does") for raw in side.raws)
    if not has_verb and side.terms[-1].segment == 1:
        return "label"
    places = any(raw in ("in", "on", "at") for raw in side.raws)
    if places and any(term.key in CONTAINING_VERBS for term in side.terms):
        return "located"
    if any(raw in ("use", "uses", "using") and "to" in side.raws[at + 1 :] for at, raw in enumerate(side.raws)):
        return "means"
    return "we" if side.raws[0] in ("we", "you", "our") else "active"


_PARTICIPLES = frozenset(
    "run built written done sent kept read held set put made taken given found known shown used hidden led driven "
    "split cut shut hit stored bound bought sold told".split()
)


def _copula_sides(side: Wording, keys: "set[str]") -> "frozenset[tuple[str, ...]]":
    """The words before the verb `be` and those after it, as a pair without an order; empty if there are two verbs."""
    places = [term.place for term, raw in zip(side.terms, side.raws, strict=True) if raw in _COPULAS]
    if len(places) != 1:
        return frozenset()
    before = tuple(term.key for term in side.content if term.place < places[0] and term.key in keys)
    after = tuple(term.key for term in side.content if term.place > places[0] and term.key in keys)
    return frozenset((before, after))


def _voice_turned(first: Wording, second: Wording, keys: "set[str]") -> bool:
    """Whether "A calls B" stands against "A is called by B"."""
    for side, other in ((first, second), (second, first)):
        agents = _behind(side, "by", keys) or _behind(side, "from", keys)
        if not agents or _form(side) != "passive" or _form(other) != "active" or _behind(other, "by", keys):
            continue
        if any(term.kind in VALUE_KINDS for term in side.content if term.key in agents):
            continue
        order = _order(other, keys)
        rest = [place for place, key in enumerate(order) if key not in agents]
        if rest and max(order.index(key) for key in agents) > min(rest):
            return True
    return False
