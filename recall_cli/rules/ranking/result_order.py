"""Last changes to the order of the first results: the best of several statements in front, repetitions last.

Of short statements that a question fits equally well, the user's own comes first, then the plainest, then the newest.

What says again what a better result says comes after the results that say something else: one of both has all words of
the other, and they differ in no negation, condition or role. Plain MMR, which lowers everything near a better result,
was measured to cost recall: the answers to one question are often near each other.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.domain.memory import Memory
    from recall_cli.rules.change.sameness import Reading

    Tokenizer = Callable[[str], list[str]]

MAX_COMPARED_RESULTS = 6
"""Only the top of a search is looked at."""
MAX_COMPARED_LETTERS = 1_000
"""A longer text is a document, which repeats no other result."""
MIN_ALIKE_OVERLAP = 0.5
"""Texts that share a smaller part of their keywords are not compared; most results share less."""
MAX_REORDERED = 5
"""Only the first results can change places."""
MAX_STATEMENT_LETTERS = 300
"""A longer text is no short statement."""
MAX_FURTHER_WORDS = 14
"""A text with more words beside those of the question is no short statement."""
MIN_SHARED_WORDS = 2
"""With fewer words in common, a question does not tell the subject."""
CHANGE_WORDS = frozenset(
    "now new instead currently longer anymore since moved changed switched replaced updated actually today from".split()
)
"""Words that only tell that a statement is about a change."""
WEAK_WORDS = read_words("words", "weak words")
"""Words of denials, plans, guesses and history: a plain statement answers better."""
_STEMS_OF_HISTORY = read_words("words", "stems of history")
"""Stems in a question about history, plans or guesses."""


class ShortStatement(Record):
    """A result as far as its place among statements about the same subject depends on it."""

    place: int
    matched: "frozenset[str]"
    """The stems that it shares with the question; none if two that stand together in the question and in the first
    result stand apart in it: "commit title" is not asked of what picks "commits by title"."""
    further: int
    """How many other content words it has."""
    plain: bool
    """Does it plainly say that something holds now?"""
    users: bool
    """Did the user say it?"""
    created_at: int


def order_same_subject(
    asked: "list[str]", memories: "Sequence[Memory]", words: "Tokenizer", stems: "Tokenizer"
) -> "list[int]":
    """The places of the first results in their new order, for a question with these stems."""
    first = memories[:MAX_REORDERED]
    if len(first) < 2 or any(memory.pinned or len(memory.text) > MAX_STATEMENT_LETTERS for memory in first[:2]):
        return [*range(len(first))]
    texts = [stems(memory.text[:MAX_STATEMENT_LETTERS]) for memory in first]
    plain = [_is_plain(memory.text.lower()) for memory in first]
    front = find_plain_answer(asked, texts, plain)
    if front:
        return [front, *(place for place in range(len(first)) if place != front)]
    wanted, wanted_pairs = frozenset(asked), {*zip(asked, asked[1:], strict=False)}
    pairs = [wanted_pairs & {*zip(text, text[1:], strict=False)} for text in texts]
    statements = []
    for place, memory in enumerate(first):
        matched = wanted & frozenset(stems(memory.text)) if pairs[0] <= pairs[place] else frozenset()
        statements.append(
            ShortStatement(
                place=place,
                matched=matched,
                further=count_further_words([word.lower() for word in words(memory.text)], len(matched)),
                plain=plain[place],
                users=memory.trust == "user",
                created_at=memory.created_at,
            )
        )
    return order_statements(statements, wanted)


def _is_plain(text: str) -> bool:
    """Whether a text says that something holds now; `no longer X but Y`, `Y, not X` and `X must not Y` do."""
    words = text.replace("no longer", "").replace(", not ", " ").replace("must not", "").replace("may not", "").split()
    return WEAK_WORDS.isdisjoint(words) and not text.endswith("?")


def count_further_words(words: "list[str]", matched: int) -> int:
    """How many words of a text say more than the question does; words of change do not count."""
    content = {word for word in words if word not in STOP_WORDS and word not in CHANGE_WORDS}
    return max(0, len(content) - matched)


def _place_key(one: ShortStatement) -> "tuple[bool, int, bool, int, int, int]":
    return not one.users, -len(one.matched), not one.plain, one.further, -one.created_at, one.place


def find_plain_answer(asked: "Sequence[str]", stems: "Sequence[Sequence[str]]", plain: "Sequence[bool]") -> int:
    """The place of the text to put first: 0, unless the first is history, a guess or about a similar name.

    The question speaks of `billing api`, and the first text of `search api`: then a plain one about `billing api`.
    """
    if not _STEMS_OF_HISTORY.isdisjoint(asked):
        return 0
    pairs = [{*zip(text, text[1:], strict=False)} for text in stems]
    subject = next((pair for pair in zip(asked, asked[1:], strict=False) if any(pair in own for own in pairs)), None)
    if subject is None or (plain[0] and subject in pairs[0]):
        return 0
    if plain[0] and subject[1] not in stems[0]:
        return 0
    least = len({*asked} & {*stems[0]}) - 1
    for place in range(1, len(stems)):
        if plain[place] and subject in pairs[place] and len({*asked} & {*stems[place]}) >= least:
            return place
    return 0


def order_statements(statements: "list[ShortStatement]", asked: "frozenset[str]") -> "list[int]":
    """The places of the first results in their new order; those that fit the question otherwise keep theirs."""
    order = [statement.place for statement in statements]
    if not statements or len(asked) < MIN_SHARED_WORDS:
        return order
    best = statements[0].matched
    if len(best) < max(MIN_SHARED_WORDS, len(asked) - 1):
        return order
    alike = [
        statement for statement in statements if statement.matched >= best and statement.further <= MAX_FURTHER_WORDS
    ]
    if len(alike) < 2 or statements[0].further > MAX_FURTHER_WORDS:
        return order
    ranked = sorted(alike, key=_place_key)
    places = sorted(statement.place for statement in alike)
    moved = dict(zip(places, (statement.place for statement in ranked), strict=True))
    return [moved.get(place, place) for place in order]


def repetitions(texts: "Sequence[str]") -> "list[int]":
    """The indexes of the texts that say again what a text before them says."""
    from recall_cli.rules.beliefs.clustering import keyword_overlap, keywords

    texts = texts[:MAX_COMPARED_RESULTS]
    words = [keywords(text) if len(text) <= MAX_COMPARED_LETTERS else frozenset() for text in texts]
    repeated: list[int] = []
    readings: dict[int, Reading] = {}
    for at in range(1, len(texts)):
        for earlier in range(at):
            if earlier in repeated or keyword_overlap(words[earlier], words[at]) < MIN_ALIKE_OVERLAP:
                continue
            from recall_cli.rules.change import sameness

            for number in {at, earlier}.difference(readings):
                readings[number] = sameness.Reading(texts[number])
            if sameness.is_part(readings[at], readings[earlier]):
                repeated.append(at)
                break
    return repeated
