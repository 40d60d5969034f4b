"""Letters that are written otherwise: with accents, as codes, one by one, or joined; words in base64 or hexadecimal."""

MIN_SPACED_LETTERS = 8
"""So many single letters could be the letters of words."""
MIN_NAME_LENGTH = 16
"""The shortest name in which several words could be joined to an order."""
_CODES = (("%", "", 2), ("\\u", "", 4), ("\\x", "", 2), ("&#x", ";", 0), ("&#", ";", 0))
"""How a code begins and ends, and the number of its digits."""
MIN_NAME_WORDS = 3
"""A name of fewer words is a name in a program, and no sentence."""
MIN_ENCODED_WORD, MAX_DECODED_LENGTH = 24, 8_000
"""The shortest word that could hold an order, and the limit of decoded characters, of one word and of all together."""
_BASE64_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_JOINTS = str.maketrans("_-+.", "    ")


def fold_accents(text: str) -> str:
    """The text without accents, and with one spelling of letters that some languages write as two."""
    if text.isascii():
        return text
    import unicodedata

    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_FOLDED_LETTERS)


_FOLDED_LETTERS = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d"})


def decode_letters(text: str) -> str:
    """The text with its `%49`, `&#73;` and `\\u0049` read as letters."""
    for begin, end, digits in _CODES:
        if begin in text:
            head, *parts = text.split(begin)
            text = head + "".join(_decode_part(part, begin, end, digits) for part in parts)
    return text


def _decode_part(part: str, begin: str, end: str, digits: int) -> str:
    """What follows the beginning of a code, with the letter that it stands for."""
    code, _, rest = part[:8].partition(end) if end else (part[:digits], "", "")
    if end and len(code) == len(part[:8]):
        return begin + part
    try:
        number = int(code, 10 if begin == "&#" else 16)
    except ValueError:
        return begin + part
    if not 32 <= number < 0x3000 or not code.isalnum():
        return begin + part
    return chr(number) + (rest + part[8:] if end else part[digits:])


def join_spaced_letters(text: str) -> str:
    """The text with words in place of letters that stand alone: `I g n o r e`. Wider gaps part the words."""
    if any(sign in text for sign in _LETTER_SIGNS):
        text = " ".join(map(join_signed_letters, text.split(" ")))
    if sum(len(piece) == 1 and piece.isalpha() for piece in text.split()) < MIN_SPACED_LETTERS:
        return text
    wide = "  " in text
    words: list[str] = []
    letters = ""
    for piece in (*text.split(" "), ""):
        if len(piece) == 1 and piece.isalpha():
            letters += piece
            continue
        if letters and (piece or wide):
            words.append(letters)
            letters = ""
        if piece:
            words.append(piece)
    return " ".join([*words, letters] if letters else words)


def join_signed_letters(piece: str) -> str:
    """A word whose letters are parted by one sign each, without the signs: `i.g.n.o.r.e`."""
    sign = piece[1:2]
    if sign not in _LETTER_SIGNS or len(piece) < MIN_SIGNED_LENGTH or set(piece[1:-1:2]) != {sign}:
        return piece
    letters = piece[::2]
    return letters if letters.isalpha() else piece


_LETTER_SIGNS = (".", "-", "_", "*", "·", "|")
MIN_SIGNED_LENGTH = 9
"""The shortest such word: `e.g.` and `a-b-c` stay."""


def split_joined_words(text: str) -> str:
    """The text with each long joined name as a sentence of its own after it: `ignoreAllPreviousRules`."""
    pieces = text.split()
    if not any(len(piece) >= MIN_NAME_LENGTH for piece in pieces):
        return text
    said = [
        " ".join(words)
        for piece in pieces
        if len(piece) >= MIN_NAME_LENGTH
        and "/" not in piece
        and len(words := split_name_words(piece)) >= MIN_NAME_WORDS
    ]
    return text + "".join(f"\n.\n{words}" for words in said)


def split_name_words(piece: str) -> "list[str]":
    """The words of a name, parted at its signs and its capitals."""
    spaced = "".join(
        " " + letter if letter.isupper() and before.islower() else letter
        for letter, before in zip(piece, " " + piece, strict=False)
    )
    return spaced.translate(_JOINTS).strip("`'\"()[],;:!?").split()


def decode_long_words(text: str) -> str:
    """The decoded text of a text's long words; empty if there is none."""
    decoded: list[str] = []
    length = 0
    for piece in text.split():
        word = piece.strip("\"'`().,;:<>[]")
        if (
            len(word) < MIN_ENCODED_WORD
            or length > MAX_DECODED_LENGTH
            or not _BASE64_ALPHABET.issuperset(word[:MIN_ENCODED_WORD])
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
