"""Does a text that a model wrote say what its sources say? Shown word by word, or not believed.

Of each sentence of a source there must be a stretch in one sentence of the result with the same numbers and names in
the same order and no others, under the same negations and conditions, and with half of its other words in their order;
and what it alone says stands nowhere else in that sentence.
So a lost number, a swapped name, a dropped "not" or "only if" cannot pass; and nothing may be told that no source has.
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
"""Such a share of a sentence's other words must be there."""
_PUNCTUATION = ".,;:!?()[]{}<>\"'`“”‘’…*"
_MEANING_CHANGERS = (CONDITIONS | NEGATIONS | COMPARISON_SIGNS) - {"because"}


def find_unfaithful(merged: str, sources: "Sequence[str]") -> "str | None":
    """The first sentence that is not borne out, or the first word that is invented; None where all is there."""
    names = _find_names([*sources, merged])
    results = [_sentence_words(sentence) for sentence in _split_sentences(merged)]
    said = [(sentence, _sentence_words(sentence)) for source in sources for sentence in _split_sentences(source)]
    for sentence, words in said:
        own = {*words} - {word for _, others in said if others != words for word in others}
        if words and not any(_sentence_says(result, words, names, own) for result in results):
            return sentence
    known = {word for source in sources for word in _sentence_words(source)}
    told = [word for result in results for word in result]
    invented = [
        word for word in told if word not in known and (_is_name_or_number(word, names) or word in _MEANING_CHANGERS)
    ]
    if invented:
        return invented[0]
    content = [word for word in told if _is_content_word(word)]
    strange = [word for word in content if word not in known]
    return strange[0] if len(strange) > MIN_WORD_SHARE * len(content) else None


def _sentence_says(result: "list[str]", words: "list[str]", names: "frozenset[str]", own: "set[str]") -> bool:
    """Does a sentence of the result say what a sentence of a source says?

    What that source alone says (`own`) must not stand elsewhere in it: there it would be said of something else.
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
    """How many words of one list stand in the other in the same order, at most."""
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
    """The words of a sentence as far as they say anything: every way to deny is `not`."""
    found = []
    for raw in separate_signs(text.casefold().replace("’", "'")).split():
        word = raw if raw in COMPARISON_SIGNS else raw.strip(_PUNCTUATION)
        if word in NEGATIONS:
            found.append("not")
        elif word and word not in UNIMPORTANT_WORDS:
            found.append(word)
    return found


def _find_names(texts: "Sequence[str]") -> "frozenset[str]":
    """What is written like a name anywhere: capitals within a sentence or a word, signs and digits inside."""
    found = set()
    for text in texts:
        for sentence in _split_sentences(text):
            for at, raw in enumerate(sentence.split()):
                word = raw.strip(_PUNCTUATION)
                inner = any(letter.isupper() for letter in word[1:]) or any(letter in "_/.@#:-" for letter in word)
                if inner or (at and word[:1].isupper() and word not in ("I", "I'm", "I've")):
                    found.add(word.casefold())
    return frozenset(found) - _MEANING_CHANGERS


def _is_name_or_number(word: str, names: "frozenset[str]") -> bool:
    return word in names or any(letter.isdigit() for letter in word)


def _is_content_word(word: str) -> bool:
    return word not in STOP_WORDS and word != "not" and word not in _MEANING_CHANGERS
