"""Whether two texts say the same in other words.

Every value, name and identifier of one must be in the other, denied or asserted alike. So must every other word, but
for words without content and for words that a shared word implies. Quantities, hedges, conditions and permissions must
agree. If the words are in another order, a change of the sentence's form (passive, fronted, nominal) must explain it,
and no preposition and no pair of neighbouring words may have changed partners.
"""

from recall_cli.rules.paraphrase.reading import MAX_COMPARED_LENGTH, Term, code_words, is_identifier_place
from recall_cli.rules.paraphrase.statement_words import VALUE_KINDS, Wording
from recall_cli.rules.paraphrase.vocabulary import (
    CONDITIONS,
    CONTRASTS,
    HEDGES,
    IMPLIED_BY_KIND,
    IMPLIED_WORDS,
    KIND_NOUNS,
    LINKING_VERBS,
    PERMISSIONS,
    SOFT_WORDS,
)
from recall_cli.rules.paraphrase.word_order import order_differs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    ReadWording = Callable[[str, frozenset[str]], Wording]

SAME, CONTAINED, DIFFERENT = "same", "contained", "different"
"""The new text says the same; the old text says it and more; neither."""
MIN_SHARED_TERMS = 2
"""Two texts that share fewer terms with content are never called the same."""


def compare_wordings(new: str, old: str) -> str:
    """How a new text relates to an old one: same, contained (the old one says it and more), or different."""
    return compare_both_ways(new, old)[0]


def compare_both_ways(text: str, other: str, read: "ReadWording" = Wording) -> "tuple[str, str]":
    """How a text relates to another one, and the other one to it; `read` may give a reading that was made before."""
    if max(len(text), len(other)) > MAX_COMPARED_LENGTH or "?" in text or "?" in other:
        return DIFFERENT, DIFFERENT
    codes = code_words(text) | code_words(other)
    first, second = read(text, codes), read(other, codes)
    if first.turns != second.turns or not _modes_agree(first, second):
        return DIFFERENT, DIFFERENT
    shared = _shared_keys(first, second)
    here = all(any(term.key in ("repo", "project") for term in side.terms) for side in (first, second))
    if len(shared) + here < MIN_SHARED_TERMS or _capitals_differ(first, second) or _contrast(first, second):
        return DIFFERENT, DIFFERENT
    missing_in_other, missing_here = _unmatched(first, second, shared), _unmatched(second, first, shared)
    missing_in_other, missing_here = _without_kinds(missing_in_other, missing_here, first, second)
    if not (missing_in_other and missing_here):
        missing_in_other, missing_here = _significant(missing_in_other), _significant(missing_here)
    verdicts = (
        _verdict(missing_in_other, missing_here, second, first),
        _verdict(missing_here, missing_in_other, first, second),
    )
    if verdicts == (DIFFERENT, DIFFERENT) or order_differs(first, second, {key for key, _ in shared}):
        return DIFFERENT, DIFFERENT
    return verdicts


def _verdict(missing_in_old: "list[Term]", missing_in_new: "list[Term]", old: Wording, new: Wording) -> str:
    """The verdict on a new text that has some terms that the old one lacks, and lacks some that the old one has."""
    if missing_in_old or (missing_in_new and not _is_addition(missing_in_new, old, new)):
        return DIFFERENT
    return CONTAINED if missing_in_new else SAME


def _contrast(first: Wording, second: Wording) -> bool:
    """Whether one has a word that is never another name for a word of the other: reads and writes."""
    keys, other_keys = ({term.key for term in side.content} for side in (first, second))
    return any(CONTRASTS.get(key, frozenset()) & (other_keys - keys) for key in keys - other_keys)


def _modes_agree(first: Wording, second: Wording) -> bool:
    """Whether both permit, both oblige, or both state; a rule may also be stated as what is done."""
    if _permits(first) != _permits(second) or _has(first, "optional") != _has(second, "optional"):
        return False
    obliges = _has(first, "mandatory"), _has(second, "mandatory")
    if obliges[0] == obliges[1]:
        return True
    plain = second if obliges[0] else first
    return plain.is_rule or plain.has_rule or "always" in plain.raws


def _permits(side: Wording) -> bool:
    """Whether it permits something; "before it can be merged" only says when."""
    return any(
        raw in PERMISSIONS and not term.denied and not {"before", "until"} & {*side.raws[max(0, at - 3) : at]}
        for at, (raw, term) in enumerate(zip(side.raws, side.terms, strict=True))
    )


