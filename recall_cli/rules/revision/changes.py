"""Which values a claim calls old, and which it calls new: `from X to Y`, `X → Y`, `Y instead of X`, `X is gone`."""

from recall_cli.rules.revision.claims import content_between, value_before, value_from
from recall_cli.rules.revision.gone import ADVERBS, BE_FORMS, find_given_up, find_gone
from recall_cli.rules.revision.words.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.words.verbs import CHANGE_VERBS, ENDING_VERBS, REPLACE_VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.claims import Claim
    from recall_cli.rules.revision.term import Term


_RENAMED = phrase_table(
    "now called|now named|now known as|renamed|now spelled|now called|now named|since called|renamed to|now known"
)


_GIVES_WAY = phrase_table(
    """made way for|gave way to|lost out to|was left for|makes way for|gives way to|yielded to|lost to|hands over to
    handed over to"""
)


_TOOK_OVER = phrase_table(
    """took over|takes over|has taken over|takes the place of|took the place of|took over from|stepped in for
    steps in for|filled in for|stands in for|inherited|inherits"""
)


def mark_old_and_new(claim: "Claim") -> None:
    """Note which terms of a claim are the old value, and which are the new one."""
    for rule in _RULES:
        old, new = rule(claim)
        if old or new:
            claim.old, claim.new, claim.changes = old, new, True
            return


