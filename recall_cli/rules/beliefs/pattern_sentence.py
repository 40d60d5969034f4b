"""The sentence of a pattern: what several findings share, said once, and what differs between them.

Nothing is generalised. Findings that differ in one place become "Three findings say that the deploy to staging fails;
the same holds for production and demo." Findings that only begin alike, or only share words, are listed behind what
they share. So every word of a finding is in the sentence, unless another finding says the same in other words.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.beliefs.clustering import keywords
from recall_cli.rules.paraphrase.comparison import SAME, compare_wordings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_FILLER_WORDS = 4
"""What differs between two findings is named by itself only if it is this short."""
MIN_SHARED_WORDS = 3
"""Findings that differ in one place share at least this many words besides."""
MAX_NAME_WORDS = 4
"""Words shared by all findings that name a pattern whose findings begin differently."""
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_ENDING_MARKS = ".!? "
_CONNECTING_WORDS = frozenset(
    "is are was were be been has have had do does did not never no to by from of in on at for with and or if when that "
    "because as than".split()
)
"""What differs is no name of a case if it has one of these."""
_LOWERED_WORDS = frozenset(
    "the a an this that these those when if in on at after before our we every all each some no it there for during "
    "while because with without running using".split()
)


def pattern_sentence(texts: "Sequence[str]", noun: str = "finding") -> str:
    """One sentence for several texts about one matter; `noun` is what they are called."""
    count = len(texts)
    subject = f"{(_NUMBERS[count] if count < len(_NUMBERS) else str(count)).capitalize()} {noun}s"
    distinct = _without_restatements([_without_end(text) for text in texts])
    if len(distinct) == 1:
        return f"{subject} say that {_lowered(distinct[0])}."
    cases = _cases(distinct)
    if cases:
        return f"{subject} say that {_lowered(distinct[0])}; the same holds for {_joined(cases)}."
    start = _shared_start(distinct)
    if start:
        rests = [text.split(maxsplit=start)[-1].lstrip(":,- ") for text in distinct]
        beginning = " ".join(distinct[0].split()[:start]).rstrip(":,-")
        return f"{subject} about {_lowered(beginning)}: {'; '.join(rests)}."
    return f"{subject} about {_shared_words(distinct)}: {'; '.join(map(_lowered, distinct))}."


def _without_end(text: str) -> str:
    return " ".join(text.split()).rstrip(_ENDING_MARKS)


def _without_restatements(texts: "Sequence[str]") -> "list[str]":
    """The texts without those that only say in other words what another says."""
    kept: list[str] = []
    for text in texts:
        if not any(text == other or compare_wordings(text, other) == SAME for other in kept):
            kept.append(text)
    return kept


def _cases(texts: "list[str]") -> "list[str]":
    """What the later texts have in the one place where they differ from the first; empty if they differ otherwise."""
    words = [text.split() for text in texts]
    before = _common_length(words)
    after = _common_length([list(reversed(each[before:])) for each in words])
    if before + after < MIN_SHARED_WORDS:
        return []
    fillers = [each[before : len(each) - after] for each in words]
    if set.intersection(*({word.casefold() for word in filler} for filler in fillers)):
        return []  # they differ in more than one place
    for filler in fillers:
        if not 0 < len(filler) <= MAX_FILLER_WORDS or _CONNECTING_WORDS & {word.casefold() for word in filler}:
            return []
    return [" ".join(filler).strip(",;:") for filler in fillers[1:]]


def _common_length(lists: "list[list[str]]") -> int:
    """How many words all lists begin with, apart from capitals; at least one word of each list is left."""
    most = min(map(len, lists)) - 1
    at = 0
    while at < most and len({each[at].casefold() if not at else each[at] for each in lists}) == 1:
        at += 1
    return at


def _shared_start(texts: "list[str]") -> int:
    """How many words all texts begin with, if they name a subject."""
    words = [[word.rstrip(":,-") for word in text.split()] for text in texts]
    length = _common_length(words)
    while length and words[0][length - 1].casefold() in _CONNECTING_WORDS | STOP_WORDS:
        length -= 1
    named = [word for word in words[0][:length] if word.casefold() not in STOP_WORDS]
    return length if len(named) > 1 else 0


def _shared_words(texts: "list[str]") -> str:
    """The words that all texts share, in the order of the first text."""
    shared = frozenset.intersection(*(keywords(text) for text in texts))
    found: dict[str, str] = {}
    for raw in texts[0].split():
        word = raw.strip("\"'`.,;:!?()[]{}")
        if word.casefold()[:6] in shared:
            found.setdefault(word.casefold()[:6], word)
    return _joined([_lowered(word) for word in found.values()][:MAX_NAME_WORDS]) or "one matter"


def _lowered(text: str) -> str:
    """A text as it stands within a sentence: only a first word that is surely no name loses its capital."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first.casefold() in _LOWERED_WORDS else text


def _joined(words: "Sequence[str]") -> str:
    """Words as a list of a sentence: a, b and c."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


_REQUIREMENT_WORDS = frozenset(
    "must mustn't never always only required requires require shall needs need forbidden allowed mandatory".split()
)


def is_requirement(text: str) -> bool:
    """Whether a text says what has to be done: such a rule stands by itself and never becomes part of a pattern."""
    words = [word.strip(".,;:!?()`").casefold().replace("’", "'") for word in text.split()]
    return not _REQUIREMENT_WORDS.isdisjoint(words) or words[:2] == ["do", "not"] or words[:1] == ["don't"]
