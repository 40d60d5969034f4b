"""Merging: whether several memories can become one, and whether the result still says everything.

A merge must be proved. The result must contain every number, name, negation, condition and polar word of every source,
names in the same order, and no others. Without this proof the merge is refused.
"""

from recall_cli.domain.json_text import loads
from recall_cli.rules.beliefs import faithfulness
from recall_cli.rules.beliefs.claim_words import (
    ClaimWords,
    are_opposed,
    read_claim_words,
    split_sentences,
    strip_ending,
)
from recall_cli.rules.beliefs.duplicates import content_words, duplicate_verdict
from recall_cli.rules.text import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MERGE_ANSWER_SCHEMA: "dict[str, Any]" = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
"""The form of a model's answer: the merged note, or an empty text."""
MAX_MERGED_LENGTH = 1_200
"""Maximum length of a merged memory."""
MIN_RIVAL_SHARE = 0.5
"""Two sentences that share this part of the shorter one, and differ in the rest, may state different things about one
subject."""
MIN_COVERED_SHARE = 0.6
"""The result contains at least this share of each source's content words …"""
MIN_GROUNDED_SHARE = 0.8
"""… and at least this share of its own content words comes from a source."""
_PUNCTUATION = ".,;:!?()\"'`“”‘’"
_MAX_LEADING_WORDS = 3
"""A back reference must be among this many first words of a sentence."""
_BACK_REFERENCES = frozenset(
    "it this that these those they them he she him her his its their there here then former latter same such both one "
    "ones so therefore hence thus but however instead otherwise also too and or which who".split()
)
_MAX_GAP_WORDS = 2
"""Up to this many extra words may stand between the words of a contained sentence."""


def reason_against_merge(
    first_text: str, second_text: str, read: "Callable[[str], ClaimWords]" = read_claim_words
) -> str:
    """Why two texts must not be merged; empty if they may. `read` may give a reading that was made before."""
    first, second = read(first_text), read(second_text)
    if first.numbers != second.numbers and first.numbers - second.numbers and second.numbers - first.numbers:
        return "they differ in numbers"
    if {*first.names} - {*second.names} and {*second.names} - {*first.names}:
        return "they differ in names"
    if _are_reordered(first.names, second.names):
        return "they differ in who does what"
    if first.negated != second.negated:
        return "they differ in a negation"
    if first.conditions != second.conditions:
        return "they differ in a condition"
    if are_opposed(first, second):
        return "they say opposite things"
    if len(first.content - second.content) == 1 == len(second.content - first.content):
        return "they differ in one word"
    words, others = content_words(first_text).words, content_words(second_text).words
    if words != others and sorted(words) == sorted(others):
        return "they differ in who does what"
    return ""


def _are_reordered(names: "tuple[str, ...]", others: "tuple[str, ...]") -> bool:
    shared = [name for name in names if name in others]
    return shared != [name for name in others if name in names]


def merge_texts(texts: "list[str]") -> "tuple[str, str]":
    """One text that says everything that these say, and an empty reason; or an empty text, and the reason.

    The longest text stays word for word. Of the others, a sentence that it already contains is left out. A sentence
    about something else is added unchanged. A sentence that overlaps only in part stops the merge.
    """
    canonical = max(texts, key=lambda text: (len(content_words(text).words), -texts.index(text)))
    canonical_sentences = split_sentences(canonical)
    added: list[str] = []
    for text in texts:
        for sentence in split_sentences(text) if text != canonical else ():
            if any(_is_contained(sentence, known) for known in (*canonical_sentences, *added)):
                continue
            if points_back(sentence):
                return "", "one sentence refers back to another"
            if any(_are_rivals(sentence, known) for known in (*canonical_sentences, *added)):
                return "", "they overlap, and each says something that the other does not"
            added.append(sentence if sentence[-1] in ".!?" else sentence + ".")
    if added and canonical[-1] not in ".!?":
        canonical += "."
    merged = " ".join([canonical, *added])
    if len(merged) > MAX_MERGED_LENGTH and added:
        return "", "together they are too long"
    fault = find_merge_fault(merged, texts)
    return ("", fault) if fault else (merged, "")


def points_back(sentence: str) -> bool:
    """Whether a sentence begins with a reference to the one before it, so that it cannot follow another sentence."""
    return any(raw.strip(_PUNCTUATION).casefold() in _BACK_REFERENCES for raw in sentence.split()[:_MAX_LEADING_WORDS])


