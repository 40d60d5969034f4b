"""Characters that are invisible to readers but not to models, and the text without such disguise."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_DIRECTION_OVERRIDES = "\u202d\u202e"
_DIRECTION_MARKS = "\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_BLANKS = "\u2800\u3164\u115f\u1160\uffa0"
"""Letters that look like a space."""
_INVISIBLE = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u180e"
_TERMINAL_CONTROLS = ("\x1b[", "\x1b]", "\x1bP", "\x9b", "\x08")
_BLACK_FLAG = "\U0001f3f4"
_LOOKALIKES = str.maketrans(
    "аеорсухіѕјһԁԛԝьгпνкмнтвзЅІЈαοερνικτυχβηɡıɑɩʟɴʀɪꜱᴀʙᴄᴅᴇғɢʜᴊᴋᴍᴏᴘᴛᴜᴠᴡʏᴢօսռցհոգկɛɔʋʏƖꓲꓳꓰ",
    "aeopcyxisjhdqwbrnvkmhtb3sijaoepviktuxbngiailnrisabcdefghjkmoptuvwyzouhghngkeovylioe",
)
"""Letters of other alphabets that look Latin, for words that mix them with Latin ones."""
_SMALL_CAPITALS = frozenset("ʟɴʀɪꜱᴀʙᴄᴅᴇɢʜᴊᴋᴍᴏᴘᴛᴜᴠᴡʏᴢ")
"""Small capitals: a word of them is always a disguise."""
_ENCLOSED_LETTERS = {first + n: chr(ord("a") + n) for first in (0x1F150, 0x1F170) for n in range(26)}
_REGIONAL_LETTERS = {0x1F1E6 + n: chr(ord("a") + n) for n in range(26)}
MIN_REGIONAL_LETTERS = 6
"""So many letters of flags are read as words."""
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
        _splits_word(text, at) for at, letter in enumerate(text) if letter in _INVISIBLE
    ):
        return "it holds invisible characters inside words"
    return None


def undisguise(text: str) -> str:
    """The text as a reader sees it: without codes for letters, invisible characters and look-alike letters."""
    from recall_cli.rules.injection.letter_codes import decode_letters, join_spaced_letters, split_joined_words

    text = decode_letters(text)
    if not text.isascii():
        text = _read_letters(text)
    return split_joined_words(join_spaced_letters(text))


def _read_letters(text: str) -> str:
    """The text with Latin letters in place of those that only look like them."""
    import unicodedata

    text = text.translate(dict.fromkeys(map(ord, _BLANKS), " ")).translate(_ENCLOSED_LETTERS)
    if sum(ord(letter) in _REGIONAL_LETTERS for letter in text) >= MIN_REGIONAL_LETTERS:
        text = text.translate(_REGIONAL_LETTERS)
    text = unicodedata.normalize("NFKC", text)
    text = "".join(
        [_visible(letter) for letter in text if letter not in _INVISIBLE and not _is_variation_selector(letter)]
    )
    text = text.replace("\u2019", "'").replace("\u2018", "'")
    return " ".join(map(_to_latin, text.split(" ")))


def _visible(letter: str) -> str:
    """A letter, or the one that an invisible tag stands for."""
    return chr(ord(letter) - 0xE0000) if "\U000e0020" <= letter <= "\U000e007e" else letter


def _to_latin(piece: str) -> str:
    """A part of a text in Latin letters if it mixes alphabets. Words in another alphabet stay."""
    if piece.isascii():
        return piece
    small = piece.lower()
    if any("a" <= letter <= "z" or letter in _SMALL_CAPITALS for letter in small) or _CLOSE_LOOKALIKES.issuperset(
        [letter for letter in small if letter.isalpha()]
    ):
        import unicodedata

        piece = "".join(
            one
            for one in unicodedata.normalize(
                "NFD", (piece if piece.translate(_LOOKALIKES) == piece else small.translate(_LOOKALIKES))
            )
            if not unicodedata.combining(one)
        )
    return piece


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


def _has_run(text: str, is_of_kind: "Callable[[str], bool]", length: int) -> bool:
    """Whether this many characters of a kind follow one another."""
    count = 0
    for letter in text:
        count = count + 1 if is_of_kind(letter) else 0
        if count >= length:
            return True
    return False
