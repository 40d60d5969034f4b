"""The frame of a simple sentence: what it speaks of, its verb, and its values by preposition.

`Secrets are kept in Vault`, `we keep secrets in Vault` and `secrets live in Vault` have the same frame.
"""

from recall_cli.rules.revision.stems import stem
from recall_cli.rules.revision.terms import Term
from recall_cli.rules.revision.verbs import STATE_VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BE_WORDS = frozenset("is are was were be been being isn't aren't it's 's 're".split())
_AUXILIARIES = frozenset("must should can may will would has have had do does did to gets get got needs need".split())
_SPEAKERS = frozenset("we i they you one everyone everybody people always please all".split())
_PREPOSITIONS = {
    word: word
    for word in "in on for from until since before after of by with to under above below between during within without as about against because than".split()
} | {
    "at": "at",
    "via": "with",
    "through": "with",
    "using": "with",
    "into": "in",
    "onto": "on",
    "till": "until",
    "inside": "in",
    "over": "with",
}
_CLAUSE_WORDS = frozenset("that which who because so when while if where and but although whose since once".split())
_SKIPPED = frozenset(
    "now currently only just again also always already still today then usually the a an our my its their this these those all every each not no up out off please".split()
)
_PARTICIPLES = frozenset(
    "kept held built made written run sent done found set put given taken held sold bought shown read cut drawn known spoken taught paid led met begun grown chosen hidden bound split stuck".split()
)
_NOT_VERBS = frozenset(
    "test tests build builds log logs release releases deploy deploys report reports post posts call calls review reviews host hosts cache caches lead leads limit limits".split()
)


class Frame:
    """What a simple sentence speaks of, its verb, and its values by the preposition before them."""

    __slots__ = ("slots", "subject", "verb")

    def __init__(self, subject: "list[Term]", verb: str, slots: "dict[str, list[Term]]") -> None:
        self.subject, self.verb, self.slots = subject, verb, slots


def read_frame(terms: "Sequence[Term]") -> "Frame | None":
    """The frame of a sentence; None if it is not simple enough."""
    terms = [term for term in terms if term.kind != "mark" or term.text == ":"]
    if any(term.kind == "mark" for term in terms):
        return None
    front, terms = _split_front(terms)
    at = _find_verb(terms)
    if at < 0:
        return None
    subject = [term for term in terms[:at] if term.is_content and term.low not in _SPEAKERS]
    verb, rest, passive = _read_verb(terms, at)
    if not verb:
        return None
    if (
        verb in ("have", "has", "get", "doe", "do")
        and not (rest and rest[0].low in ("the", "our", "my"))
        and _names_person(subject)
    ):
        return None
    slots = _read_slots(rest)
    for preposition, group in front.items():
        slots[f"front {preposition}"] = group
    return _normalize(subject, verb, slots, passive=passive, plural=terms[at].low in ("have", "can", "do", "must", "get"))


def _split_front(terms: "list[Term]") -> "tuple[dict[str, list[Term]], list[Term]]":
    """A circumstance at the beginning, and the rest: `In production | the API listens …`."""
    if not terms or terms[0].low not in _PREPOSITIONS:
        return {}, terms
    for at, term in enumerate(terms[1:6], 1):
        if (
            at > 1
            and term.low in ("the", "a", "an", "our", "all", "we", "i", "my", "every", "it", "they", "you")
            and terms[at - 1].is_content
        ):
            return {_PREPOSITIONS[terms[0].low]: [item for item in terms[1:at] if item.is_content]}, terms[at:]
        if term.kind in ("date", "day") and at == 1:
            return {_PREPOSITIONS[terms[0].low]: [term]}, terms[2:]
    return {}, []


def _find_verb(terms: "Sequence[Term]") -> int:
    """Where the verb of the sentence stands; -1 if none is plain."""
    for at, term in enumerate(terms):
        if term.kind not in ("word", "name") or (term.proper and at):
            continue
        before = terms[at - 1] if at else None
        if term.low in BE_WORDS or (term.low in _AUXILIARIES and before is not None and term.low not in ("to",)):
            return at
        if before is not None and before.low in ("we", "i", "they", "you") and term.is_content:
            return at
        if term.low not in STATE_VERBS:
            continue
        if before is None:
            if not term.low.endswith("s") and len(terms) > 1 and not (terms[1].is_content and term.low in _NOT_VERBS):
                return at
            continue
        if before.low in _SPEAKERS or before.low in ("now", "currently", "only", "it", "she", "he"):
            return at
        if before.low in _SKIPPED or before.low in _PREPOSITIONS or not before.is_content:
            continue
        following = terms[at + 1].low if at + 1 < len(terms) else ""
        if term.low in _NOT_VERBS and (following in STATE_VERBS or following in _AUXILIARIES):
            continue
        if term.low.endswith("s") and following not in BE_WORDS:
            return at
        if before.low.endswith("s") and not term.low.endswith("s") and before.kind == "word":
            return at
    return -1


