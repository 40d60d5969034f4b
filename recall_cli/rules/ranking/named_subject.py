"""Named subjects: a question that names what a memory is about, by its topic, its entity or a tag.

The names of a memory were chosen for it, so they tell more than a word in its text. A name that several memories share
is a category, and so is one whose words stand in many memories: these name nothing.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.questions.question import QUESTION_WORDS
from recall_cli.rules.ranking.evidence import NAMED_SUBJECT, OTHER_SUBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Tokenizer = Callable[[str], list[str]]

MAX_SHARING_MEMORIES = 2
"""A name that more memories share is a category."""
MAX_USUAL_MEMORIES, MAX_STORE_SHARE = 5, 0.02
"""The rarest word of a name stands in at most so many memories, or in this share of a large store."""
MIN_MISTYPED_LETTERS = 4
"""A shorter word that no memory has is not taken for a mistyped name."""


class NamedSubjects:
    """The memories that a question names, and the words of all names of these."""

    __slots__ = ("name_words", "numbers")

    def __init__(self, numbers: "frozenset[int]", name_words: "list[frozenset[str]]") -> None:
        self.numbers, self.name_words = numbers, name_words

    def subject_of(self, n: int, words: "Iterable[str]") -> str:
        """Whether the question names this memory, or the memory does not mention what the question names."""
        if n in self.numbers:
            return NAMED_SUBJECT
        present = frozenset(words)
        return "" if any(name <= present for name in self.name_words) else OTHER_SUBJECT


def find_named_subjects(
    names: "Mapping[int, tuple[str, ...]]",
    terms: "Iterable[str]",
    size: int,
    counts: "Mapping[str, int]",
    unknown: "Iterable[str]",
    words: "Tokenizer",
    stems: "Tokenizer",
) -> NamedSubjects:
    """What a question with these terms names; `names` are those of all candidates, by row number.

    `unknown` are the words of the question that no memory has: each may be a mistyped name.
    """
    asked = frozenset(term for term in terms if term not in STOP_WORDS and term not in QUESTION_WORDS)
    limit = max(MAX_USUAL_MEMORIES, size * MAX_STORE_SHARE)
    rare = {term for term in asked if counts.get(term, 0) <= limit}
    unknown = [word for word in unknown if len(word) >= MIN_MISTYPED_LETTERS]
    stems_of = {name: frozenset(stems(name)) for given in names.values() for name in given}
    sharing: dict[frozenset[str], set[int]] = {}
    for n, given in names.items():
        for name in given:
            sharing.setdefault(stems_of[name], set()).add(n)
    if unknown:
        known = {word for given in names.values() for name in given for word in words(name.lower())}
        meant = [word for word in known if any(is_mistyped(typed, word) for typed in unknown)]
        rare.update(stem for word in meant for stem in stems(word))
        asked |= rare
    found: set[int] = set()
    for name_stems, numbers in sharing.items():
        if (
            name_stems
            and name_stems <= asked
            and not name_stems.isdisjoint(rare)
            and len(numbers) <= MAX_SHARING_MEMORIES
        ):
            found |= numbers
    name_words = [stems_of[name] for n in found for name in names[n] if stems_of[name]]
    return NamedSubjects(frozenset(found), name_words)


def is_mistyped(typed: str, word: str) -> bool:
    """Whether one letter is missing, added, wrong or swapped with the next, after the first two letters."""
    if typed == word or typed[:2] != word[:2] or len(word) < MIN_MISTYPED_LETTERS:
        return False
    at = next((i for i, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), min(len(typed), len(word)))
    rest, meant = typed[at:], word[at:]
    return (
        rest[1:] == meant
        or rest == meant[1:]
        or rest[1:] == meant[1:]
        or (rest[2:] == meant[2:] and rest[:2] == meant[1::-1])
    )
