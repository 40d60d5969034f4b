"""Text as WordPiece tokens: the words of a text, and the longest known pieces of each word.

The result equals that of BERT's uncased tokenizer (lower case, no accents, punctuation and Chinese characters as single
words). It uses no regular expression and loads no vocabulary: the caller's `find` says which pieces are known.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_WORD_LENGTH = 100
_CHINESE_RANGES = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class _SpacingTable(dict[int, str]):
    """What each character becomes before the text is split at spaces; computed once per character."""

    def __missing__(self, code: int) -> str:
        self[code] = becomes = _space_out(chr(code))
        return becomes


def split_words(text: str) -> "list[str]":
    """The words and single punctuation marks of a text, in lower case and without accents."""
    if not text.isascii():
        text = _without_accents(text.translate(_CLEANING))
    return text.lower().translate(_SPACING).split()


def split_word_pieces(word: str, find: "Callable[[str], int]", longest: int) -> "list[int]":
    """The word as its longest known pieces from the left; empty if some part of it is unknown.

    `find` returns a piece's number or −1; `longest` is the length of the longest known piece.
    """
    number_of_word = find(word) if len(word) <= longest else -1
    if number_of_word >= 0:
        return [number_of_word]
    if len(word) > MAX_WORD_LENGTH:
        return []
    pieces: list[int] = []
    start, size = 0, len(word)
    while start < size:
        prefix = "##" if start else ""
        for end in range(min(size, start + longest), start, -1):
            number = find(prefix + word[start:end])
            if number >= 0:
                break
        else:
            return []
        pieces.append(number)
        start = end
    return pieces


def _space_out(char: str) -> str:
    if char in "\t\n\r":
        return " "
    if char.isascii():
        if char.isalnum() or char == " ":
            return char
        return f" {char} " if char.isprintable() else ""
    from unicodedata import category

    kind = category(char)
    if kind[0] == "P" or any(first <= ord(char) <= last for first, last in _CHINESE_RANGES):
        return f" {char} "
    return " " if kind == "Zs" else char


class _CleaningTable(dict[int, str]):
    """Removes control, format and unassigned characters before accents are removed."""

    def __missing__(self, code: int) -> str:
        from unicodedata import category

        char = chr(code)
        gone = char not in "\t\n\r" and (category(char)[0] == "C" or char == "\ufffd")
        self[code] = cleaned = "" if gone else char
        return cleaned


def _without_accents(text: str) -> str:
    from unicodedata import category, normalize

    return "".join(char for char in normalize("NFD", text) if category(char) != "Mn")


_SPACING = _SpacingTable()
_CLEANING = _CleaningTable()
