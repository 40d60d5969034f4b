"""May several memories become one, and does the one still say all of it?

A merge is proved, not hoped for: every number, name, negation, condition and polarity of every source stands in the
result, names in the same order, and the result holds none that no source has. What cannot be shown is refused.
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
    from typing import Any

MERGE_ANSWER_SCHEMA: "dict[str, Any]" = {
    "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": False,
}  # fmt: skip
"""The form of a model's answer: the one note, or an empty text."""
MAX_MERGED_LENGTH = 1_200
"""A merged memory is no page."""
MIN_RIVAL_SHARE = 0.5
"""Two sentences that share so much of the shorter one, and differ in the rest, may say two things about one."""
MIN_COVERED_SHARE = 0.6
"""So much of each source's content words a retelling holds at least …"""
MIN_GROUNDED_SHARE = 0.8
"""… and so much of its own are some source's."""
_PUNCTUATION = ".,;:!?()\"'`“”‘’"
_MAX_LEADING_WORDS = 3
"""Within so many words a sentence that points back does so."""
_BACK_REFERENCES = frozenset(
    "it this that these those they them he she him her his its their there here then former latter same such both one "
    "ones so therefore hence thus but however instead otherwise also too and or which who".split()
)
_MAX_GAP_WORDS = 2
"""So many words may stand between those of a sentence that another one repeats."""


def reason_against_merge(one: str, other: str) -> str:
    """Why two texts must not become one; nothing where they may."""
    first, second = read_claim_words(one), read_claim_words(other)
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
    words, others = content_words(one).words, content_words(other).words
    if words != others and sorted(words) == sorted(others):
        return "they differ in who does what"
    return ""


def _are_reordered(names: "tuple[str, ...]", others: "tuple[str, ...]") -> bool:
    shared = [name for name in names if name in others]
    return shared != [name for name in others if name in names]


def merge_texts(texts: "list[str]") -> "tuple[str, str]":
    """One text that says all that these say, and nothing; or nothing, and why there is none.

    The fullest text stays word for word. Of the others, a sentence that stands in it already is left out, one that is
    clearly about something else is added as it is, and one that says half the same and half not stops the merge.
    """
    canonical = max(texts, key=lambda text: (len(content_words(text).words), -texts.index(text)))
    told = split_sentences(canonical)
    added: list[str] = []
    for text in texts:
        for sentence in split_sentences(text) if text != canonical else ():
            if any(_is_contained(sentence, known) for known in (*told, *added)):
                continue
            if points_back(sentence):
                return "", "one sentence points back to another"
            if any(_are_rivals(sentence, known) for known in (*told, *added)):
                return "", "they overlap, and each says something of its own"
            added.append(sentence if sentence[-1] in ".!?" else sentence + ".")
    if added and canonical[-1] not in ".!?":
        canonical += "."
    merged = " ".join([canonical, *added])
    if len(merged) > MAX_MERGED_LENGTH and added:
        return "", "together they are too long"
    lost = find_merge_fault(merged, texts)
    return ("", lost) if lost else (merged, "")


def points_back(sentence: str) -> bool:
    """Does a sentence begin by pointing to something before it, so that it cannot stand behind anything else?"""
    return any(raw.strip(_PUNCTUATION).casefold() in _BACK_REFERENCES for raw in sentence.split()[:_MAX_LEADING_WORDS])


def _is_contained(few: str, many: str) -> bool:
    """Does one sentence say all of the other, in its order and with its negations and numbers?"""
    if duplicate_verdict(few, many) in ("same", "contained"):
        return True
    short, long = content_words(few), content_words(many)
    if short.turns != long.turns or len(short.words) < 2 or len(read_claim_words(few).names) > 1:
        return False
    stems, others = [strip_ending(word) for word in short.words], [strip_ending(word) for word in long.words]
    for start in (at for at, one in enumerate(others) if one == stems[0]):
        at, place = start, 0
        while at < min(len(others), start + len(stems) + _MAX_GAP_WORDS) and place < len(stems):
            place += others[at] == stems[place]
            at += 1
        if place == len(stems):
            return True
    return False


def _are_rivals(one: str, other: str) -> bool:
    first, second = read_claim_words(one).content, read_claim_words(other).content
    common = len(first & second)
    return bool(first - second and second - first) and common >= MIN_RIVAL_SHARE * min(len(first), len(second))


def find_merge_fault(merged: str, sources: "list[str]") -> str:
    """What of the sources a merged text loses, or makes up; nothing where it is all there."""
    told, given = read_claim_words(merged), [read_claim_words(text) for text in sources]
    for lost, kind in _lost_or_added(told, given):
        if lost:
            return f"a {kind} would be {'lost' if lost == 'lost' else 'made up'}"
    spoken = [read_claim_words(sentence).words for sentence in split_sentences(merged)]
    for text in sources:
        for names in (read_claim_words(sentence).names for sentence in split_sentences(text)):
            for pair in zip(names, names[1:], strict=False):
                if not any(_is_in_order(pair, some) for some in spoken):
                    return "who does what would be lost"
    for one in given:
        if len(one.content & told.content) < MIN_COVERED_SHARE * len(one.content):
            return "too much would be lost"
    every = frozenset().union(*(one.content for one in given))
    return "too much is made up" if len(told.content & every) < MIN_GROUNDED_SHARE * len(told.content) else ""


def _lost_or_added(merged: ClaimWords, sources: "list[ClaimWords]") -> "list[tuple[str, str]]":
    """For each kind of telling word: whether one is lost or made up.

    A name at the head of a sentence looks like any other word, so names are looked for among all words.
    """
    words, source_words = {*merged.words}, {word for one in sources for word in one.words}
    names = {name for one in sources for name in one.names}
    found = [("lost" if names - words else "made up" if {*merged.names} - source_words else "", "name")]
    for kind, word in (("numbers", "number"), ("negated", "negation"), ("conditions", "condition"), ("poles", "word")):
        have = getattr(merged, kind)
        need = frozenset().union(*(getattr(one, kind) for one in sources))
        found.append(("lost" if need - have else "made up" if have - need else "", word))
    return found


def _is_in_order(pair: "tuple[str, str]", words: "tuple[str, ...]") -> bool:
    return pair[0] in words and pair[1] in words and words.index(pair[0]) < words.index(pair[1])


def read_merge_answer(answer: str, sources: "list[str]") -> "tuple[str, str]":
    """A model's answer as the one text, or nothing and why: it is believed no more than a merge of ours."""
    try:
        said = loads(answer)
    except ValueError:
        return "", "no answer that can be read"
    text = said.get("text") if isinstance(said, dict) else None
    if not isinstance(text, str):
        return "", "no answer that can be read"
    merged = " ".join(normalize.repair_unicode(text)[0].replace("\0", " ").split())
    if not merged:
        return "", "claude found none that says all of it"
    if len(merged) > MAX_MERGED_LENGTH:
        return "", "the answer is too long"
    lost = find_merge_fault(merged, sources) or _unfaithful_part(merged, sources)
    return ("", lost) if lost else (merged, "")


def _unfaithful_part(merged: str, sources: "list[str]") -> str:
    """What a retelling in other words may do beside: give one's number to another, or move a "not" or an "only"."""
    missing = faithfulness.find_unfaithful(merged, sources)
    return "" if missing is None else f"it does not bear out: {missing[:60]}"
