"""Orders recognized by what a statement demands, of whom, and how widely, in six languages.

A form is a row of meanings that one sentence must have together. `meaning!` must begin the sentence, `-meaning` must be
absent. Words in their places are left to `order_phrases`. Forms and meanings are in `language/orders.txt`.
"""

from recall_cli.language.tables import read_groups, read_lines, read_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

KEY_LENGTH = 4
"""A stem is looked up by this many letters; a shorter one has three."""
LEAD_WORDS = frozenset(" ".join(read_lines("orders", "lead words")).split())
_MEANINGS = read_rows("orders", "meanings")
_MEANING_BITS = {name: 1 << number for number, name in enumerate(_MEANINGS)}
_PLACE_NAMES = ((".env.", " sampleenv "), (".env", " dotenv "), (".ssh/", " dotssh "), ("://", "url "))
_APOSTROPHES = str.maketrans("", "", "'´")
_SIGNS = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})


def _entries(name: str) -> "list[str]":
    """The words and phrases of a meaning, with a space where a word begins and ends; a stem has no end."""
    return [
        " " + (entry[:-1] if entry[-1] == "*" else entry + " ").replace("_", " ") for entry in _MEANINGS[name].split()
    ]


_ENTRIES = {name: tuple(_entries(name)) for name in _MEANINGS}


def _build_keys() -> "tuple[dict[str, int], dict[str, int]]":
    """The meanings by the longest word of each phrase, and by the first letters of that word if it is a stem."""
    words: dict[str, int] = {}
    stems: dict[str, int] = {}
    for name, entries in _ENTRIES.items():
        for entry in entries:
            key = max(entry.split(), key=len)
            is_stem = entry.endswith(key)
            keys, key = (stems, key[:KEY_LENGTH]) if is_stem else (words, key)
            keys[key] = keys.get(key, 0) | _MEANING_BITS[name]
    return words, stems


_WORD_KEYS, _STEM_KEYS = _build_keys()


def _parse_form(line: str) -> "tuple[int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]":
    """The bits of a form, and its meanings: at the start, anywhere, and absent."""
    parts = line.split()
    absent = tuple(part[1:] for part in parts if part[0] == "-")
    first = tuple(part[:-1] for part in parts if part[-1] == "!")
    others = tuple(part for part in parts if part[0] != "-" and part[-1] != "!")
    return sum(_MEANING_BITS[name] for name in {*first, *others}), first, others, absent


_FORMS = [(reason, *_parse_form(line)) for reason, line in read_groups("orders", "forms")]
FORM_BITS = tuple({bits for _, bits, *_ in _FORMS})


def meaning_bits(lowercase: str) -> int:
    """The meanings that the words of a text can be part of."""
    bits = 0
    for word in plain_words(lowercase).split():
        bits |= _WORD_KEYS.get(word, 0) | _STEM_KEYS.get(word[:KEY_LENGTH], 0) | _STEM_KEYS.get(word[:3], 0)
    return bits


def can_fit_form(bits: int) -> bool:
    """Whether words with these meanings can make a form."""
    return any(form & bits == form for form in FORM_BITS)


def plain_words(lowercase: str) -> str:
    """The words of a text without accents and signs; addresses and private files keep a word of their own."""
    if "://" in lowercase:
        lowercase = " ".join(_without_host(word) for word in lowercase.split(" "))
    if "." in lowercase or "://" in lowercase:
        for sign, word in _PLACE_NAMES:
            lowercase = lowercase.replace(sign, word)
    if "@" in lowercase:
        lowercase = " ".join("mailmark" if "@" in word[1:] and "." in word else word for word in lowercase.split())
    lowercase = lowercase.translate(_APOSTROPHES)
    if not lowercase.isascii():
        lowercase = fold_accents(lowercase.replace("\u2019", "").replace("ø", "o"))
        return "".join([letter if letter.isalnum() else " " for letter in lowercase])
    return lowercase.translate(_SIGNS)


def fold_accents(text: str) -> str:
    """The text without accents, and with one spelling of letters that some languages write as two."""
    if text.isascii():
        return text
    import unicodedata

    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_FOLDED_LETTERS)


_FOLDED_LETTERS = str.maketrans({"ß": "ss", "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d"})


def _without_host(word: str) -> str:
    """A word without what stands behind `://`: the name of a site says nothing. The own machine keeps its name."""
    scheme, sign, rest = word.partition("://")
    return word if not sign or rest.startswith(_OWN_HOSTS) else scheme + sign


_OWN_HOSTS = ("localhost", "127.0.0.1", "0.0.")


def form_reason(lowercase: str) -> "str | None":
    """The reason to hold a statement for the form of one of its sentences, or None."""
    if not can_fit_form(meaning_bits(lowercase)):
        return None
    for sentence in _sentences(lowercase):
        bits = meaning_bits(sentence)
        padded = f" {' '.join(plain_words(sentence).split())} "
        for reason, needed, first, others, absent in _FORMS:
            if (
                needed & bits == needed
                and all(_begins_with(padded, name) for name in first)
                and all(_has_meaning(padded, name) for name in others)
                and not any(_has_meaning(padded, name) for name in absent)
            ):
                return reason
    return None


def _sentences(lowercase: str) -> "Iterator[str]":
    words: list[str] = []
    for word in lowercase.split():
        words.append(word)
        if word[-1] in ".!?":
            yield " ".join(words)
            words = []
    yield " ".join(words)


def _has_meaning(padded: str, name: str) -> bool:
    return any(entry in padded for entry in _ENTRIES[name])


def _begins_with(padded: str, name: str) -> bool:
    """Whether a sentence, or a part of it after words that only lead in, begins with a meaning."""
    while True:
        if padded.startswith(_ENTRIES[name]):
            return True
        word, _, rest = padded[1:].partition(" ")
        if word not in LEAD_WORDS or not rest:
            return False
        padded = " " + rest
