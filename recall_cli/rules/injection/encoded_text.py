"""Texts hidden in base64 or hexadecimal, decoded."""

MIN_WORD_LENGTH, MAX_DECODED_LENGTH = 24, 8_000
"""The shortest word that could hold an order, and the limit of decoded characters, of one word and of all together."""
_BASE64_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


def decode_long_words(text: str) -> str:
    """The decoded text of a text's long words; empty if there is none."""
    decoded: list[str] = []
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
            decoded.append(plain)
            length += len(plain)
    return "\n.\n".join(decoded)


def _decode_word(word: str) -> str:
    """The decoded text of one word; empty if its bytes are not a text of several words."""
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
