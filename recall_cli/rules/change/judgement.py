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
from recall_cli.rules.change.tokens import DAY, MARK, NAME, NUMBER, TIME, VALUE_KINDS, WORD, Token, names_same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MAX_QUESTIONS = 2
MIN_NEARNESS_OF_CHANGE, MIN_NEARNESS_OF_VALUE, MIN_NEARNESS_OF_NAMED = 0.32, 0.78, 0.25
"""How near a memory has to be: to a statement that asserts a change, to one with another value, and where the old
thing is named."""
SECOND_MARGIN = 0.12
"""A second question is asked if its memory is nearly as near as the first."""
MIN_STORE = 12
OPPOSITE = "the opposite"


class Candidate(Record):
    """An older memory that may be meant."""

    key: int
    text: str


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
        (_nearness(new, old, weights), candidate.key, old) for old, candidate in zip(older, candidates, strict=True)
    ]
    near.sort(key=lambda row: (-row[0], -row[1]))  # of equally near ones the newest first
    has_siblings = (
        sum(bool(_other_value(new, old)) and nearness >= MIN_NEARNESS_OF_VALUE for nearness, _, old in near) > 1
    )
    asks: list[tuple[float, int, str]] = []
    is_nearest = True
    for nearness, key, old in near:
        closing, is_sure = find_closing(new, old)
        if is_sure and is_nearest and not holds_several_facts(old.tokens):
            return Judgement(ends=(key, closing))
        named = _find_named(new, old)
        reason = _question(new, old, nearness, named, has_siblings=has_siblings) or closing
        if (reason or named is not None) and not says_what_is(old):
            continue
        if named is not None and is_nearest and not _obstacle(new, old, named):
            return Judgement(ends=(key, f'it says "{named.words}"'))
        is_nearest = False
        if reason:
            asks.append((nearness, key, reason))
    best = asks[0][0] if asks else 0.0
    close = [(key, reason) for nearness, key, reason in asks if nearness >= best - SECOND_MARGIN]
    return Judgement(asks=tuple(close[:MAX_QUESTIONS]))


def _question(
    new: Statement, old: Statement, nearness: float, named: "NamedChange | None", *, has_siblings: bool
) -> str:
    """Why somebody is asked about an older memory; empty if nobody is."""
    are_siblings = _are_siblings(new, old)
    if are_siblings and new.content[0].key != old.content[0].key:  # "Ada moved from Oslo to Rome", "Kim moved …"
        return ""
    if named is not None and nearness >= (MIN_NEARNESS_OF_NAMED if new.change else MIN_NEARNESS_OF_CHANGE):
        return f'it says "{named.words}"'
    other = _other_value(new, old)
    if new.change and nearness >= MIN_NEARNESS_OF_CHANGE and not are_siblings:
        return f'it says "{new.change}"' + (f", and gives {other}" if other else "")
    is_assertion = not new.guard or (new.guard == "denied" and other == OPPOSITE)
    if other and is_assertion and nearness >= MIN_NEARNESS_OF_VALUE and not has_siblings:
        return f"it gives {other}"
    return ""


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
    kinds = {token.kind for token in left_old} & {token.kind for token in left_new} & VALUE_KINDS
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


def _nearness(new: Statement, old: Statement, weights: _Weights) -> float:
    """How near an older memory is, between 0 and 1: the shares of both topics that the other one has."""
    if new.label and new.label == old.label:
        return 1.0
    topic_old = [token for token in old.content if not _is_value(token, new)]
    topic_new = [token for token in new.content if not _is_value(token, old) and not is_change_word(token)]
    if not topic_old or not topic_new:
        return 0.0
    in_old = [token for token in topic_old if names_same(token.key, new.keys)]
    in_new = [token for token in topic_new if names_same(token.key, old.keys)]
    total_old, total_new = weights.total(topic_old), weights.total(topic_new)
    share_old = weights.total(in_old) / total_old if total_old else 0.0
    share_new = weights.total(in_new) / total_new if total_new else 0.0
    return 0.55 * share_old + 0.45 * share_new


def _is_value(token: Token, other: Statement) -> bool:
    """Whether a token is a value of which the other statement has another one."""
    if token.kind in (NUMBER, TIME, DAY):
        return True
    return token.kind in VALUE_KINDS and token.key not in other.keys
