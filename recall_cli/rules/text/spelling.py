"""Spelling suggestions: the known words that a mistyped word can mean, as far as a few typos explain it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_WORD_LENGTH = 4
"""Shorter words are too similar to each other."""
MIN_PREFIX_LENGTH = 3
"""This many letters are enough to complete a word."""
ONE_TYPO_LENGTH, TWO_TYPOS_LENGTH = 6, 9
"""Words of these lengths may have any one letter wrong, or two."""
MAX_SUGGESTIONS = 3
"""If more words are equally close, none is suggested."""
KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def closest_words(word: str, words: "Iterable[str]", *, whole_word: bool = False) -> "list[str]":
    """Those of the words that are closest to a mistyped one; empty if none is close, or too many are.

    The beginning of a word is enough, unless `whole_word` is set.
    """
    word = word.lower()
    names = list(words)
    with_prefix = [
        name for name in names if not whole_word and len(word) >= MIN_PREFIX_LENGTH and name.startswith(word)
    ]
    typos = {name: count_typos(word, name.lower()) for name in names}
    fewest = min((count for count in typos.values() if count is not None), default=None)
    closest = [name for name in names if typos[name] == fewest] if fewest is not None else with_prefix
    return closest if len(closest) <= MAX_SUGGESTIONS else []


def count_typos(word: str, name: str) -> "int | None":
    """The number of typos between a word and a name; None if there are too many for their length."""
    if min(len(word), len(name)) < MIN_WORD_LENGTH:
        return None
    limit = 2 if min(len(word), len(name)) >= TWO_TYPOS_LENGTH else 1
    if abs(len(word) - len(name)) > limit:  # no comparison needed, however long the word is
        return None
    count = edit_distance(word, name)
    if count > limit or (len(name) < ONE_TYPO_LENGTH and count == 1 and _is_another_word(word, name)):
        return None
    return count


def _is_another_word(word: str, name: str) -> bool:
    """Whether the word is meant as it is: short words that differ in keys far apart are different words."""
    if word[0] != name[0]:
        return sorted(word) != sorted(name)
    if len(word) != len(name) or sorted(word) == sorted(name):
        return False
    typed, right = next((a, b) for a, b in zip(word, name, strict=True) if a != b)
    return not any(f"{typed}{right}" in row or f"{right}{typed}" in row for row in KEYBOARD_ROWS)


def edit_distance(a: str, b: str) -> int:
    """The number of letters that are added, left out, changed or swapped with a neighbour between two words."""
    before: list[int] = []
    last: list[int] = [*range(len(b) + 1)]
    for i, letter in enumerate(a, 1):
        row: list[int] = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
