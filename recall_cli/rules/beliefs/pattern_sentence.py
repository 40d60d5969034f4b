"""The sentence of a pattern: what several findings are about, and each of them, word for word. Nothing is generalised.

Findings belong together only if each has most of its words in common with all others.
"""

from recall_cli.rules.beliefs.clustering import keywords
from recall_cli.rules.change.sameness import are_same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_COMMON_SHARE = 0.5
"""All findings of a pattern share at least this part of the keywords of each."""
MAX_SUBJECT_PLACES = 30
"""Only among so many first words the subject of a pattern is looked for."""
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_REQUIREMENT_WORDS = frozenset(
    "must mustn't never always only required requires require shall needs need forbidden allowed mandatory".split()
)


def have_most_in_common(texts: "Sequence[str]") -> bool:
    """Whether most keywords of each text are in all of them."""
    words = [keywords(text) for text in texts]
    common = frozenset.intersection(*words)
    return bool(common) and all(len(common) >= MIN_COMMON_SHARE * len(own) for own in words)


def pattern_sentence(texts: "Sequence[str]", noun: str = "finding") -> str:
    """One text for several that are about one thing; `noun` is what they are called."""
    plain = [" ".join(text.split()).rstrip(".!? ") for text in texts]
    distinct = [text for at, text in enumerate(plain) if not any(are_same(text, other) for other in plain[:at])]
    count = _NUMBERS[len(texts)] if len(texts) < len(_NUMBERS) else str(len(texts))
    about = f" about {_subject(distinct)}" if len(distinct) > 1 else ""
    return f"{count.capitalize()} {noun}s{about}: {'; '.join(distinct)}."


def _subject(texts: "Sequence[str]") -> str:
    """The longest run of words in the first text that all texts have: "flaky checkout tests"."""
    common = frozenset.intersection(*(keywords(text) for text in texts))
    words = [raw.strip("\"'.,;:!?()[]{}") for raw in texts[0].split()[:MAX_SUBJECT_PLACES]]
    keys = [keywords(word) for word in words]
    runs = [
        words[start : end + 1]
        for start in range(len(words))
        for end in range(start, len(words))
        if keys[start] and keys[end] and all(key <= common for key in keys[start : end + 1])
    ]
    longest: list[str] = max(runs, key=len, default=["one", "matter"])
    subject = " ".join(longest)
    return subject[0].lower() + subject[1:] if subject[1:2].islower() else subject


def is_requirement(text: str) -> bool:
    """Whether a text says what has to be done: such a rule stands by itself and never becomes part of a pattern."""
    words = [word.strip(".,;:!?()`").casefold().replace("’", "'") for word in text.split()]
    return not _REQUIREMENT_WORDS.isdisjoint(words) or words[:2] == ["do", "not"] or words[:1] == ["don't"]