def _is_contained(sentence: str, known: str) -> bool:
    """Whether `known` says all of `sentence`, in its order and with its negations and numbers."""
    if duplicate_verdict(sentence, known) in ("same", "contained"):
        return True
    short, long = content_words(sentence), content_words(known)
    if short.turns != long.turns or len(short.words) < 2 or len(read_claim_words(sentence).names) > 1:
        return False
    stems, others = [strip_ending(word) for word in short.words], [strip_ending(word) for word in long.words]
    for start in (at for at, word in enumerate(others) if word == stems[0]):
        at, place = start, 0
        while at < min(len(others), start + len(stems) + _MAX_GAP_WORDS) and place < len(stems):
            place += others[at] == stems[place]
            at += 1
        if place == len(stems):
            return True
    return False


def _are_rivals(sentence: str, other_sentence: str) -> bool:
    """Whether two sentences, neither of which contains the other, are about one subject."""
    first, second = read_claim_words(sentence).content, read_claim_words(other_sentence).content
    common = len(first & second)
    return bool(common) and common >= MIN_RIVAL_SHARE * min(len(first), len(second))


def find_merge_fault(merged: str, sources: "list[str]") -> str:
    """What a merged text loses from its sources or makes up; empty if it is complete and adds nothing."""
    merged_words, source_claims = read_claim_words(merged), [read_claim_words(text) for text in sources]
    for change, kind in _lost_or_added(merged_words, source_claims):
        if change:
            return f"a {kind} would be {'lost' if change == 'lost' else 'made up'}"
    merged_sentences = [read_claim_words(sentence).words for sentence in split_sentences(merged)]
    for text in sources:
        for names in (read_claim_words(sentence).names for sentence in split_sentences(text)):
            for pair in zip(names, names[1:], strict=False):
                if not any(_is_in_order(pair, words) for words in merged_sentences):
                    return "who does what would be lost"
    for claim in source_claims:
        if len(claim.content & merged_words.content) < MIN_COVERED_SHARE * len(claim.content):
            return "too much would be lost"
    source_content = frozenset().union(*(claim.content for claim in source_claims))
    return (
        "too much is made up"
        if len(merged_words.content & source_content) < MIN_GROUNDED_SHARE * len(merged_words.content)
        else ""
    )


def _lost_or_added(merged: ClaimWords, sources: "list[ClaimWords]") -> "list[tuple[str, str]]":
    """For each kind of claim word: "lost", "made up" or nothing, and what to call the kind.

    A name at the beginning of a sentence looks like any other word, so names are searched for among all words.
    """
    words, source_words = {*merged.words}, {word for claim in sources for word in claim.words}
    names = {name for claim in sources for name in claim.names}
    result = [("lost" if names - words else "made up" if {*merged.names} - source_words else "", "name")]
    for kind, word in (("numbers", "number"), ("negated", "negation"), ("conditions", "condition"), ("poles", "word")):
        merged_set = getattr(merged, kind)
        source_set = frozenset().union(*(getattr(claim, kind) for claim in sources))
        result.append(("lost" if source_set - merged_set else "made up" if merged_set - source_set else "", word))
    return result


def _is_in_order(pair: "tuple[str, str]", words: "tuple[str, ...]") -> bool:
    return pair[0] in words and pair[1] in words and words.index(pair[0]) < words.index(pair[1])


def read_merge_answer(answer: str, sources: "list[str]") -> "tuple[str, str]":
    """The merged text in a model's answer, or an empty text and the reason; it is checked like recall's own merges."""
    try:
        document = loads(answer)
    except ValueError:
        return "", "the answer is not readable"
    text = document.get("text") if isinstance(document, dict) else None
    if not isinstance(text, str):
        return "", "the answer is not readable"
    merged = " ".join(normalize.repair_unicode(text)[0].replace("\0", " ").split())
    if not merged:
        return "", "claude found no text that says everything"
    if len(merged) > MAX_MERGED_LENGTH:
        return "", "the answer is too long"
    fault = find_merge_fault(merged, sources) or _unfaithful_part(merged, sources)
    return ("", fault) if fault else (merged, "")


def _unfaithful_part(merged: str, sources: "list[str]") -> str:
    """What a rewording may also do wrong: give a number to another subject, or move a "not" or an "only"."""
    missing = faithfulness.find_unfaithful(merged, sources)
    return "" if missing is None else f"it does not match its sources: {missing[:60]}"
