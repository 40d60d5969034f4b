"""Which forms of orders the words of a text can make, and its words without accents and signs.

A form is a row of meanings that one sentence must have together. Most texts lack a word of each meaning of a form; only
for the others the forms and the words of meanings are read (`form_match`).
"""

from recall_cli.language.tables import PairTable, read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

KEY_LENGTH = 4
"""A stem is looked up by this many letters; a shorter one has three."""
MEANING_KEYS = PairTable("order_keys", "meanings")
"""A word, or the first letters of a stem, and the numbers of the meanings that it can be part of."""
FORM_BITS = tuple(int(bits, 16) for bits in read_words("order_keys", "forms"))
"""The meanings that each form needs, as bits."""
_PLACE_NAMES = ((".env.", " sampleenv "), (".env", " dotenv "), (".ssh/", " dotssh "), ("://", "url "))
_APOSTROPHES = str.maketrans("", "", "'´")
_SIGNS = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})


def meaning_bits(lowercase: str) -> int:
    """The meanings that the words of a text can be part of."""
    bits = 0
    for word in plain_words(lowercase).split():
        for key in (word, word[:KEY_LENGTH] + "*", word[:3] + "*"):
            numbers = MEANING_KEYS.get(key)
            if numbers:
                bits |= sum(1 << int(number) for number in numbers.split(","))
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
    from recall_cli.rules.injection.form_match import sentence_reason

    for sentence in _sentences(lowercase):
        padded = f" {' '.join(plain_words(sentence).split())} "
        reason = sentence_reason(padded, meaning_bits(sentence))
        if reason is not None:
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
