"""Which values a claim calls old, and which it calls new: `from X to Y`, `X → Y`, `Y instead of X`, `X is gone`."""

from recall_cli.rules.revision.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.terms import Term
from recall_cli.rules.revision.verbs import (
    CHANGE_VERBS,
    ENDING_PHRASES_TEXT,
    ENDING_VERBS,
    GONE_WORDS,
    REPLACE_VERBS,
    STATE_VERBS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.statement import Claim

_STOPS = frozenset(
    """for in on as across because since so after at last this yesterday today now everywhere due and by but with from when if
    while which who is are was were has have over under until who's that's per via into onto again where to""".split()
)
_BE = frozenset("is are was were been got gets get be being isn't aren't now it's that's".split())
_ADVERBS = frozenset(
    "now since recently finally already completely fully entirely officially just all both long at last well since totally basically effectively quietly no longer".split()
)
ENDING_PHRASES = phrase_table(ENDING_PHRASES_TEXT)
_RENAMED = phrase_table(
    "now called|now named|now known as|renamed|now spelled|now called|now named|since called|renamed to|now known"
)
_GIVES_WAY = phrase_table(
    "made way for|gave way to|lost out to|was left for|makes way for|gives way to|yielded to|lost to|hands over to|handed over to"
)
_TOOK_OVER = phrase_table(
    "took over|takes over|has taken over|takes the place of|took the place of|took over from|stepped in for|steps in for|filled in for|stands in for|inherited|inherits"
)


def mark_old_and_new(claim: "Claim") -> None:
    """Note which terms of a claim are the old value, and which are the new one."""
    for rule in _RULES:
        old, new = rule(claim)
        if old or new:
            claim.old, claim.new, claim.changes = old, new, True
            return


def _stretch(claim: "Claim", start: int, end: int) -> "list[Term]":
    """The content terms between two places."""
    return [term for term in claim.terms[start:end] if term.is_content]


def _value_from(claim: "Claim", start: int) -> "list[Term]":
    """The value that begins here: the terms up to the next preposition, mark or verb."""
    value: list[Term] = []
    for term in claim.terms[start:]:
        if (
            not value
            and (
                term.low
                in (
                    "the",
                    "a",
                    "an",
                    "our",
                    "version",
                    "be",
                    "only",
                    "about",
                    "use",
                    "using",
                    "up",
                    "every",
                    "just",
                    "port",
                    "plain",
                    "on",
                    "at",
                    "in",
                    "with",
                    "new",
                )
                and not (term.low == "port" and False)
            )
            and term.kind == "word"
        ):
            if term.is_content and term.low in ("port", "version"):
                value.append(term)
            continue
        if (
            value
            and term.low in ("at", "on", "from", "to", "until", "and", "-")
            and value[-1].kind in _MOMENT_KINDS
            and _moment_follows(claim, term.place)
        ):
            continue
        if term.kind == "mark" or (term.kind == "word" and term.low in _STOPS):
            break
        if term.is_content:
            value.append(term)
        elif value:
            break
    return value


_MOMENT_KINDS = ("time", "date", "day", "number")


def _moment_follows(claim: "Claim", place: int) -> bool:
    """Whether a time or a day stands behind this place: `Tuesdays at 9:30`."""
    following = next((term for term in claim.terms if term.place == place + 1), None)
    return following is not None and following.kind in ("time", "day")


def _value_before(claim: "Claim", end: int) -> "list[Term]":
    """The value that ends here: the content terms next to it."""
    value: list[Term] = []
    for term in reversed(claim.terms[:end]):
        if term.kind == "mark" or (
            term.kind == "word" and (term.low in _STOPS or term.low in STATE_VERBS or term.low in CHANGE_VERBS)
        ):
            break
        if term.is_content:
            value.insert(0, term)
        elif value:
            break
    return value


def _arrow(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    for at, term in enumerate(claim.terms):
        if term.key == "→":
            old, new = _value_before(claim, at), _value_from(claim, at + 1)
            if len(old) > 1 and not all(part.proper for part in old) and len(new) == 1:
                old = old[-1:]
            if old and new and new[0].kind != "word" and len(new) > 1 and new[0].kind == old[-1].kind:
                new = new[:1]
            return old, new
    return [], []


def _from_to(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    for at, word in enumerate(words):
        if word != "from" and words[at : at + 2] != ["out", "of"]:
            continue
        to = next((place for place in range(at + 2, len(words)) if words[place] in ("to", "onto", "into")), 0)
        if not to:
            continue
        old, new = _stretch(claim, at + 1, to), _value_from(claim, to + 1)
        if not old or not new or len(old) > 5:
            continue
        changed = claim.changes or any(w in ENDING_VERBS for w in words)
        if changed or (old[0].kind == new[0].kind and old[0].kind not in ("time", "date", "day", "number")):
            return old, new
    return [], []


def _replaced_by(claim: "Claim") -> "tuple[list[Term], list[Term]]":
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
        if not at or words[at - 1] not in _BE | _ADVERBS:
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
        if words[link] in ("for",) and words[at] in ("removed", "deprecated"):
            continue
        first_be = next((place for place in range(at) if words[place] in _BE), at)
        old = _stretch(claim, 0, first_be)
        new = _value_from(claim, start)
        if old and new:
            return old, new
    return [], []


def _replace_with(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    for at, word in enumerate(words):
        if word not in REPLACE_VERBS or (at and words[at - 1] in _BE | {"the", "a"}):
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
                return _value_from(claim, at + 1), _value_before(claim, at)
            continue
        old = [term for term in _stretch(claim, at + 1, link) if term.low != "favour"]
        new = _value_from(claim, link + (2 if words[link] in ("favour", "favor") else 1))
        if old and old[0].low in ("support", "requirement", "need"):
            return new, []
        if (
            word in ("replaced", "replaces", "superseded", "supersedes", "succeeded", "succeeds")
            and words[link] == "for"
            and at
        ):
            return _value_from(claim, at + 1), _value_before(claim, at)
        if word in ("replaced", "replaces", "superseded", "succeeded") and words[link] in ("for",):
            continue
        if old and new and len(old) <= 5:
            return old, new
    return [], []


def _instead_of(claim: "Claim") -> "tuple[list[Term], list[Term]]":
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
            old = _value_from(claim, start)
            if old:
                return old, []
    return [], []


def _renames(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    for at, word in enumerate(words):
        if word in ("rename", "renamed", "renames", "rebranded") and "to" in words[at + 2 :] and "from" not in words:
            to = words.index("to", at + 2)
            old, new = claim.terms[to - 1], _value_from(claim, to + 1)
            if new and old.kind in _NAME_KINDS and old.kind == new[0].kind:
                return [old], new
    return [], []


_NAME_KINDS = ("code", "ident", "path", "host", "name", "channel")


def _renamed(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    place = find_phrase(claim.words, _RENAMED)
    if place is None:
        return [], []
    old = [
        term for term in claim.terms[: place[0]] if term.kind in ("code", "ident", "path", "host", "name", "channel")
    ]
    new = [
        term
        for term in _value_from(claim, place[1])
        if term.kind in ("code", "ident", "path", "host", "name", "channel")
    ]
    if "from" in claim.words or "to" in claim.words[place[1] :]:
        return [], []
    return (old[-1:], new) if old and new else ([], [])


def _gives_way(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    place = find_phrase(claim.words, _GIVES_WAY)
    if place is None:
        return [], []
    return _value_before(claim, place[0]), _value_from(claim, place[1])


def _took_over(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    place = find_phrase(claim.words, _TOOK_OVER)
    if place is None:
        return [], []
    new = _value_before(claim, place[0])
    words = claim.words
    if "from" in words[place[0] :]:
        return _value_from(claim, words.index("from", place[0]) + 1), new
    return [], new


def _handed(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    for at, word in enumerate(words):
        if (
            word in ("handed", "passed", "gave", "transferred", "hands", "passes", "transfers", "delegated")
            and "to" in words[at:]
            and at
        ):
            if words[at - 1] in _BE:
                continue
            old = _value_before(claim, at - 1 if words[at - 1] in ("has", "have", "had") else at)
            return old, _value_from(claim, len(words) - words[::-1].index("to"))
    return [], []


def _not_but(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    if "but" not in words:
        return [], []
    but = words.index("but")
    denial = next(
        (at for at in range(but) if words[at] in ("not", "longer", "isn't", "aren't", "doesn't", "don't", "never")), -1
    )
    if denial < 0:
        return [], []
    old = _stretch(claim, denial + 1, but)
    return old[-3:], _value_from(claim, but + 1)


def _is_gone(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    for at, word in enumerate(words):
        switched = word in ("switched", "turned") and words[at + 1 : at + 2] == ["off"]
        if (word not in GONE_WORDS and not switched) or not at:
            continue
        first_be = next((place for place in range(at) if words[place] in _BE), -1)
        if first_be < 0 and word in ("out", "gone", "dead") and at == len(words) - 1 and at <= 4:
            first_be = at  # "Airflow out, Dagster in"
        between = words[first_be + 1 : at] if first_be >= 0 else ["?"]
        if first_be < 0 or any(w not in _ADVERBS | _BE for w in between):
            continue
        following = words[at + 1 : at + 2]
        if following == ["to"] or (
            following == ["from"]
            and word not in ("deprecated", "deleted", "removed", "dropped", "gone", "stripped", "cut")
        ):
            continue
        if any(w in ("not", "isn't", "aren't", "wasn't") for w in words[:at]):
            continue
        old = _stretch(claim, 0, first_be)
        if old and len(old) <= 5:
            claim.ends = True
            return old, []
    return [], []


def _given_up(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    start = 0
    while start < len(words) and (
        words[start]
        in (
            "we",
            "we've",
            "i",
            "i've",
            "have",
            "has",
            "they",
            "finally",
            "now",
            "completely",
            "the",
            "team",
            "just",
            "our",
            "everyone",
            "you",
            "please",
            "all",
            "also",
        )
        or claim.terms[start].kind == "mark"
    ):
        start += 1
    for place in range(start, min(start + 6, len(words) - 1)):
        if words[place] in ("turned", "switched", "shut", "phased", "took", "ripped", "threw", "taken") and place == start:
            if words[place + 1] in ("off", "down", "out"):
                old = _value_from(claim, place + 2)
            else:
                end = next((at for at in range(place + 2, len(words)) if words[at] in ("off", "down", "out")), 0)
                old = _stretch(claim, place + 1, end) if end else []
            if old and len(old) <= 4:
                claim.ends = True
                return old, []
    for verb in (
        "cancelled", "canceled", "disabled", "deactivated", "abolished", "terminated", "closed", "ended",
        "left",
        "abandoned",
        "ditched",
        "retired",
        "dropped",
        "quit",
        "killed",
        "axed",
        "scrapped",
        "dumped",
        "removed",
        "deleted",
        "uninstalled",
        "ripped",
        "decommissioned",
        "drop",
        "remove",
        "binned",
        "sunset",
        "discontinued",
        "nuked",
        "purged",
        "discarded",
        "deprecated",
        "canned",
        "eliminated",
        "sold",
    ):
        if words[start : start + 1] == [verb]:
            old = _value_from(claim, start + (2 if words[start + 1 : start + 2] in (["out"], ["off"]) else 1))
            if old:
                claim.ends = True
                return old, []
    place = find_phrase(words, ENDING_PHRASES)
    if place is not None and " ".join(words[place[0] : place[1]]) in (
        "got rid of",
        "get rid of",
        "gave up",
        "give up",
        "done with",
        "finished with",
        "moved off",
        "moved away from",
        "moved on from",
        "migrated off",
        "migrated away from",
        "stopped using",
        "stop using",
        "said goodbye to",
        "done away with",
        "did away with",
        "phased out",
        "are through with",
        "quit using",
        "ceased using",
        "rid of",
        "parted ways with",
        "don't use",
        "do not use",
        "doesn't use",
    ):
        old = _value_from(claim, place[1])
        if old:
            claim.ends = True
            new = _value_from(claim, len(words) - words[::-1].index("to")) if "to" in words[place[1] :] else []
            return old, new
    return [], []


def _used_to(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    if "used" not in words or words[words.index("used") + 1 : words.index("used") + 2] != ["to"]:
        return [], []
    return [], []


def _changed_to(claim: "Claim") -> "tuple[list[Term], list[Term]]":
    words = claim.words
    first = next((at for at, word in enumerate(words) if word in CHANGE_VERBS), -1)
    if first < 0 or not claim.changes:
        return [], []
    for at in range(len(words) - 1, first, -1):
        if words[at] in ("to", "into", "onto", "until", "till", "as", "under"):
            new = _value_from(claim, at + 1)
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
    _is_gone,
    _given_up,
    _changed_to,
)
