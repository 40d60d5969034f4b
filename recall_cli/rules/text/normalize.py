"""Normalizing text: repair broken Unicode, compose letters, and make keys for comparison."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_HASH_MODULUS = 2**61 - 1


def repair_unicode(text: str) -> "tuple[str, int]":
    """The text with invalid Unicode made readable, and how many letters were repaired.

    Bytes that did not decode arrive as lone surrogates. They are read as Windows-1252, which they nearly always are.
    Other lone surrogates become visible escapes; nothing is dropped. If all bytes together are valid UTF-8, only the
    locale was wrong, and they are decoded as UTF-8.
    """
    if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text, 0
    try:
        return text.encode("utf-8", "surrogateescape").decode(), 0
    except UnicodeError:
        pass
    bad = [letter for letter in text if "\ud800" <= letter <= "\udfff"]
    return "".join(_readable_surrogate(letter) if "\ud800" <= letter <= "\udfff" else letter for letter in text), len(
        bad
    )


_COMBINING_RANGES = ("\u0300", "\u036f"), ("\u1100", "\u11ff"), ("\u3099", "\u309a")
"""Marks and letters that combine with the letter before them."""


def compose_letters(text: str) -> str:
    """The text with composed letters: an e followed by an accent, as some systems write it, becomes one letter.

    The same word then has the same letters, however it was typed. Most texts have no combining letters, and then
    `unicodedata` is not loaded.
    """
    if text.isascii() or not any(low <= letter <= high for letter in text for low, high in _COMBINING_RANGES):
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def compose_tags(tags: "dict[str, str]") -> "dict[str, str]":
    """Tags with composed letters, so that a filter finds them however they were typed."""
    return {compose_letters(key): compose_letters(value) for key, value in tags.items()}


def change_texts(value: "Any", change: "Callable[[str], str]") -> "Any":
    """A JSON value with all of its texts changed, names too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): change_texts(part, change) for key, part in value.items()}
    return [change_texts(part, change) for part in value] if isinstance(value, list) else value


def repair_unicode_in_json(value: "Any") -> "Any":
    """A JSON value in which every text has its Unicode repaired."""
    return change_texts(value, lambda text: repair_unicode(text)[0])


def _readable_surrogate(surrogate: str) -> str:
    """The letter of the byte that a lone surrogate stands for, or a visible escape of the surrogate."""
    byte = ord(surrogate) - 0xDC00
    letter = bytes([byte]).decode("cp1252", "ignore") if 0x80 <= byte <= 0xFF else ""
    return letter or f"\\u{ord(surrogate):04x}"


def fold_text(text: str) -> str:
    """A key that is the same for texts that differ only in spacing, letter case and the final stop."""
    spaced = text.strip() if text.isprintable() and "  " not in text else " ".join(text.split())
    return spaced.rstrip(" .!。").casefold()


def content_hash(text: str) -> int:
    """61 bits of a normalized text. They lead to the same text, and prove nothing: the caller compares the words.

    A remainder needs no module; the hash functions of the standard library would have to be loaded first.
    """
    return int.from_bytes(fold_text(text).encode(), "big") % _HASH_MODULUS


def name_key(name: str) -> str:
    """An entity's or attribute's name for comparison: `Works At`, `works-at` and `works_at` have the same key.

    Signs that distinguish names stay: those of `C++` and `C#`, and the marks that are vowels in many scripts. A name
    of emoji only is its own key. A name of punctuation only has an empty key.
    """
    lowercase = name.casefold()
    if not lowercase.isascii():
        from unicodedata import normalize

        lowercase = normalize("NFC", lowercase)
    key = ""
    for letter in lowercase:
        key += letter if letter.isalnum() or _is_part_of_word(letter, key[-1:]) else " "
    return "_".join(key.split()) or ("" if lowercase.isascii() else "_".join(lowercase.replace("\ufe0f", "").split()))


def _is_part_of_word(letter: str, before: str) -> bool:
    """Whether a sign belongs to the word before it."""
    if letter.isascii() or before in ("", " "):
        return letter in "+#" and (before.isalnum() or before in ("+", "#"))
    from unicodedata import category

    return category(letter)[0] == "M" and not "\ufe00" <= letter <= "\ufe0f"


def fact_key(entity: "str | None", attribute: "str | None") -> "str | None":
    """Entity and attribute of a statement as one key; None if either is missing."""
    if not entity or not attribute:
        return None
    entity_key, attribute_key = name_key(entity), name_key(attribute)
    return f"{entity_key}/{attribute_key}" if entity_key and attribute_key else None
