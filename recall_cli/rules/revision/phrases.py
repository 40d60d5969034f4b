"""Phrases: several words in a row, found in the words of a text without regular expressions."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Phrases = dict[str, list[tuple[str, ...]]]


def phrase_table(text: str) -> "Phrases":
    """A table of phrases, separated by `|` or line ends, by their first word. `*` stands for any one word."""
    table: Phrases = {}
    for phrase in text.replace("\n", "|").split("|"):
        words = tuple(phrase.split())
        if words:
            table.setdefault(words[0], []).append(words)
    return table


def find_phrase(words: "Sequence[str]", table: "Phrases", start: int = 0) -> "tuple[int, int] | None":
    """The first phrase of the table in the words, as start and end; None if there is none."""
    for at in range(start, len(words)):
        end = phrase_end(words, at, table)
        if end:
            return at, end
    return None


def phrase_end(words: "Sequence[str]", at: int, table: "Phrases") -> int:
    """The end of the longest phrase that begins at this word; 0 if none does."""
    longest = 0
    for phrase in table.get(words[at], ()):
        end = at + len(phrase)
        if (
            end > longest
            and end <= len(words)
            and all(wanted in ("*", word) for wanted, word in zip(phrase, words[at:end], strict=True))
        ):
            longest = end
    return longest
