"""Which known words can a mistyped word be? Only what a slip of the fingers makes of them, and else none."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_WORD_LENGTH = 4
"""Shorter words are too like one another."""
MIN_PREFIX_LENGTH = 3
"""So many letters are enough for the beginning of a word."""
ONE_TYPO_LENGTH, TWO_TYPOS_LENGTH = 6, 9
"""From so many letters any one letter may be wrong; from so many, two."""
MAX_SUGGESTIONS = 3
"""More words than that, equally near, help nobody."""
KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def closest_words(word: str, known: "Iterable[str]", *, whole_word: bool = False) -> "list[str]":
    """The known words that were meant, the nearest alone; empty where none is near, or too many are.

    The beginning of a word is enough, unless it has to be `whole`.
    """
    word = word.lower()
    names = list(known)
    begun = [name for name in names if not whole_word and len(word) >= MIN_PREFIX_LENGTH and name.startswith(word)]
    wrong = {name: count_typos(word, name.lower()) for name in names}
    least = min((count for count in wrong.values() if count is not None), default=None)
    found = [name for name in names if wrong[name] == least] if least is not None else begun
    return found if len(found) <= MAX_SUGGESTIONS else []


def count_typos(word: str, name: str) -> "int | None":
    """How many slips make a name of a word; None where there are too many for a word of that length."""
    if min(len(word), len(name)) < MIN_WORD_LENGTH:
        return None
    most = 2 if min(len(word), len(name)) >= TWO_TYPOS_LENGTH else 1
    if abs(len(word) - len(name)) > most:  # known without comparing, however long the word is
        return None
    count = edit_distance(word, name)
    if count > most or (len(name) < ONE_TYPO_LENGTH and count == 1 and _is_another_word(word, name)):
        return None
    return count


def _is_another_word(word: str, name: str) -> bool:
    """Is it meant as it stands? Two short words that differ in a letter far off on the keyboard are two words."""
    if word[0] != name[0]:
        return sorted(word) != sorted(name)
    if len(word) != len(name) or sorted(word) == sorted(name):
        return False
    typed, right = next((a, b) for a, b in zip(word, name, strict=True) if a != b)
    return not any(f"{typed}{right}" in row or f"{right}{typed}" in row for row in KEYBOARD_ROWS)


def edit_distance(a: str, b: str) -> int:
    """How many letters are added, left out, changed or swapped with their neighbour between two words."""
    before: list[int] = []
    last: list[int] = [*range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        row: list[int] = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
