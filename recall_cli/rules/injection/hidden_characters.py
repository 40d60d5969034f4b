"""Characters that are invisible to readers but not to models, and the text without such disguise."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DIRECTION_OVERRIDES = "\u202d\u202e"
_DIRECTION_MARKS = "\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_INVISIBLE = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u180e"
_TERMINAL_CONTROLS = ("\x1b[", "\x1b]", "\x1bP", "\x9b", "\x08")
_BLACK_FLAG = "\U0001f3f4"
_LOOKALIKES = str.maketrans(
    "аеорсухіѕјһԁԛԝьгпνкмнтвзЅІЈαοερνικτυχβηɡıɑɩʟɴʀɪꜱᴀʙᴄᴅᴇғɢʜᴊᴋᴍᴏᴘᴛᴜᴠᴡʏᴢօսռցհոգկɛɔʋʏƖꓲꓳꓰ",
    "aeopcyxisjhdqwbrnvkmhtb3sijaoepviktuxbngiailnrisabcdefghjkmoptuvwyzouhghngkeovylioe",
)
"""Letters of other alphabets that look Latin, for words that mix them with Latin ones."""
_CLOSE_LOOKALIKES = frozenset("аеорсухіѕјһԁԛԝαοερν")
"""The letters that look most alike: a word of only these is treated as disguised too."""


def hidden_reason(text: str) -> "str | None":
    """The reason to hold a text for hidden content; None if there is none. Emoji, flags and scripts with joiners
    are fine.
    """
    if any(sign in text for sign in _TERMINAL_CONTROLS):
        return "it steers the terminal with control characters"
    if text.isascii():
        return None
    if any(sign in text for sign in _DIRECTION_OVERRIDES):
        return "it turns the direction of writing around"
    if any(sign in text for sign in _DIRECTION_MARKS) and not any("\u0590" <= letter <= "\u08ff" for letter in text):
        return "it turns the direction of writing around"
    if any(_is_tag_character(letter) for letter in text) and any(
        _is_tag_character(letter) for letter in _without_flag_emoji(text)
    ):
        return "it holds invisible letters (the tags block)"
    if _has_run(text, _is_variation_selector, 3):
        return "it holds a run of invisible variation selectors"
    if any(sign in text for sign in _INVISIBLE) and any(
        _splits_word(text, at) for at in _find_characters(text, _INVISIBLE)
    ):
        return "it holds invisible characters inside words"
    return None


def undisguise(text: str) -> str:
    """The text in lower case as a reader sees it: without invisible characters, full-width and look-alike letters."""
    if text.isascii():
        return text.lower()
    import unicodedata

    text = unicodedata.normalize("NFKC", text)
    text = "".join(letter for letter in text if letter not in _INVISIBLE).lower()
    text = text.replace("\u2019", "'").replace("\u2018", "'")
    return " ".join(map(_to_latin, text.split(" ")))


def _to_latin(piece: str) -> str:
    """A part of a text in Latin letters if it mixes alphabets. Words in another alphabet stay."""
    if piece.isascii():
        return piece
    if any("a" <= letter <= "z" for letter in piece) or _CLOSE_LOOKALIKES.issuperset(
        [letter for letter in piece if letter.isalpha()]
    ):
        import unicodedata

        piece = "".join(
            one for one in unicodedata.normalize("NFD", piece.translate(_LOOKALIKES)) if not unicodedata.combining(one)
        )
    return piece


def has_non_english_letters(lowercase: str) -> bool:
    """Whether a text has letters that English does not have."""
    return any(letter.isalpha() for letter in lowercase if letter > "\x7f")


def _find_characters(text: str, characters: str) -> "Iterator[int]":
    return (at for at, letter in enumerate(text) if letter in characters)


def _splits_word(text: str, at: int) -> bool:
    """Whether an invisible character is between Latin letters, or next to another one there."""
    before = text[:at].rstrip(_INVISIBLE)[-1:] if text[at - 1 : at] in _INVISIBLE else text[at - 1 : at]
    after = text[at + 1 : at + 2]
    if at == 0 and not (after and after in _INVISIBLE):
        return False  # a byte order mark
    if after and after in _INVISIBLE and text[at] != "\u00ad":
        return _is_latin_letter(before) or before.isspace() or not before
    return _is_latin_letter(before) and _is_latin_letter(after) and text[at] != "\u00ad"


def _is_latin_letter(letter: str) -> bool:
    return letter.isalpha() and letter < "\u0250"


def _is_tag_character(letter: str) -> bool:
    return "\U000e0000" <= letter <= "\U000e007f"


def _is_variation_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _without_flag_emoji(text: str) -> str:
    """The text without the tags that follow a black flag: the flags of England, Scotland and Wales."""
    first, *rest = text.split(_BLACK_FLAG)
    return first + "".join(part.lstrip("".join(map(chr, range(0xE0020, 0xE0080)))) for part in rest)


def _has_run(text: str, predicate: "object", length: int) -> bool:
    """Whether this many characters of a kind follow one another."""
    count = 0
    for letter in text:
        count = count + 1 if predicate(letter) else 0  # type: ignore[operator]  # one of the functions above
        if count >= length:
            return True
    return False
