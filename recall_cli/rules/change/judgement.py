"""What a new statement does to the memories nearest to it: it ends one at most, and asks about two at most.

A belief ends only if the statement says itself what has changed, and the old thing that it names stands in the older
memory. Where it asserts a change without that, or gives the same thing another value, somebody is asked.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.change.open_ends import find_closing
from recall_cli.rules.change.statement import (
    NamedChange,
    Statement,
    change_of,
    holds_several_facts,
    is_change_word,
    read_older,
    read_statement,
    says_what_is,
)
from recall_cli.rules.change.tokens import (
    CODE,
    DAY,
    MARK,
    NAME,
    NUMBER,
    QUANTITIES,
    TIME,
    VALUE_KINDS,
    WORD,
    Token,
    names_same,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MAX_QUESTIONS = 2
MIN_POINTS = 0.9
"""From these points on somebody is asked about a memory."""
FOR_CHANGE, FOR_NAMED, FOR_VALUE, FOR_MARGIN = 2.0, 1.2, 0.6, 2.0
"""What speaks for a question: words of change, an old thing that is named, another value, no other memory as near."""
FOR_SUBJECT, FOR_SCOPE, FOR_GUARD, FOR_CODES, FOR_SECOND, FOR_LEFT_WORD = -1.0, -0.9, -1.2, -1.0, -1.0, -0.3
"""What speaks against it: each side is about something else, or about another of several things; it is denied, undone
or reported; the statement describes code; the memory is only the second nearest; and each word of the memory that the
statement leaves out."""
MAX_LEFT_WORDS = 6
SILENT_GUARDS, DOUBTFUL_GUARDS = ("question", "plan", "condition", "hedge", "past"), ("denied", "undone", "report")
"""Guards with which nothing is asserted, so that nobody is asked, and those that make a question less likely."""
MIN_CANDIDATES = 3
"""Among fewer memories it says little that one is ahead of the next, unless the statement tells of a change."""
MIN_NEARNESS = 0.45
"""A memory that is less near is only asked about if the statement names its old thing."""
MAX_MARGIN, MIN_RIVAL = 0.5, 0.35
"""A memory is ahead of the next one by this much at most; where there is none, this is taken for its nearness."""
MIN_STORE = 12
OPPOSITE = "the opposite"


class Candidate(Record):
    """An older memory that may be meant."""

    key: int
    text: str
    cosine: "float | None" = None
    """How near its vector is; where it has none, its words decide alone."""
    needs_change: bool = False
    """Whether nobody is asked about it unless the statement says that something has changed: the user's own word, where
    an agent speaks."""


class Judgement(Record):
    """What a statement does: the memory that it ends, and those that somebody is asked about, each with the reason."""

    ends: "tuple[int, str] | None" = None
    asks: "tuple[tuple[int, str], ...]" = ()


class _Weights:
    """How much a word tells: one that stands in few of the memories tells more."""

    def __init__(self, older: "Sequence[Statement]") -> None:
        from math import log

        counts: dict[str, int] = {}
        for statement in older:
            for key in statement.keys:
                counts[key] = counts.get(key, 0) + 1
        size = max(len(older), MIN_STORE)
        self._counts = counts
        self._by_count = [log(1 + size / (1 + count)) for count in range(size + 1)]

    def total(self, tokens: "Collection[Token]") -> float:
        return sum(self._by_count[self._counts.get(token.key, 0)] for token in tokens)


def judge(text: str, candidates: "Sequence[Candidate]") -> Judgement:
    """What a new statement does to older memories, which come nearest first."""
    new = read_statement(text)
    older = [read_older(candidate.text) for candidate in candidates]
    weights = _Weights(older)
    near = [
        (_nearness(new, old, weights, candidate.cosine), candidate.key, old, candidate.needs_change)
        for old, candidate in zip(older, candidates, strict=True)
    ]
    near.sort(key=lambda row: (-row[0], -row[1]))  # of equally near ones the newest first
    is_list = bool(new.label) and sum(old.label == new.label for old in older) > 1
    for_margin = FOR_MARGIN if len(near) >= MIN_CANDIDATES or new.change or new.named else 0.0
    asks: list[tuple[int, str]] = []
    rank = 0
    for place, (nearness, key, old, needs_change) in enumerate(near):
        closing, is_sure = find_closing(new, old)
        if is_sure and not rank and not holds_several_facts(old.tokens):
            return Judgement(ends=(key, closing))
        named = _find_named(new, old)
        if (rank >= MAX_QUESTIONS and named is None) or len(asks) == MAX_QUESTIONS or not says_what_is(old):
            continue
        if named is not None and not rank and not _obstacle(new, old, named):
            return Judgement(ends=(key, f'it says "{named.words}"'))
        if named is None and not new.change and _repeats(new, old):
            continue
        rival = max(near[place + 1][0] if place + 1 < len(near) else 0.0, MIN_RIVAL)
        points = nearness + for_margin * min(max(nearness - rival, 0.0), MAX_MARGIN)
        points += _points(new, old, [other for other in older if other is not old], named)
        points += FOR_SECOND * (rank and named is None)
        is_silent = is_list or _stands_beside(new, old, nearness, named, needs_change=needs_change)
        if closing or (points >= MIN_POINTS and not is_silent):
            asks.append((key, closing or _reason(new, old, named)))
        rank += 1
    return Judgement(asks=tuple(asks))


def _stands_beside(
    new: Statement, old: Statement, nearness: float, named: "NamedChange | None", *, needs_change: bool
) -> bool:
    """Whether nobody is asked, whatever speaks for it: nothing is asserted, or both may hold."""
    if new.guard in SILENT_GUARDS:
        return True
    if named is not None:
        return _are_siblings(new, old) and new.content[0].key != old.content[0].key
    return nearness < MIN_NEARNESS or (needs_change and not new.change) or _are_siblings(new, old)


def _repeats(new: Statement, old: Statement) -> bool:
    """Whether a statement says all that a memory says in the same words, and perhaps more beside it."""
    if new.keys == old.keys:
        return not _other_value(new, old)
    words, known = [token.key for token in new.content], [token.key for token in old.content]
    return any(words[at : at + len(known)] == known for at in range(len(words) - len(known) + 1))


def _points(new: Statement, old: Statement, others: "Sequence[Statement]", named: "NamedChange | None") -> float:
    """How much the words of both speak for a question."""
    left_old = [token for token in old.content if not names_same(token.key, new.keys)]
    left_new = [token for token in new.content if not names_same(token.key, old.keys) and not is_change_word(token)]
    points = FOR_CHANGE * bool(new.change) + FOR_NAMED * (named is not None) + FOR_VALUE * bool(_other_value(new, old))
    if left_old and left_new and _names_subject(left_old[0], old) and _names_subject(left_new[0], new):
        points += FOR_SUBJECT / (1 + bool(new.change))
    points += FOR_SCOPE * (_stand_elsewhere(left_old, others) and _stand_elsewhere(left_new, others))
    points += FOR_GUARD * (new.guard in DOUBTFUL_GUARDS)
    points += FOR_CODES * (named is None and sum(token.kind == CODE for token in new.content) > 1)
    return points + FOR_LEFT_WORD * min(len(left_old), MAX_LEFT_WORDS)


def _stand_elsewhere(tokens: "Collection[Token]", others: "Sequence[Statement]") -> bool:
    """Whether other memories speak of one of these words: it may name one of several things, as staging does."""
    return any(token.kind not in QUANTITIES and any(token.key in old.keys for old in others) for token in tokens)


def _reason(new: Statement, old: Statement, named: "NamedChange | None") -> str:
    other = _other_value(new, old)
    if named is not None or new.change:
        words = named.words if named is not None else new.change
        return f'it says "{words}"' + (f", and gives {other}" if other else "")
    return f"it gives {other}" if other else "both speak of the same thing"


def _find_named(new: Statement, old: Statement) -> "NamedChange | None":
    """The change that names a thing of the older memory; the one that names most, if there are several."""
    fitting = [one for one in new.named if _stands_in(one, old)]
    return max(fitting, key=lambda one: (one.is_replacement, len(one.old)), default=None)


def _stands_in(named: NamedChange, old: Statement) -> bool:
    """Whether an older memory says that the old thing holds; one that tells of a change must end with it."""
    keys = old.keys
    there = [token for token in named.old if token.key in keys or (token.kind == WORD and names_same(token.key, keys))]
    missing = [token for token in named.old if token not in there]
    if not there or any(token.kind != WORD for token in missing) or len(missing) > len(named.old) / 4:
        return False
    outcome = change_of(old, named.old)
    return outcome == "to" or (outcome != "from" and not (named.new and all(token.key in keys for token in named.new)))


def _obstacle(new: Statement, old: Statement, named: NamedChange) -> str:
    """Why a statement that names an old thing does not end the memory in which it stands; empty if it does."""
    if new.guard:
        return new.guard
    if holds_several_facts(old.tokens):
        return "it holds several facts"
    new_keys, old_keys = new.keys, old.keys
    is_rule = named.is_replacement and not named.new and bool(named.rest)  # "use B, not A"
    if is_rule and all(names_same(token.key, old_keys) for token in named.rest):
        return "it names both things"
    named_keys = {token.key for token in (*named.old, *named.new)}
    left_old = [token for token in old.content if not is_change_word(token) and not names_same(token.key, new_keys)]
    left_new = [token for token in named.rest if token.key not in named_keys and not names_same(token.key, old_keys)]
    shared = [token for token in old.content if names_same(token.key, new_keys) and token.key not in named_keys]
    if left_new and (left_old or not named.is_replacement):
        return "perhaps another subject"
    if any(token.kind in VALUE_KINDS for token in left_new):
        return "perhaps another subject"
    if not shared and (left_old or left_new):
        return "only the old thing is shared"
    return ""


def _other_value(new: Statement, old: Statement) -> str:
    """In which value the two differ, as words; empty if they differ in none, or already in what they are about."""
    left_old = [token for token in old.content if token.key not in new.keys]
    left_new = [token for token in new.content if token.key not in old.keys and not is_change_word(token)]
    if left_old and left_new and _names_subject(left_old[0], old) and _names_subject(left_new[0], new):
        return ""
    if min(_count_values(left_old), _count_values(left_new)) > 1:  # of another thing another value
        return ""
    if new.label and new.label == old.label:
        return "another value"
    for kind, words in ((NUMBER, "another number"), (TIME, "another time"), (DAY, "another day")):
        units = {token.unit for token in left_old if token.kind == kind}
        if units & {token.unit for token in left_new if token.kind == kind}:
            return words
    kinds_old, kinds_new = {token.kind for token in left_old}, {token.kind for token in left_new}
    if kinds_old & QUANTITIES and kinds_new & QUANTITIES:
        return "another number"
    kinds = kinds_old & kinds_new & VALUE_KINDS
    if kinds:
        return "another name" if NAME in kinds else "another value"
    if len(left_old) == len(left_new) == 1:
        return "another value"
    return OPPOSITE if not left_old and new.asserted != old.asserted else ""


def _count_values(tokens: "list[Token]") -> int:
    return sum(token.kind in VALUE_KINDS for token in tokens)


def _are_siblings(new: Statement, old: Statement) -> bool:
    """Whether both fill one form in more than one place: "s1 has port 9001", "s2 has port 9002"."""
    if len(new.tokens) != len(old.tokens) or new.keys == old.keys:
        return False
    places, is_filled = 0, False
    for token, other in zip(new.tokens, old.tokens, strict=True):
        if token.kind == MARK == other.kind:
            continue
        differs = token.key != other.key
        if differs and token.kind != other.kind:
            return False
        places += differs and not is_filled
        is_filled = differs
    return places > 1


def _names_subject(token: Token, statement: Statement) -> bool:
    """Whether a token is what the statement is about, or the number in the name of it: "shard 3 …"."""
    if token is statement.content[0]:
        return True
    if token.kind != NUMBER or token.unit or token not in statement.content[:2]:
        return False
    return statement.tokens[statement.tokens.index(token) - 1] is statement.content[0]


def _nearness(new: Statement, old: Statement, weights: _Weights, cosine: "float | None") -> float:
    """How near an older memory is, between 0 and 1: in meaning, and by the share of its topic that is repeated."""
    if new.label and new.label == old.label:
        return 1.0
    topic_old = [token for token in old.content if not _is_value(token, new)]
    topic_new = [token for token in new.content if not _is_value(token, old) and not is_change_word(token)]
    share_old, share_new = _share(topic_old, new.keys, weights), _share(topic_new, old.keys, weights)
    by_words = 0.55 * share_old + 0.45 * share_new
    if cosine is None:
        return by_words
    by_meaning = 0.7 * cosine + 0.3 * share_old
    return max(by_meaning, 0.9 * by_words)  # the vectors know English best


def _share(tokens: "Sequence[Token]", keys: "Collection[str]", weights: _Weights) -> float:
    """Which share of some words stands on the other side, too."""
    total = weights.total(tokens)
    return weights.total([token for token in tokens if names_same(token.key, keys)]) / total if total else 0.0


def _is_value(token: Token, other: Statement) -> bool:
    """Whether a token is a value of which the other statement has another one."""
    if token.kind in (NUMBER, TIME, DAY):
        return True
    return token.kind in VALUE_KINDS and token.key not in other.keys