def _read_verb(terms: "Sequence[Term]", at: int) -> "tuple[str, Sequence[Term], bool]":
    """The stem of the verb, the terms behind it, and whether it is a passive."""
    passive = False
    verb = terms[at].low
    while at + 1 < len(terms):
        word = terms[at + 1].low
        if verb in BE_WORDS and terms[at + 1].kind == "word" and (word.endswith("ed") or word in _PARTICIPLES):
            return stem(word), terms[at + 2 :], True
        if verb in _AUXILIARIES | BE_WORDS and word in ("be", "been", "to", "have"):
            at, verb = at + 1, word if word != "to" else verb
            continue
        if (
            verb in ("has", "have", "had")
            and terms[at + 1].kind == "word"
            and (word.endswith("ed") or word in _PARTICIPLES)
        ):
            return "", [], False
        if verb in _AUXILIARIES and word in STATE_VERBS:
            at, verb = at + 1, word
            break
        if word in _SKIPPED and word not in (
            "the",
            "a",
            "an",
            "our",
            "my",
            "its",
            "their",
            "all",
            "every",
            "each",
            "this",
        ):
            terms = [*terms[: at + 1], *terms[at + 2 :]]
            continue
        break
    return ("be" if verb in BE_WORDS else stem(verb)), terms[at + 1 :], passive


def _read_slots(terms: "Sequence[Term]") -> "dict[str, list[Term]]":
    """The values behind the verb, by the preposition before them; the object has none."""
    slots: dict[str, list[Term]] = {}
    preposition = ""
    for at, term in enumerate(terms):
        if term.low == "to" and terms[at - 1 : at] and terms[at - 1].low == "up":
            continue
        if term.kind == "word" and term.low in _PREPOSITIONS and not (term.low == "of" and preposition in slots):
            preposition = _PREPOSITIONS[term.low]
            continue
        if term.kind == "word" and term.low in _CLAUSE_WORDS:
            preposition = "?"
            continue
        if term.is_content:
            if term.kind == "rhythm" and preposition:
                slots.setdefault("rhythm", []).append(term)
            elif term.kind in ("date", "day", "time") and preposition == "" and slots.get(""):
                slots.setdefault("on", []).append(term)
            else:
                slots.setdefault(preposition, []).append(term)
    return slots


USE_STEMS = frozenset(map(stem, "use do manage handle make run perform work implement prefer".split()))
PLACE_STEMS = frozenset(
    map(
        stem,
        "be store keep live host sit stay place put find hold save locate record track reside stand move run deploy serve start begin happen go take".split(),
    )
)
_SEND_STEMS = frozenset(map(stem, "go send forward route deliver post report address".split()))
_HAVE_STEMS = frozenset(
    map(stem, "have has does get own maintain lead manage handle do review run look teach approve".split())
)


def _normalize(subject: "list[Term]", verb: str, slots: "dict[str, list[Term]]", *, passive: bool, plural: bool) -> "Frame | None":
    """The frame with the thing as subject: `we keep secrets in Vault` speaks of the secrets."""
    if not subject:
        thing = slots.pop("", [])
        if verb in USE_STEMS and "with" not in slots and thing:
            topic = slots.pop("for", []) or slots.pop("to", []) or slots.pop("in", [])
            return Frame(topic, "use", {**slots, "with": thing}) if topic else None
        return Frame(thing, verb, slots) if thing else None
    if passive and verb == "use" and "for" in slots:
        return Frame(slots.pop("for"), "use", {**slots, "with": subject})
    if _names_person(subject) and not plural and verb in _HAVE_STEMS and slots.get("") and not passive:
        thing = slots.pop("")
        return Frame(thing, "have", {**slots, "by": subject})
    for preposition in ("by", "with"):
        if _names_person(slots.get(preposition, [])) and ((passive and preposition == "by") or verb == "be"):
            return Frame(subject, "have", {"by": slots.pop(preposition), **slots})
    return Frame(subject, verb, slots)


def _names_person(group: "Sequence[Term]") -> bool:
    return (
        len(group) == 1
        and group[0].kind in ("name", "handle", "word")
        and (group[0].proper or group[0].kind == "handle" or group[0].text[:1].isupper())
    )


def compatible_verbs(one: str, other: str) -> bool:
    """Whether two verbs relate a subject and its value in the same way."""
    return one == other or (one in _SEND_STEMS and other in _SEND_STEMS) or (one in PLACE_STEMS and other in PLACE_STEMS) or (one in USE_STEMS and other in USE_STEMS)
