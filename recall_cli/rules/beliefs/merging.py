"""May several memories become one, and does the one still say all of it?

A merge is proved, not hoped for: every number, name, negation, condition and polarity of every source stands in the
result, names in the same order, and the result holds none that no source has. What cannot be shown is refused.
"""

from recall_cli.domain.jsontext import loads
from recall_cli.rules.beliefs import bearing
from recall_cli.rules.beliefs.claims import Claims, claims, opposed, sentences, stem
from recall_cli.rules.beliefs.duplicates import reading, verdict
from recall_cli.rules.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA: "dict[str, Any]" = {
    "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": False,
}  # fmt: skip
"""The form of a model's answer: the one note, or an empty text."""
LONGEST = 1_200
"""A merged memory is no page."""
RIVAL = 0.5
"""Two sentences that share so much of the shorter one, and differ in the rest, may say two things about one."""
COVERED = 0.6
"""So much of each source's content words a retelling holds at least …"""
GROUNDED = 0.8
"""… and so much of its own are some source's."""
_EDGES = ".,;:!?()\"'`“”‘’"
_LEADING = 3
"""Within so many words a sentence that points back does so."""
_BACK = frozenset(
    "it this that these those they them he she him her his its their there here then former latter same such both one "
    "ones so therefore hence thus but however instead otherwise also too and or which who".split()
)
_GAP = 2
"""So many words may stand between those of a sentence that another one repeats."""


def differ(one: str, other: str) -> str:
    """Why two texts must not become one; nothing where they may."""
    first, second = claims(one), claims(other)
    if first.numbers != second.numbers and first.numbers - second.numbers and second.numbers - first.numbers:
        return "they differ in numbers"
    if {*first.names} - {*second.names} and {*second.names} - {*first.names}:
        return "they differ in names"
    if _reordered(first.names, second.names):
        return "they differ in who does what"
    if first.negated != second.negated:
        return "they differ in a negation"
    if first.conditions != second.conditions:
        return "they differ in a condition"
    if opposed(first, second):
        return "they say opposite things"
    if len(first.content - second.content) == 1 == len(second.content - first.content):
        return "they differ in one word"
    words, others = reading(one).words, reading(other).words
    if words != others and sorted(words) == sorted(others):
        return "they differ in who does what"
    return ""


def _reordered(names: "tuple[str, ...]", others: "tuple[str, ...]") -> bool:
    shared = [name for name in names if name in others]
    return shared != [name for name in others if name in names]


def joined(texts: "list[str]") -> "tuple[str, str]":
    """One text that says all that these say, and nothing; or nothing, and why there is none.

    The fullest text stays word for word. Of the others, a sentence that stands in it already is left out, one that is
    clearly about something else is added as it is, and one that says half the same and half not stops the merge.
    """
    canonical = max(texts, key=lambda text: (len(reading(text).words), -texts.index(text)))
    told = sentences(canonical)
    added: list[str] = []
    for text in texts:
        for sentence in sentences(text) if text != canonical else ():
            if any(_within(sentence, known) for known in (*told, *added)):
                continue
            if points_back(sentence):
                return "", "one sentence points back to another"
            if any(_rivals(sentence, known) for known in (*told, *added)):
                return "", "they overlap, and each says something of its own"
            added.append(sentence if sentence[-1] in ".!?" else sentence + ".")
    if added and canonical[-1] not in ".!?":
        canonical += "."
    merged = " ".join([canonical, *added])
    if len(merged) > LONGEST and added:
        return "", "together they are too long"
    lost = unproved(merged, texts)
    return ("", lost) if lost else (merged, "")


def points_back(sentence: str) -> bool:
    """Does a sentence begin by pointing to something before it, so that it cannot stand behind anything else?"""
    return any(raw.strip(_EDGES).casefold() in _BACK for raw in sentence.split()[:_LEADING])


def _within(few: str, many: str) -> bool:
    """Does one sentence say all of the other, in its order and with its negations and numbers?"""
    if verdict(few, many) in ("same", "contained"):
        return True
    short, long = reading(few), reading(many)
    if short.turns != long.turns or len(short.words) < 2 or len(claims(few).names) > 1:
        return False
    stems, others = [stem(word) for word in short.words], [stem(word) for word in long.words]
    for start in (at for at, one in enumerate(others) if one == stems[0]):
        at, place = start, 0
        while at < min(len(others), start + len(stems) + _GAP) and place < len(stems):
            place += others[at] == stems[place]
            at += 1
        if place == len(stems):
            return True
    return False


def _rivals(one: str, other: str) -> bool:
    first, second = claims(one).content, claims(other).content
    common = len(first & second)
    return bool(first - second and second - first) and common >= RIVAL * min(len(first), len(second))


def unproved(merged: str, sources: "list[str]") -> str:
    """What of the sources a merged text loses, or makes up; nothing where it is all there."""
    told, given = claims(merged), [claims(text) for text in sources]
    for lost, kind in _parts(told, given):
        if lost:
            return f"a {kind} would be {'lost' if lost == 'lost' else 'made up'}"
    spoken = [claims(sentence).words for sentence in sentences(merged)]
    for text in sources:
        for names in (claims(sentence).names for sentence in sentences(text)):
            for pair in zip(names, names[1:], strict=False):
                if not any(_ordered(pair, some) for some in spoken):
                    return "who does what would be lost"
    for one in given:
        if len(one.content & told.content) < COVERED * len(one.content):
            return "too much would be lost"
    every = frozenset().union(*(one.content for one in given))
    return "too much is made up" if len(told.content & every) < GROUNDED * len(told.content) else ""


def _parts(told: Claims, given: "list[Claims]") -> "list[tuple[str, str]]":
    """For each kind of telling word: whether one is lost or made up.

    A name at the head of a sentence looks like any other word, so names are looked for among all words.
    """
    words, source_words = {*told.words}, {word for one in given for word in one.words}
    names = {name for one in given for name in one.names}
    found = [("lost" if names - words else "made up" if {*told.names} - source_words else "", "name")]
    for kind, word in (("numbers", "number"), ("negated", "negation"), ("conditions", "condition"), ("poles", "word")):
        have = getattr(told, kind)
        need = frozenset().union(*(getattr(one, kind) for one in given))
        found.append(("lost" if need - have else "made up" if have - need else "", word))
    return found


def _ordered(pair: "tuple[str, str]", words: "tuple[str, ...]") -> bool:
    return pair[0] in words and pair[1] in words and words.index(pair[0]) < words.index(pair[1])


def retold(answer: str, sources: "list[str]") -> "tuple[str, str]":
    """A model's answer as the one text, or nothing and why: it is believed no more than a merge of ours."""
    try:
        said = loads(answer)
    except ValueError:
        return "", "no answer that can be read"
    text = said.get("text") if isinstance(said, dict) else None
    if not isinstance(text, str):
        return "", "no answer that can be read"
    merged = " ".join(wording.mended(text)[0].replace("\0", " ").split())
    if not merged:
        return "", "claude found none that says all of it"
    if len(merged) > LONGEST:
        return "", "the answer is too long"
    lost = unproved(merged, sources) or _unborne(merged, sources)
    return ("", lost) if lost else (merged, "")


def _unborne(merged: str, sources: "list[str]") -> str:
    """What a retelling in other words may do beside: give one's number to another, or move a "not" or an "only"."""
    missing = bearing.lost(merged, sources)
    return "" if missing is None else f"it does not bear out: {missing[:60]}"