def _arrow(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`4 → 8`."""
    for at, term in enumerate(claim.terms):
        if term.key == "→":
            old, new = value_before(claim, at), value_from(claim, at + 1)
            if len(old) > 1 and not all(part.proper for part in old) and len(new) == 1:
                old = old[-1:]
            if old and new and new[0].kind != "word" and len(new) > 1 and new[0].kind == old[-1].kind:
                new = new[:1]
            return old, new
    return [], []


def _from_to(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`from X to Y`, `out of X into Y`."""
    words = claim.words
    for at, word in enumerate(words):
        if word != "from" and words[at : at + 2] != ["out", "of"]:
            continue
        to = next((place for place in range(at + 2, len(words)) if words[place] in ("to", "onto", "into")), 0)
        if not to:
            continue
        old, new = content_between(claim, at + 1, to), value_from(claim, to + 1)
        if not old or not new or len(old) > 5:
            continue
        changed = claim.changes or any(w in ENDING_VERBS for w in words)
        if changed or (old[0].kind == new[0].kind and old[0].kind not in ("time", "date", "day", "number")):
            return old, new
    return [], []


def _replaced_by(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`X was replaced by Y`, `X was dropped for Y`."""
    words = claim.words
    for at, word in enumerate(words):
        if word not in (
            "replaced",
            "superseded",
            "swapped",
            "retired",
            "dropped",
            "exchanged",
            "succeeded",
            "removed",
            "thrown",
            "abandoned",
            "ditched",
            "scrapped",
            "displaced",
            "supplanted",
            "phased",
            "substituted",
            "traded",
            "deprecated",
        ):
            continue
        if not at or words[at - 1] not in BE_FORMS | ADVERBS:
            continue
        link = next(
            (
                place
                for place in range(at + 1, min(at + 4, len(words)))
                if words[place] in ("by", "with", "for", "favour", "favor")
            ),
            0,
        )
        if not link:
            continue
        start = link + 2 if words[link] in ("favour", "favor") else link + 1
        if words[link] in ("for",) and word in ("removed", "deprecated"):
            continue
        first_be = next((place for place in range(at) if words[place] in BE_FORMS), at)
        old = content_between(claim, 0, first_be)
        new = value_from(claim, start)
        if old and new:
            return old, new
    return [], []


def _replace_with(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`we replaced X with Y`, `Y replaces X`."""
    words = claim.words
    for at, word in enumerate(words):
        if word not in REPLACE_VERBS or (at and words[at - 1] in BE_FORMS | {"the", "a"}):
            continue
        link = next(
            (place for place in range(at + 2, len(words)) if words[place] in ("with", "by", "for", "favour", "favor")),
            0,
        )
        if not link:
            if (
                word
                in (
                    "replaced",
                    "replaces",
                    "superseded",
                    "supersedes",
                    "succeeded",
                    "succeeds",
                    "supplanted",
                    "displaced",
                    "ousted",
                    "displaces",
                    "supplants",
                )
                and at
            ):
                return value_from(claim, at + 1), value_before(claim, at)
            continue
        old = [term for term in content_between(claim, at + 1, link) if term.low != "favour"]
        new = value_from(claim, link + (2 if words[link] in ("favour", "favor") else 1))
        if old and old[0].low in ("support", "requirement", "need"):
            return new, []
        if (
            word in ("replaced", "replaces", "superseded", "supersedes", "succeeded", "succeeds")
            and words[link] == "for"
            and at
        ):
            return value_from(claim, at + 1), value_before(claim, at)
        if word in ("replaced", "replaces", "superseded", "succeeded") and words[link] in ("for",):
            continue
        if old and new and len(old) <= 5:
            return old, new
    return [], []


def _instead_of(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`instead of X`, `rather than X`."""
    words = claim.words
    for at in range(len(words) - 2):
        pair = words[at : at + 2]
        if pair in (["instead", "of"], ["rather", "than"], ["place", "of"], ["opposed", "to"]) or (
            words[at] == "over" and any(w in ("chose", "picked", "prefer", "prefers", "chosen") for w in words[:at])
        ):
            start = at + 1 if words[at] == "over" else at + 2
            while words[start : start + 1] and words[start] in (
                "in",
                "on",
                "at",
                "with",
                "by",
                "to",
                "next",
                "from",
                "the",
                "into",
                "via",
                "as",
            ):
                start += 1
            old = value_from(claim, start)
            if old:
                return old, []
    return [], []


def _renames(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`we renamed X to Y`."""
    words = claim.words
    for at, word in enumerate(words):
        if word in ("rename", "renamed", "renames", "rebranded") and "to" in words[at + 2 :] and "from" not in words:
            to = words.index("to", at + 2)
            old, new = claim.terms[to - 1], value_from(claim, to + 1)
            if new and old.kind in _NAME_KINDS and old.kind == new[0].kind:
                return [old], new
    return [], []


_NAME_KINDS = ("code", "ident", "path", "host", "name", "channel")


def _renamed(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`X is now called Y`."""
    place = find_phrase(claim.words, _RENAMED)
    if place is None:
        return [], []
    old = [
        term for term in claim.terms[: place[0]] if term.kind in ("code", "ident", "path", "host", "name", "channel")
    ]
    new = [
        term
        for term in value_from(claim, place[1])
        if term.kind in ("code", "ident", "path", "host", "name", "channel")
    ]
    if "from" in claim.words or "to" in claim.words[place[1] :]:
        return [], []
    return (old[-1:], new) if old and new else ([], [])


def _gives_way(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`X made way for Y`."""
    place = find_phrase(claim.words, _GIVES_WAY)
    if place is None:
        return [], []
    return value_before(claim, place[0]), value_from(claim, place[1])


def _took_over(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`Y took over from X`."""
    place = find_phrase(claim.words, _TOOK_OVER)
    if place is None:
        return [], []
    new = value_before(claim, place[0])
    words = claim.words
    if "from" in words[place[0] :]:
        return value_from(claim, words.index("from", place[0]) + 1), new
    return [], new


def _handed(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`X handed it to Y`."""
    words = claim.words
    for at, word in enumerate(words):
        if (
            word in ("handed", "passed", "gave", "transferred", "hands", "passes", "transfers", "delegated")
            and "to" in words[at:]
            and at
        ):
            if words[at - 1] in BE_FORMS:
                continue
            old = value_before(claim, at - 1 if words[at - 1] in ("has", "have", "had") else at)
            return old, value_from(claim, len(words) - words[::-1].index("to"))
    return [], []


def _not_but(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`not X but Y`."""
    words = claim.words
    if "but" not in words:
        return [], []
    but = words.index("but")
    denial = next(
        (at for at in range(but) if words[at] in ("not", "longer", "isn't", "aren't", "doesn't", "don't", "never")), -1
    )
    if denial < 0:
        return [], []
    old = content_between(claim, denial + 1, but)
    return old[-3:], value_from(claim, but + 1)


def _changed_to(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    """`it moved to Y`."""
    words = claim.words
    first = next((at for at, word in enumerate(words) if word in CHANGE_VERBS), -1)
    if first < 0 or not claim.changes:
        return [], []
    if words[first + 1 : first + 2] == [":"]:
        return [], value_from(claim, first + 2)
    for at in range(len(words) - 1, first, -1):
        if words[at] in ("to", "into", "onto", "until", "till", "as", "under"):
            new = value_from(claim, at + 1)
            if new:
                return [], new
    return [], []


_RULES = (
    _arrow,
    _from_to,
    _replaced_by,
    _replace_with,
    _instead_of,
    _renames,
    _renamed,
    _gives_way,
    _took_over,
    _handed,
    _not_but,
    find_gone,
    find_given_up,
    _changed_to,
)
