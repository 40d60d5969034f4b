"""Is this known already? Only what says the same counts as known: similarity alone never merges.

Measured on pairs of sentences that differ in one number, every pair was closer than the usual threshold of 0.92,
and a third of the pairs that differ in a negation were; so words decide here, and their order.
"""

from recall_cli.domain.record import Record

NEGATIONS = frozenset(
    "no not never none nobody nothing neither nor without cannot can't don't doesn't didn't won't isn't aren't wasn't "
    "weren't shouldn't mustn't couldn't wouldn't hasn't haven't hadn't stop stopped avoid except instead".split()
)
CONDITIONS = frozenset(
    "if unless only when whenever while until except before after always sometimes usually often rarely once "
    "because must should may might can will would could".split()
)
UNIMPORTANT_WORDS = frozenset(
    "a an the is are be am do does has have that this these those it its there so very just really please also "
    "then".split()
)
"""Words that may come and go without a change of meaning; prepositions and the past are none of them."""
COMPARISON_SIGNS = frozenset(("<", ">", "<=", ">=", "=<", "=>", "!=", "!==", "<>", "!"))
"""What tells two things apart without a word: `< 5` and `> 5` are two claims, and so are `a` and `!a`."""
MIN_CONTAINED_WORDS = 3
"""Fewer words than this are contained in too much."""
WORDS_RULE, THREE_BANDS_RULE, UPDATE_RULE = DUPLICATE_RULES = ("words", "cosine-three-bands", "cosine-update")
"""What decides: the words (the default), or one of two published rules that ask the cosine alone."""
SAME_COSINE, MERGE_COSINE, UPDATE_COSINE = 0.95, 0.85, 0.92
"""The published thresholds: of a duplicate and of a merge in three bands, and of an update."""
SIMILAR_COSINE = 0.85
"""From here on a new memory is told to be similar to an old one."""
MAX_LOOKUP_WORDS = 5
"""By so many of its words a known text is looked for."""
_WORD_PUNCTUATION = "\"'`“”‘’()[]{}<>,;:!?…*"
_OUTER_PUNCTUATION = "\"'`“”‘’()[]{},;:?…*."


class ContentWords(Record):
    """A text as far as its meaning hangs on words: their order, and those that turn it around."""

    words: "tuple[str, ...]"
    turns: "tuple[str, ...]"
    """Numbers, comparing signs, negations and conditions, sorted: what may not differ."""


def content_words(text: str) -> ContentWords:
    """The content words of a text in their order, and the words that decide what it claims."""
    words: list[str] = []
    turns: list[str] = []
    low = text.casefold().replace("’", "'")
    for raw in separate_signs(low).split():
        if raw in COMPARISON_SIGNS:
            turns.append(raw)
            words.append(raw)
            continue
        word = raw.strip(_WORD_PUNCTUATION).rstrip(".")
        if not word:
            continue
        if word in NEGATIONS:
            turns.append("not")
        elif word in CONDITIONS or (not word.isalpha() and any(letter.isdigit() for letter in word)):
            turns.append(word)
        if word not in UNIMPORTANT_WORDS:
            words.append("not" if word in NEGATIONS else word)
    return ContentWords(words=tuple(words), turns=tuple(sorted(turns)))


def separate_signs(text: str) -> str:
    """The text with each comparing sign as a word of its own; most have none, and a tag's brackets are none."""
    if "<" not in text and ">" not in text and "!" not in text:
        return text
    return " ".join(part for raw in text.split() for part in _split_signs(raw))


def _split_signs(word: str) -> "tuple[str, ...]":
    """A word, with the sign that it begins or ends with before or behind it."""
    bare = word.strip(_OUTER_PUNCTUATION)
    rest = bare.lstrip("<>=!")
    sign = bare[: len(bare) - len(rest)]
    if sign == "<" and rest.rstrip("!").endswith(">"):  # <div>, <someone@example.com>
        return (word,)
    if sign in COMPARISON_SIGNS:
        return () if bare == "!" else (sign, rest)  # alone it is an exclamation, as the French set it
    if len(bare) > 1 and bare[-1] in "<>" and "<" not in bare[:-1]:
        return (bare[:-1], bare[-1])
    return (word,)


def lookup_words(words: "tuple[str, ...]") -> "tuple[str, ...]":
    """The few words to look for a known text by: those with digits, then the longest, which tend to be the rarest.

    Whoever holds all words of a text holds these, and looking for twenty costs four times as much.
    """
    found = dict.fromkeys(word for word in words if word not in COMPARISON_SIGNS)
    return tuple(sorted(found, key=lambda word: (word.isalpha(), -len(word)))[:MAX_LOOKUP_WORDS])


def duplicate_verdict(new: str, old: str) -> str:
    """same (but for spacing, case, punctuation and little words), contained (the old one says all of it), or new."""
    one, other = content_words(new), content_words(old)
    if not one.words or one.turns != other.turns:
        return "new"
    if one.words == other.words:
        return "same"
    if len(one.words) >= MIN_CONTAINED_WORDS and _contains_in_order(one.words, other.words):
        return "contained"
    return "new"


def _contains_in_order(words: "tuple[str, ...]", other_words: "tuple[str, ...]") -> bool:
    """Do the words stand in the other text without a gap, and so in the same roles?"""
    last = len(other_words) - len(words)
    return any(other_words[start : start + len(words)] == words for start in range(last + 1))


def verdict_by_cosine(rule: str, cosine: float) -> str:
    """What a published rule says of two texts at this cosine: same (only counted), merged, or new."""
    if rule == THREE_BANDS_RULE:
        return "same" if cosine >= SAME_COSINE else "merged" if cosine >= MERGE_COSINE else "new"
    return "merged" if rule == UPDATE_RULE and cosine >= UPDATE_COSINE else "new"
