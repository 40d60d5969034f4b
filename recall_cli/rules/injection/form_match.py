"""Orders recognized by what a statement demands, of whom, and how widely, in six languages.

A form is a row of meanings that one sentence must have together. `meaning!` must begin the sentence, `-meaning` must be
absent. Words in their places are left to the phrases. Forms and meanings are in `language/orders.txt`.
"""

from recall_cli.language.tables import read_groups, read_rows, read_words

_LEAD_WORDS = read_words("orders", "lead words")


def _parse_entries(words: str) -> "tuple[str, ...]":
    """The words and phrases of a meaning, with a space where a word begins and ends; a stem has no end."""
    parts = [part.replace("_", " ") for part in words.split()]
    return tuple(f" {part[:-1]}" if part[-1] == "*" else f" {part} " for part in parts)


_ENTRIES = {name: _parse_entries(words) for name, words in read_rows("orders", "meanings").items()}
_MEANING_BITS = {name: 1 << number for number, name in enumerate(_ENTRIES)}


def _parse_form(line: str) -> "tuple[int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]":
    """The bits of a form, and its meanings: at the start, anywhere, and absent."""
    parts = line.split()
    absent = tuple(part[1:] for part in parts if part[0] == "-")
    first = tuple(part[:-1] for part in parts if part[-1] == "!")
    others = tuple(part for part in parts if part[0] != "-" and part[-1] != "!")
    return sum(_MEANING_BITS[name] for name in {*first, *others}), first, others, absent


FORMS = [(reason, *_parse_form(line)) for reason, line in read_groups("orders", "forms")]


def sentence_reason(padded: str, bits: int) -> "str | None":
    """The reason of the form that a sentence has, or None; given are its words between spaces, and their meanings."""
    for reason, needed, first, others, absent in FORMS:
        if (
            needed & bits == needed
            and all(_begins_with(padded, name) for name in first)
            and all(_has_meaning(padded, name) for name in others)
            and not any(_has_meaning(padded, name) for name in absent)
        ):
            return reason
    return None


def _has_meaning(padded: str, name: str) -> bool:
    return any(entry in padded for entry in _ENTRIES[name])


def _begins_with(padded: str, name: str) -> bool:
    """Whether a sentence, or a part of it after words that only lead in, begins with a meaning."""
    while True:
        if padded.startswith(_ENTRIES[name]):
            return True
        word, _, rest = padded[1:].partition(" ")
        if word not in _LEAD_WORDS or not rest:
            return False
        padded = " " + rest
