"""Texts that are hidden in base64 or hexadecimal, read as they would be by somebody who decodes them."""

LEAST, MOST = 24, 8_000
"""So long at least is a word that could hold an order; so many characters of one are read, and of all together."""
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
_HEX = frozenset("0123456789abcdefABCDEF")


def decoded(text: str) -> str:
    """What the long words of a text decode to, where it is a text; empty where nothing does."""
    found: list[str] = []
    length = 0
    for piece in text.split():
        word = piece.strip("\"'`().,;:<>[]")
        if len(word) < LEAST or length > MOST or not _ALPHABET.issuperset(word[:LEAST]):
            continue
        plain = _plain(word[:MOST])
        if plain:
            found.append(plain)
            length += len(plain)
    return "\n.\n".join(found)


def _plain(word: str) -> str:
    """What one word decodes to; empty for bytes that are no text of several words."""
    import binascii

    try:
        if _HEX.issuperset(word):
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
