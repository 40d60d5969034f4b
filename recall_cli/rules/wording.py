"""What a text is, apart from how it was typed: mended, folded for comparison, named the same way."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def mended(text: str) -> "tuple[str, int]":
    """The text with whatever is no Unicode text made readable, and how many places that were.

    Bytes that did not decode (they arrive as lone surrogates) are read as Windows-1252, which is what they
    nearly always are; other lone surrogates stay visible as their escapes. Nothing is dropped.
    """
    if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text, 0
    bad = [letter for letter in text if "\ud800" <= letter <= "\udfff"]
    return "".join(_readable(letter) if "\ud800" <= letter <= "\udfff" else letter for letter in text), len(bad)


def mended_all(value: "Any") -> "Any":
    """The same for every text in a JSON value."""
    if isinstance(value, str):
        return mended(value)[0]
    if isinstance(value, dict):
        return {mended_all(key): mended_all(inner) for key, inner in value.items()}
    return [mended_all(inner) for inner in value] if isinstance(value, list) else value


def _readable(surrogate: str) -> str:
    """What a lone surrogate stands for: a byte that did not decode, or itself, visibly."""
    byte = ord(surrogate) - 0xDC00
    letter = bytes([byte]).decode("cp1252", "ignore") if 0x80 <= byte <= 0xFF else ""
    return letter or f"\\u{ord(surrogate):04x}"


def folded(text: str) -> str:
    """What two texts have in common when only spacing, letter case and the final stop differ."""
    spaced = text.strip() if text.isprintable() and "  " not in text else " ".join(text.split())
    return spaced.rstrip(" .!。").casefold()


def key(name: str) -> str:
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
        kept += letter if letter.isalnum() or _is_part(letter, kept[-1:]) else " "
    return "_".join(kept.split()) or ("" if low.isascii() else "_".join(low.replace("\ufe0f", "").split()))


def _is_part(letter: str, before: str) -> bool:
    """Does a sign belong to the word before it?"""
    if letter.isascii() or before in ("", " "):
        return letter in "+#" and (before.isalnum() or before in ("+", "#"))
    from unicodedata import category

    return category(letter)[0] == "M" and not "\ufe00" <= letter <= "\ufe0f"


def fact(entity: "str | None", attribute: "str | None") -> "str | None":
    """What a statement is about, as one key; None where it is about nothing in particular."""
    if not entity or not attribute:
        return None
    from recall_cli.rules.reading.attributes import SYNONYMS

    of, name = key(entity), key(attribute)
    return f"{of}/{SYNONYMS.get(name, name)}" if of and name else None
