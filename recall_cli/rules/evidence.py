"""Is there any evidence for an answer, or is silence better?

The scores of a ranking are relative: something is always first. Evidence is absolute: the share of the
question's naming words that the best result holds together with its neighbours (rare words counting more),
half of its cosine, and a deduction for every name in the question that the whole store has never heard.
"""

from recall_cli.domain.stopwords import STOP
from recall_cli.rules.date_words import MONTHS, WEEKDAYS
from recall_cli.rules.frame_words import FRAME_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from recall_cli.rules.passage import Passage
    from recall_cli.rules.question import Question

    Tokenise = Callable[[str], list[str]]

FLOOR = 0.4
"""Below this a context stays empty; the dial between silence and noise, see the benchmark's curve."""
MEANING = 0.5
UNKNOWN_NAMES = 0.3
NAME_COUNTS = 1.5
RESULTS = 5
"""How many of the best results are asked for evidence."""


class Sought:
    """The naming words of a question: the stem of each, what it counts, and which are names."""

    def __init__(self, stems: "dict[str, float]", names: "frozenset[str]") -> None:
        self.stems = stems
        self.names = names


def sought(question: "Question", words: "Tokenise", stems: "Tokenise", rarity: "Callable[[str], float]") -> Sought:
    """The words that a memory must hold to be about the question; names count half as much again."""
    plain = [word for word in words(question.text) if word not in STOP and word not in question.names]
    plain = [word for word in plain if not (question.spans and _dates(word))] or plain
    naming = [word for word in plain if word not in FRAME_WORDS] or plain
    capitals = _capitalised(question.text, words)
    weighed: dict[str, float] = {}
    names: set[str] = set()
    for word in naming:
        for stem in stems(word) or [word]:
            weighed[stem] = rarity(stem) * (NAME_COUNTS if word in capitals else 1)
            if word in capitals:
                names.add(stem)
    return Sought(weighed, frozenset(names))


def evidence(seek: Sought, results: "Iterable[Sequence[Passage]]", known: "Callable[[str], bool]") -> float:
    """The evidence in the best results, each given with its neighbours and itself in front; from about 0 to 1.5."""
    whole = sum(seek.stems.values())
    share = meaning = 0.0
    for passages in results:
        held = {stem for passage in passages for stem in passage.stems}
        if whole:
            share = max(share, sum(count for stem, count in seek.stems.items() if stem in held) / whole)
        meaning = max(meaning, passages[0].meaning)
    unknown = sum(not known(name) for name in seek.names) / len(seek.names) if seek.names else 0.0
    return share + MEANING * meaning - UNKNOWN_NAMES * unknown


def _dates(word: str) -> bool:
    return word in MONTHS or word in WEEKDAYS or word[:1].isdigit()


def _capitalised(text: str, words: "Tokenise") -> "set[str]":
    """The words written with a capital, but for the first, which every question begins with."""
    return {word for raw in text.split()[1:] if raw.lstrip("'\"“#(")[:1].isupper() for word in words(raw)}
