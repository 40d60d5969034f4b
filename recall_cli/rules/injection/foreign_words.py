"""Words of other languages from which orders to an agent are made, each with a mark for its meaning.

The word bags contain these marks. A stem stands for every word that begins with it, without accents. Languages without
spaces are searched for whole phrases.
"""

from recall_cli.language.tables import read_rows
from recall_cli.rules.injection.letter_codes import fold_accents

MAX_EXACT_LENGTH = 3
"""A stem of up to this many letters is a whole word."""


def _read_stems() -> "tuple[dict[str, list[tuple[str, str]]], list[tuple[str, str]]]":
    """Each stem with its mark: those of one word by their first two letters, and those of two words."""
    by_start: dict[str, list[tuple[str, str]]] = {}
    two_words: list[tuple[str, str]] = []
    for sign, stems in read_rows("orders", "foreign words").items():
        for stem in stems.split():
            plain = fold_accents(stem.replace("_", " "))
            if " " in plain.strip():
                two_words.append((plain.strip(), sign))
            else:
                by_start.setdefault(plain[:2], []).append((plain.strip(), sign))
    return by_start, two_words


_STEMS_BY_START, _TWO_WORD_STEMS = _read_stems()
_PHRASES = [
    (phrase.replace("_", " "), sign)
    for sign, phrases in read_rows("orders", "foreign phrases").items()
    for phrase in phrases.split()
]


def add_meaning_marks(lowercase: str) -> str:
    """The text without accents, with a mark after each word or phrase that is used for orders in other languages."""
    lowercase = _mark_phrases(lowercase) if any(letter >= "\u0e00" for letter in lowercase) else lowercase
    lowercase = fold_accents(lowercase)
    for stem, sign in _TWO_WORD_STEMS:
        if stem in lowercase:
            lowercase = lowercase.replace(stem, f"{stem} {sign} ")
    pieces: list[str] = []
    for piece in lowercase.split():
        word = piece.strip("\"'«»¿¡(),.;:!?`").rpartition("'")[2]
        if len(word) < 2:
            pieces.append(piece)
            continue
        added = {
            sign
            for stem, sign in _STEMS_BY_START.get(word[:2], ())
            if (word == stem if len(stem) <= MAX_EXACT_LENGTH else word.startswith(stem))
        }
        end = piece[-1] if added and piece[-1] in ".!?" else ""
        pieces += [piece.rstrip(".!?") if end else piece, *sorted(added)]
        pieces[-1] += end
    return " ".join(pieces)


def _mark_phrases(lowercase: str) -> str:
    """The text with a mark after each phrase, and with Latin punctuation."""
    for phrase, sign in _PHRASES:
        if phrase in lowercase:
            lowercase = lowercase.replace(phrase, f" {phrase} {sign} ")
    return lowercase.replace("。", " . ").replace("！", " . ").replace("？", " . ")
