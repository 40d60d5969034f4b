"""Whether an attribute holds one value or several at once, so that a new value ends the old one or stands beside it.

The wording decides first: "the owner of billing is Ana" says that there is one, "also", a plural, a list or "one of"
says that there are several, and another version of one product replaces the version before. Then an answer that a
person gave earlier decides, then the name of the attribute. If nothing decides, or the two wordings disagree, it is
unclear, and the caller contests the fact.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.contradictions import can_hold_several, holds_several_values
from recall_cli.rules.text import normalize

ONE, SEVERAL, UNCLEAR = "one", "many", "unclear"
DISAGREEMENT = "one text names a single value, the other one of several"

_CLAUSE_STARTS = frozenset("because since so when while although though unless if but".split())
SEVERAL_WORDS = frozenset("also additionally besides another both among including includes include various".split())
"""Words that put a value beside others."""
SEVERAL_PHRASES = (
    ("one", "of"),
    ("some", "of"),
    ("as", "well"),
    ("in", "addition"),
    ("along", "with"),
    ("together", "with"),
    ("next", "to"),
    ("part", "of"),
)
SEVERAL_VERBS = frozenset(
    "supports support likes like knows know speaks speak offers offer allows accepts accept".split()
)
"""Verbs of which a subject usually has several objects."""
ONE_WORDS = frozenset("only sole single current default primary main official exactly preferred".split())
"""Words that say that there is one value."""
SINGLE_ATTRIBUTES = frozenset(
    """age birthday birthplace born capital ceo cto city count country current database_port deadline default
    default_branch email hostname host home_city interval ip language_version lead leader license limit location
    main_branch manager name node_version owner package_manager phone port price primary python_version region release
    replica_count retention salary size staging_host status timeout timezone ttl url version weekday""".split()
)
"""Attributes of which a thing normally has one value."""
SEVERAL_ATTRIBUTES = frozenset(
    """allergies allows children codecs colleagues contributors customers dependencies depends_on dislikes environments
    features formats friends has hobbies integrations interests issues languages libraries likes maintainers members
    needs knows owns pets platforms plugins requires reviewers risks skills speaks supports tags tools uses users
    vendors works_with""".split()
)
"""Attributes of which a thing normally has several values."""
_DETERMINERS = frozenset("the our its their his her your my this".split())
_PLURAL_VERBS = frozenset("are were".split())
_SINGULAR_VERBS = frozenset("is was".split())
_INDEFINITE = frozenset(("a", "an"))
_MARKS = "\"'`“”‘’()[]{}<>,;:!?…*."


class Multiplicity(Record):
    """The decision, and what decided: the wording, an earlier answer, or the name of the attribute."""

    holds: str
    """one, many or unclear."""
    reason: str


def decide_multiplicity(
    attribute: str,
    value: str,
    old_value: str,
    *,
    text: str = "",
    old_text: str = "",
    settled: "str | None" = None,
) -> Multiplicity:
    """Whether an attribute holds one value or several, as the texts of two values of it say.

    `settled` is the answer of an earlier contest about the same fact: one value (keep, one), or many.
    """
    if is_other_version(value, old_value):
        return Multiplicity(holds=ONE, reason="another version of the same product")
    name = "_".join(attribute.casefold().replace("-", " ").replace("_", " ").split())
    said = {
        wording
        for wording in (read_multiplicity(text, name, value), read_multiplicity(old_text, name, old_value))
        if wording
    }
    if len(said) == 1:
        return Multiplicity(holds=said.pop(), reason="the wording")
    if settled:
        return Multiplicity(holds=SEVERAL if settled == "many" else ONE, reason="an earlier answer")
    if said:
        return Multiplicity(holds=UNCLEAR, reason=DISAGREEMENT)
    if name in SEVERAL_ATTRIBUTES or _is_plural(name):
        return Multiplicity(holds=SEVERAL, reason="the name of the attribute")
    if name in SINGLE_ATTRIBUTES:
        return Multiplicity(holds=ONE, reason="the name of the attribute")
    return Multiplicity(holds=UNCLEAR, reason="nothing says whether there can be several")


def decide_for_fact(attribute: str, value: str, old_value: str, *, text: str, old_text: str) -> str:
    """What two texts say of a fact whose name the caller gave: one, many or unclear.

    A name that no list holds is taken as one value if nothing in the words speaks against it. Words such as "also" may
    belong to another part of the sentence, so they only make an attribute unclear that normally has one value.
    """
    decided = decide_multiplicity(attribute, value, old_value, text=text, old_text=old_text)
    name = normalize.name_key(attribute)
    if decided.holds == SEVERAL and name in SINGLE_ATTRIBUTES:
        plural = f" {_plural(name.replace('_', ' '))} "
        says_so = is_list(value) or is_list(old_value) or plural in f" {text} {old_text} ".casefold()
        return SEVERAL if says_so else UNCLEAR
    if decided.holds != UNCLEAR or decided.reason == DISAGREEMENT or can_hold_several(attribute):
        return decided.holds
    return SEVERAL if holds_several_values(attribute) else ONE


def read_multiplicity(text: str, attribute: str, value: str) -> str:
    """What a text says of the number of values of an attribute: one, many, or an empty text if it says nothing."""
    words = _main_words([raw.strip(_MARKS).casefold() for raw in text.split()])
    if not words:
        return SEVERAL if is_list(value) else ""
    if (
        is_list(value)
        or SEVERAL_WORDS & {*words}
        or words[-1] == "too"
        or any(pair in SEVERAL_PHRASES for pair in zip(words, words[1:], strict=False))
    ):
        return SEVERAL
    if ONE_WORDS & {*words}:
        return ONE
    singular, plural = attribute.replace("_", " ").split(), _plural(attribute.replace("_", " ")).split()
    for at in range(len(words)):
        if plural != singular and words[at : at + len(plural)] == plural:
            return SEVERAL
        if words[at : at + len(singular)] == singular:
            return _singular_place(words, at, len(singular), labelled=_has_colon(text, at + len(singular) - 1))
    return SEVERAL if SEVERAL_VERBS & {*words} else ""


def _main_words(words: "list[str]") -> "list[str]":
    """The words before a reason or a circumstance, which says nothing of the number of values."""
    end = next((at for at, word in enumerate(words) if at > 1 and word in _CLAUSE_STARTS), len(words))
    return words[:end]


def _singular_place(words: "list[str]", at: int, size: int, *, labelled: bool) -> str:
    """What the words around a singular noun say: "the owner", "billing's owner" and "owner:" one, "an owner" many."""
    before = words[at - 1] if at else ""
    after = words[at + size] if at + size < len(words) else ""
    if before in _INDEFINITE:
        return SEVERAL
    if before in _DETERMINERS or before.endswith("'s") or labelled:
        return ONE
    if after in _PLURAL_VERBS:
        return SEVERAL
    # "the billing owner is Ana": the determiner stands before the words that describe the noun
    described = next((word for word in reversed(words[:at]) if word in _DETERMINERS | _INDEFINITE), "")
    return ONE if described in _DETERMINERS and after in _SINGULAR_VERBS else ""


def _has_colon(text: str, at: int) -> bool:
    raw = text.split()
    return at < len(raw) and raw[at].endswith((":", "="))


def is_list(value: str) -> bool:
    """Whether a value names several things: "Ana and Ben", "Go, Rust", "tabs or spaces"."""
    words = value.casefold().split()
    return bool({"and", "or", "&", "+"} & {*words}) or ", " in value


def is_other_version(value: str, old_value: str) -> bool:
    """Whether two values are versions of one product: Python 3.11 and Python 3.12, Node 20 and Node 22, v1 and v2."""
    product, version = split_version(value)
    old_product, old_version = split_version(old_value)
    return bool(version and old_version) and product == old_product and version != old_version


def split_version(value: str) -> "tuple[str, str]":
    """The product and the version in a value; no version if it does not end with one."""
    words = value.strip().strip(_MARKS).casefold().split()
    if not words:
        return "", ""
    last = words[-1].removeprefix("v")
    if last[:1].isdigit() and last.replace(".", "").replace("-", "").isalnum() and len(last) <= 20:
        product = " ".join(word for word in words[:-1] if word != "version")
        return (product, last) if product or words[-1].startswith("v") else ("", "")
    return "", ""


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun if noun.endswith("s") else noun + "s"


def _is_plural(name: str) -> bool:
    last = name.rpartition("_")[2]
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "dns", "os", "aws"))
