"""Texts that are hidden in base64 or hexadecimal, read as they would be by somebody who decodes them."""

MIN_WORD_LENGTH, MAX_DECODED_LENGTH = 24, 8_000
"""So long at least is a word that could hold an order; so many characters of one are read, and of all together."""
_BASE64_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


def decode_long_words(text: str) -> str:
    """What the long words of a text decode to, where it is a text; empty where nothing does."""
    found: list[str] = []
    length = 0
    for piece in text.split():
        word = piece.strip("\"'`().,;:<>[]")
        if (
            len(word) < MIN_WORD_LENGTH
            or length > MAX_DECODED_LENGTH
            or not _BASE64_ALPHABET.issuperset(word[:MIN_WORD_LENGTH])
        ):
            continue
        plain = _decode_word(word[:MAX_DECODED_LENGTH])
        if plain:
            found.append(plain)
            length += len(plain)
    return "\n.\n".join(found)


def _decode_word(word: str) -> str:
    """What one word decodes to; empty for bytes that are no text of several words."""
    import binascii

    try:
        if _HEX_DIGITS.issuperset(word):
            raw = binascii.unhexlify(word[: len(word) // 2 * 2])
        else:
            word = word.rstrip("=").replace("-", "+").replace("_", "/")
            raw = binascii.a2b_base64(
                word[: len(word) // 4 * 4] if len(word) % 4 == 1 else word + "=" * (-len(word) % 4)
            )
        plain = raw.decode("utf-8")
    except ValueError:
        return ""
    seen = plain.replace("\n", " ").replace("\t", " ")
    return seen if seen.isprintable() and " " in seen.strip() else ""
