"""Characters that a reader does not see and a model does, and the text as it reads without disguise."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_OVERRIDES = "\u202d\u202e"
_TURNS = "\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_UNSEEN = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u180e"
_CONTROLS = ("\x1b[", "\x1b]", "\x1bP", "\x9b", "\x08")
_FLAG = "\U0001f3f4"
_LOOKALIKES = str.maketrans(
    "аеорсухіѕјһԁԛԝьгпνкмнтвзЅІЈαοερνικτυχβηɡıɑɩʟɴʀɪꜱᴀʙᴄᴅᴇғɢʜᴊᴋᴍᴏᴘᴛᴜᴠᴡʏᴢօսռցհոգկɛɔʋʏƖꓲꓳꓰ",
    "aeopcyxisjhdqwbrnvkmhtb3sijaoepviktuxbngiailnrisabcdefghjkmoptuvwyzouhghngkeovylioe",
)
"""Letters of other alphabets that look Latin, for reading a word that mixes them with Latin ones."""
_WHOLE = frozenset("аеорсухіѕјһԁԛԝαοερν")
"""The most alike: a word of them alone is a disguised one too."""


def hidden(text: str) -> "str | None":
    """What is hidden in a text, if anything is; emoji, flags, and scripts that need joiners hide nothing."""
    if any(sign in text for sign in _CONTROLS):
        return "it steers the terminal with control characters"
    if text.isascii():
        return None
    if any(sign in text for sign in _OVERRIDES):
        return "it turns the direction of writing around"
    if any(sign in text for sign in _TURNS) and not any("\u0590" <= letter <= "\u08ff" for letter in text):
        return "it turns the direction of writing around"
    if any(_is_tag(letter) for letter in text) and any(_is_tag(letter) for letter in _without_flags(text)):
        return "it holds invisible letters (the tags block)"
    if _run(text, _is_selector, 3):
        return "it holds a run of invisible variation selectors"
    if any(sign in text for sign in _UNSEEN) and any(_splits(text, at) for at in _places(text, _UNSEEN)):
        return "it holds invisible characters inside words"
    return None


def bared(text: str) -> str:
    """The text in small letters as it would be read aloud: without unseen characters, wide and look-alike letters."""
    if text.isascii():
        return text.lower()
    import unicodedata

    text = unicodedata.normalize("NFKC", text)
    text = "".join(letter for letter in text if letter not in _UNSEEN).lower()
    text = text.replace("\u2019", "'").replace("\u2018", "'")
    return " ".join(map(_latin, text.split(" ")))


def _latin(piece: str) -> str:
    """A piece of a text in Latin letters where it mixes them with others; words of another alphabet stay."""
    if piece.isascii():
        return piece
    if any("a" <= letter <= "z" for letter in piece) or _WHOLE.issuperset(
        [letter for letter in piece if letter.isalpha()]
    ):
        import unicodedata

        piece = "".join(
            one for one in unicodedata.normalize("NFD", piece.translate(_LOOKALIKES)) if not unicodedata.combining(one)
        )
    return piece


def in_another_language(low: str) -> bool:
    """Whether letters stand in it that English does not have."""
    return any(letter.isalpha() for letter in low if letter > "\x7f")


def _places(text: str, signs: str) -> "Iterator[int]":
    return (at for at, letter in enumerate(text) if letter in signs)


def _splits(text: str, at: int) -> bool:
    """Does an unseen character stand between Latin letters, or beside another of its kind there?"""
    before = text[:at].rstrip(_UNSEEN)[-1:] if text[at - 1 : at] in _UNSEEN else text[at - 1 : at]
    after = text[at + 1 : at + 2]
    if at == 0 and not (after and after in _UNSEEN):
        return False  # a byte order mark
    if after and after in _UNSEEN and text[at] != "\u00ad":
        return _is_latin(before) or before.isspace() or not before
    return _is_latin(before) and _is_latin(after) and text[at] != "\u00ad"


def _is_latin(letter: str) -> bool:
    return letter.isalpha() and letter < "\u0250"


def _is_tag(letter: str) -> bool:
    return "\U000e0000" <= letter <= "\U000e007f"


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _without_flags(text: str) -> str:
    """The text without the tags that follow a black flag: England, Scotland and Wales are written so."""
    first, *rest = text.split(_FLAG)
    return first + "".join(part.lstrip("".join(map(chr, range(0xE0020, 0xE0080)))) for part in rest)


def _run(text: str, wanted: "object", length: int) -> bool:
    """Do so many characters of a kind follow one another?"""
    count = 0
    for letter in text:
        count = count + 1 if wanted(letter) else 0  # type: ignore[operator]  # one of the functions above
        if count >= length:
            return True
    return False
