"""The words of a text that matter, in their order, and the few of them by which it is looked up."""

from recall_cli.language.tables import read_words

LIGHT_WORDS = read_words("words", "light words")
"""Words that can be added or removed without changing the meaning; prepositions and past tenses cannot."""
_NEGATIONS = read_words("words", "negations")
_COMPARISON_SIGNS = frozenset(("<", ">", "<=", ">=", "=<", "=>", "!=", "!==", "<>", "!"))
MAX_LOOKUP_WORDS = 5
"""A known text is looked up by at most this many of its words."""
_WORD_PUNCTUATION = "\"'`“”‘’()[]{}<>,;:!?…*"
_OUTER_PUNCTUATION = "\"'`“”‘’()[]{},;:?…*."


def content_words(text: str) -> "tuple[str, ...]":
    """The words of a text in their order, without light words; every negation is `not`."""
    words: list[str] = []
    text = text.replace("’", "'")
    if any(sign in text for sign in "<>!"):
        text = _separate_signs(text)
    for raw_word in text.split():
        if raw_word in _COMPARISON_SIGNS:
            words.append(raw_word)
            continue
        word = _fold_word(raw_word.strip(_WORD_PUNCTUATION).rstrip("."))
        if word and word not in LIGHT_WORDS:
            words.append("not" if word in _NEGATIONS else word)
    return tuple(words)


def lookup_words(words: "tuple[str, ...]") -> "tuple[str, ...]":
    """The few words to look up a known text by: those with digits, then the longest, which are usually the rarest.

    A text with all the words also contains these few, and a lookup with twenty words costs four times as much.
    """
    unique = dict.fromkeys(word for word in words if word not in _COMPARISON_SIGNS)
    return tuple(sorted(unique, key=lambda word: (word.isalpha(), -len(word)))[:MAX_LOOKUP_WORDS])


def _fold_word(word: str) -> str:
    """A word in lower case; an identifier as it is, since `feature/a1` and `feature/A1` are two branches."""
    return word if _is_identifier(word) else word.casefold()


def _is_identifier(word: str) -> bool:
    """Whether the capitals of a word count: with digits, signs inside, or a capital behind a small letter."""
    if word.isalpha():
        return not word[1:].islower() and any(
            letter.isupper() and before.islower() for before, letter in zip(word, word[1:], strict=False)
        )
    has_letters = any(letter.isalpha() for letter in word)
    return has_letters and any(letter.isdigit() or letter in "_/\\@#.:" for letter in word)


def _separate_signs(text: str) -> str:
    """The text with each comparison sign as a separate word; the brackets of a tag are not comparison signs."""
    return " ".join(part for raw in text.split() for part in _split_signs(raw))


def _split_signs(word: str) -> "tuple[str, ...]":
    """A word, with the comparison sign at its beginning or end as a separate word."""
    stripped = word.strip(_OUTER_PUNCTUATION)
    rest = stripped.lstrip("<>=!")
    sign = stripped[: len(stripped) - len(rest)]
    if sign == "<" and rest.rstrip("!").endswith(">"):  # <div>, <someone@example.com>
        return (word,)
    if sign in _COMPARISON_SIGNS:
        return () if stripped == "!" else (sign, rest)  # alone it is an exclamation mark after a space, as in French
    if len(stripped) > 1 and stripped[-1] in "<>" and "<" not in stripped[:-1]:
        return (stripped[:-1], stripped[-1])
    return (word,)
