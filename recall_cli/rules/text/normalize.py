"""What a text is, apart from how it was typed: mended, folded for comparison, named the same way."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def repair_unicode(text: str) -> "tuple[str, int]":
    """The text with whatever is no Unicode text made readable, and how many places that were.

    Bytes that did not decode (they arrive as lone surrogates) are read as Windows-1252, which is what they
    nearly always are; other lone surrogates stay visible as their escapes. Nothing is dropped. Where all of them
    together are UTF-8, it was only the locale that did not know it, and they are text.
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
"""Marks and letters that are written as one with what stands before them."""


def compose_letters(text: str) -> str:
    """The text with letters that came in parts (e and an accent, as some systems write them) in one piece.

    The same word is then the same letters, however it was typed. What has no such parts needs no table of letters.
    """
    if text.isascii() or not any(low <= letter <= high for letter in text for low, high in _COMBINING_RANGES):
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def compose_tags(tags: "dict[str, str]") -> "dict[str, str]":
    """The same for tags, so that a filter finds them however they were typed."""
    return {compose_letters(key): compose_letters(value) for key, value in tags.items()}


def repair_unicode_in_json(value: "Any") -> "Any":
    """The same for every text in a JSON value."""
    if isinstance(value, str):
        return repair_unicode(value)[0]
    if isinstance(value, dict):
        return {repair_unicode_in_json(key): repair_unicode_in_json(inner) for key, inner in value.items()}
    return [repair_unicode_in_json(inner) for inner in value] if isinstance(value, list) else value


def _readable_surrogate(surrogate: str) -> str:
    """What a lone surrogate stands for: a byte that did not decode, or itself, visibly."""
    byte = ord(surrogate) - 0xDC00
    letter = bytes([byte]).decode("cp1252", "ignore") if 0x80 <= byte <= 0xFF else ""
    return letter or f"\\u{ord(surrogate):04x}"


def fold_text(text: str) -> str:
    """What two texts have in common when only spacing, letter case and the final stop differ."""
    spaced = text.strip() if text.isprintable() and "  " not in text else " ".join(text.split())
    return spaced.rstrip(" .!。").casefold()


def name_key(name: str) -> str:
    """An entity's or attribute's name for comparison: `Works At`, `works-at` and `works_at` are one.

    What makes another name of a word stays: the signs of `C++` and `C#`, and the marks that are the vowels of many
    scripts. A name of nothing but pictures is told by them; of nothing but punctuation, it is none.
    """
    low = name.casefold()
    if not low.isascii():
        from unicodedata import normalize

        low = normalize("NFC", low)
    kept = ""
    for letter in low:
        kept += letter if letter.isalnum() or _is_part_of_word(letter, kept[-1:]) else " "
    return "_".join(kept.split()) or ("" if low.isascii() else "_".join(low.replace("\ufe0f", "").split()))


def _is_part_of_word(letter: str, before: str) -> bool:
    """Does a sign belong to the word before it?"""
    if letter.isascii() or before in ("", " "):
        return letter in "+#" and (before.isalnum() or before in ("+", "#"))
    from unicodedata import category

    return category(letter)[0] == "M" and not "\ufe00" <= letter <= "\ufe0f"


def fact_key(entity: "str | None", attribute: "str | None") -> "str | None":
    """What a statement is about, as one key; None where it is about nothing in particular."""
    if not entity or not attribute:
        return None
    from recall_cli.rules.reading.claims.attributes import SYNONYMS

    of, name = name_key(entity), name_key(attribute)
    return f"{of}/{SYNONYMS.get(name, name)}" if of and name else None