def _has(side: Wording, key: str) -> bool:
    return any(term.key == key and not term.denied for term in side.terms)


def _shared_keys(first: Wording, second: Wording) -> "frozenset[tuple[str, bool]]":
    """What both have, each with whether it is denied."""
    return frozenset((term.key, term.denied) for term in first.content) & frozenset(
        (term.key, term.denied) for term in second.content
    )


def _unmatched(side: Wording, other: Wording, shared: "frozenset[tuple[str, bool]]") -> "list[Term]":
    """The terms of one text that the other neither has nor implies."""
    keys = {key for key, _ in shared}
    implied = {word for key in keys for word in IMPLIED_WORDS.get(key, "").split()}
    kinds = {_value_sort(term) for term in side.content} & {_value_sort(term) for term in other.content}
    implied |= {word for kind in kinds for word in IMPLIED_BY_KIND.get(kind, "").split()}
    values = [_value_of(term) for term in other.content if term.kind in VALUE_KINDS]
    left = []
    for term in side.content:
        if term.kind in VALUE_KINDS:
            if _value_of(term) in values:
                continue
        elif (term.key, term.denied) in shared or (term.key in implied and term.key not in keys):
            continue
        left.append(term)
    return left


def _without_kinds(
    missing: "list[Term]", missing_there: "list[Term]", side: Wording, other: Wording
) -> "tuple[list[Term], list[Term]]":
    """What both lack, without the word that says what a name is, if only one of them has such a word."""
    kinds, other_kinds = _kind_words(missing, side), _kind_words(missing_there, other)
    if kinds and other_kinds:  # "the table `x`", "the view `x`"
        return missing, missing_there
    return (
        [term for term in missing if term not in kinds],
        [term for term in missing_there if term not in other_kinds],
    )


def _kind_words(missing: "list[Term]", side: Wording) -> "list[Term]":
    """The missing words that say what the name beside them is."""
    named = {term.place for term in side.content if term.kind in ("code", "name")}
    return [term for term in missing if term.key in KIND_NOUNS and {term.place - 1, term.place + 1} & named]


def _value_sort(term: Term) -> str:
    """The kind of a value; for an identifier, whether it is an address, a domain or a path."""
    if term.kind != "code":
        return term.kind
    if "://" in term.key:
        return "url"
    if "/" in term.key or term.key.startswith("."):
        return "path"
    return "domain" if "." in term.key and term.key.rpartition(".")[2].isalpha() else "code"


def _significant(missing: "list[Term]") -> "list[Term]":
    """The terms without those that may be added to one wording alone: "files", "stored"."""
    return [
        term
        for term in missing
        if term.kind in VALUE_KINDS or term.key not in SOFT_WORDS | LINKING_VERBS or term.denied
    ]


def _value_of(term: Term) -> "tuple[str, str, bool]":
    return term.kind, term.key, term.denied


def _is_addition(missing: "list[Term]", longer: Wording, shorter: Wording) -> bool:
    """Whether what the longer text has besides is a clause of its own that limits nothing: a reason, an example."""
    segments = {term.segment for term in missing}
    added = [term for term in longer.terms if term.segment in segments]
    if min(segments) == 0 or any(term.key in HEDGES or term.raw.casefold() in CONDITIONS for term in added):
        return False
    kept = {term.key for term in longer.content if term.segment not in segments}
    if not {term.key for term in shorter.content} <= kept:
        return False
    return all(_gives_reason([term for term in added if term.segment == segment]) for segment in segments)


def _gives_reason(inside: "list[Term]") -> bool:
    return inside[0].key in ("because", "eg") or inside[0].raw.casefold() in ("so", "otherwise")


def _capitals_differ(first: Wording, second: Wording) -> bool:
    """Whether a word beside `branch`, `table` and the like is written with other capitals in each."""
    for side, other in ((first, second), (second, first)):
        for term in side.terms:
            if term.kind in ("word", "name") and is_identifier_place(side.terms, term):
                raws = {match.raw for match in other.terms if match.key == term.key and match.place}
                if raws and term.place and term.raw not in raws and term.raw.casefold() in map(str.casefold, raws):
                    return True
    return False
