"""Duplicates: whether a text is already known. Only the same statement counts; similarity alone never merges.

In a measurement, every pair of sentences that differ in one number was closer than the usual threshold of 0.92, and so
was a third of the pairs that differ in a negation. So the words and their order decide here.
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
QUANTIFIERS = {
    **dict.fromkeys("all every each everyone everything everybody".split(), "all"),
    **dict.fromkeys("some several certain various partly".split(), "some"),
    **{word: word for word in "most many few half both either another first second third last next".split()},
}
"""Words that say how many or which: what holds for some, or for the second, does not hold for all."""
UNIMPORTANT_WORDS = frozenset(
    "a an the is are be am do does has have that this these those it its there so very just really please also "
    "then".split()
)
"""Words that can be added or removed without changing the meaning; prepositions and past tenses cannot."""
COMPARISON_SIGNS = frozenset(("<", ">", "<=", ">=", "=<", "=>", "!=", "!==", "<>", "!"))
"""Signs that change the meaning: `< 5` and `> 5` are different claims, and so are `a` and `!a`."""
MIN_CONTAINED_WORDS = 3
"""A text with fewer words never counts as contained in another, since too many texts would contain it."""
WORDS_RULE, THREE_BANDS_RULE, UPDATE_RULE = "words", "cosine-three-bands", "cosine-update"
"""The rule that decides: the words (the default), or one of two published rules that use only the cosine."""
SAME_COSINE, MERGE_COSINE, UPDATE_COSINE = 0.95, 0.85, 0.92
"""The published thresholds: for a duplicate and for a merge in the three-bands rule, and for the update rule."""
SIMILAR_COSINE = 0.85
"""From this cosine on, a new memory is reported as similar to an old one."""
MAX_LOOKUP_WORDS = 5
"""A known text is looked up by at most this many of its words."""
_WORD_PUNCTUATION = "\"'`“”‘’()[]{}<>,;:!?…*"
_OUTER_PUNCTUATION = "\"'`“”‘’()[]{},;:?…*."


class ContentWords(Record):
    """The words of a text on which its meaning depends."""

    words: "tuple[str, ...]"
    turns: "tuple[str, ...]"
    """Numbers, comparison signs, negations, conditions and quantifiers, sorted: the same ones in a duplicate."""


def content_words(text: str) -> ContentWords:
    """The content words of a text in their order, and the words that decide what it claims."""
    words: list[str] = []
    turns: list[str] = []
    for raw_word in separate_signs(text.replace("’", "'")).split():
        if raw_word in COMPARISON_SIGNS:
            turns.append(raw_word)
            words.append(raw_word)
            continue
        word = fold_word(raw_word.strip(_WORD_PUNCTUATION).rstrip("."))
        if not word:
            continue
        if word in NEGATIONS:
            turns.append("not")
        elif word in QUANTIFIERS:
            turns.append(QUANTIFIERS[word])
        elif word in CONDITIONS or (not word.isalpha() and any(letter.isdigit() for letter in word)):
            turns.append(word)
        if word not in UNIMPORTANT_WORDS:
            words.append("not" if word in NEGATIONS else word)
    return ContentWords(words=tuple(words), turns=tuple(sorted(turns)))


def fold_word(word: str) -> str:
    """A word in lower case; an identifier as it is, since `feature/a1` and `feature/A1` are two branches."""
    return word if is_identifier(word) else word.casefold()


def is_identifier(word: str) -> bool:
    """Whether the capitals of a word count: with digits, signs inside, or a capital behind a small letter."""
    if word.isalpha():
        return not word[1:].islower() and any(
            letter.isupper() and before.islower() for before, letter in zip(word, word[1:], strict=False)
        )
    has_letters = any(letter.isalpha() for letter in word)
    return has_letters and any(letter.isdigit() or letter in "_/\\@#.:" for letter in word)


def differ_in_capitals(text: str, other_text: str) -> bool:
    """Whether two texts that are equal but for their capitals name different things."""
    for place, (word, other) in enumerate(zip(text.split(), other_text.split(), strict=False)):
        if word != other and word.casefold() == other.casefold():
            first_letters = not place and word[1:] == other[1:]
            if not first_letters and ("`" in word or is_identifier(_stripped(word)) or is_identifier(_stripped(other))):
                return True
    return False


def _stripped(word: str) -> str:
    return word.strip(_WORD_PUNCTUATION).rstrip(".")


def separate_signs(text: str) -> str:
    """The text with each comparison sign as a separate word; the brackets of a tag are not comparison signs."""
    if "<" not in text and ">" not in text and "!" not in text:
        return text
    return " ".join(part for raw in text.split() for part in _split_signs(raw))


def _split_signs(word: str) -> "tuple[str, ...]":
    """A word, with the comparison sign at its beginning or end as a separate word."""
    stripped = word.strip(_OUTER_PUNCTUATION)
    rest = stripped.lstrip("<>=!")
    sign = stripped[: len(stripped) - len(rest)]
    if sign == "<" and rest.rstrip("!").endswith(">"):  # <div>, <someone@example.com>
        return (word,)
    if sign in COMPARISON_SIGNS:
        return () if stripped == "!" else (sign, rest)  # alone it is an exclamation mark after a space, as in French
    if len(stripped) > 1 and stripped[-1] in "<>" and "<" not in stripped[:-1]:
        return (stripped[:-1], stripped[-1])
    return (word,)


def lookup_words(words: "tuple[str, ...]") -> "tuple[str, ...]":
    """The few words to look up a known text by: those with digits, then the longest, which are usually the rarest.

    A text with all the words also contains these few, and a lookup with twenty words costs four times as much.
    """
    unique = dict.fromkeys(word for word in words if word not in COMPARISON_SIGNS)
    return tuple(sorted(unique, key=lambda word: (word.isalpha(), -len(word)))[:MAX_LOOKUP_WORDS])


def duplicate_verdict(new: str, old: str) -> str:
    """How the new text relates to the old one: same, contained (the old one says all of it), or new.

    Spacing, case, punctuation and unimportant words do not count.
    """
    new_words, old_words = content_words(new), content_words(old)
    if not new_words.words or new_words.turns != old_words.turns:
        return "new"
    if new_words.words == old_words.words:
        return "same"
    if len(new_words.words) >= MIN_CONTAINED_WORDS and _contains_in_order(new_words.words, old_words.words):
        return "contained"
    return "new"


def says_at_least_as_much(new: str, old: str) -> bool:
    """Whether the new text has all words of the old one that matter, and denies as much."""
    new_words, old_words = content_words(new), content_words(old)
    if new_words.turns.count("not") != old_words.turns.count("not"):
        return False
    return {*old_words.words, *old_words.turns} <= {*new_words.words, *new_words.turns}


def _contains_in_order(words: "tuple[str, ...]", other_words: "tuple[str, ...]") -> bool:
    """Whether the words are in the other text without a gap, and so in the same roles."""
    last = len(other_words) - len(words)
    return any(other_words[start : start + len(words)] == words for start in range(last + 1))


def verdict_by_cosine(rule: str, cosine: float) -> str:
    """What a published rule says about two texts at this cosine: same (only counted), merged, or new."""
    if rule == THREE_BANDS_RULE:
        return "same" if cosine >= SAME_COSINE else "merged" if cosine >= MERGE_COSINE else "new"
    return "merged" if rule == UPDATE_RULE and cosine >= UPDATE_COSINE else "new"
