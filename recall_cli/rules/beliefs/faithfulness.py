"""Faithfulness: whether a text by a model says what its sources say. It must be proved word by word.

For each sentence of a source, one sentence of the result must have a part with the same numbers and names, in the same
order and without others. That part needs the same negations and conditions, and half of the other words in their order.
Words of this source sentence only must not be elsewhere in the result sentence.
So a lost number, a swapped name, or a dropped "not" or "only if" cannot pass. The result must not add claims either.
"""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.rules.beliefs.duplicates import (
    COMPARISON_SIGNS,
    CONDITIONS,
    NEGATIONS,
    UNIMPORTANT_WORDS,
    separate_signs,
)
from recall_cli.rules.reading.statements import sentence_spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_WORD_SHARE = 0.5
"""At least this share of a sentence's other words must be in the result."""
_PUNCTUATION = ".,;:!?()[]{}<>\"'`“”‘’…*"
_MEANING_CHANGERS = (CONDITIONS | NEGATIONS | COMPARISON_SIGNS) - {"because"}


def find_unfaithful(merged: str, sources: "Sequence[str]") -> "str | None":
    """The first source sentence that the text does not say, or the first word that it invents; None if faithful."""
    names = _find_names([*sources, merged])
    results = [_sentence_words(sentence) for sentence in _split_sentences(merged)]
    source_sentences = [
        (sentence, _sentence_words(sentence)) for source in sources for sentence in _split_sentences(source)
    ]
    for sentence, words in source_sentences:
        own = {*words} - {word for _, others in source_sentences if others != words for word in others}
        if words and not any(_sentence_says(result, words, names, own) for result in results):
            return sentence
    known = {word for source in sources for word in _sentence_words(source)}
    result_words = [word for result in results for word in result]
    invented = [
        word
        for word in result_words
        if word not in known and (_is_name_or_number(word, names) or word in _MEANING_CHANGERS)
    ]
    if invented:
        return invented[0]
    content = [word for word in result_words if _is_content_word(word)]
    unsupported = [word for word in content if word not in known]
    return unsupported[0] if len(unsupported) > MIN_WORD_SHARE * len(content) else None


def _sentence_says(result: "list[str]", words: "list[str]", names: "frozenset[str]", own: "set[str]") -> bool:
    """Whether a sentence of the result says what a sentence of a source says.

    Words of that source sentence only (`own`) must not be elsewhere in the result: there they would describe something
    else.
    """
    if [word for word in result if word == "not" or word in _MEANING_CHANGERS] != [
        w for w in words if w == "not" or w in _MEANING_CHANGERS
    ]:
        return False
    wanted = [word for word in words if _is_name_or_number(word, names)]
    places = [at for at, word in enumerate(result) if _is_name_or_number(word, names)]
    others = [word for word in words if _is_content_word(word) and not _is_name_or_number(word, names)]
    for first in range(len(places) - len(wanted) + 1):
        run = places[first : first + len(wanted)]
        if [result[at] for at in run] == wanted:
            low = places[first - 1] + 1 if first else 0
            after = first + len(wanted)
            high = places[after] if after < len(places) else len(result)
            strayed = own & {*result[:low], *result[high:]} - {*result[low:high]}
            if not strayed and _count_in_order(others, result[low:high]) >= MIN_WORD_SHARE * len(others):
                return True
    return False


def _count_in_order(words: "list[str]", other_words: "list[str]") -> int:
    """The length of the longest common subsequence of two lists of words."""
    row = [0] * (len(other_words) + 1)
    for word in words:
        before = row
        row = [0]
        for at, other in enumerate(other_words):
            row.append(before[at] + 1 if word == other else max(before[at + 1], row[at]))
    return row[-1]


def _split_sentences(text: str) -> "list[str]":
    return [text[start:end] for start, end in sentence_spans(text, 0, len(text))]


def _sentence_words(text: str) -> "list[str]":
    """The meaningful words of a sentence; every negation becomes `not`."""
    words = []
    for raw_word in separate_signs(text.casefold().replace("’", "'")).split():
        word = raw_word if raw_word in COMPARISON_SIGNS else raw_word.strip(_PUNCTUATION)
        if word in NEGATIONS:
            words.append("not")
        elif word and word not in UNIMPORTANT_WORDS:
            words.append(word)
    return words


def _find_names(texts: "Sequence[str]") -> "frozenset[str]":
    """The words that look like names anywhere: with capitals within a sentence or a word, or with signs inside."""
    names = set()
    for text in texts:
        for sentence in _split_sentences(text):
            for at, raw_word in enumerate(sentence.split()):
                word = raw_word.strip(_PUNCTUATION)
                inner = any(letter.isupper() for letter in word[1:]) or any(letter in "_/.@#:-" for letter in word)
                if inner or (at and word[:1].isupper() and word not in ("I", "I'm", "I've")):
                    names.add(word.casefold())
    return frozenset(names) - _MEANING_CHANGERS


def _is_name_or_number(word: str, names: "frozenset[str]") -> bool:
    return word in names or any(letter.isdigit() for letter in word)


def _is_content_word(word: str) -> bool:
    return word not in STOP_WORDS and word != "not" and word not in _MEANING_CHANGERS
