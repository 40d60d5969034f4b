"""Whether an attribute holds one value or several at once, so that a new value ends the old one or stands beside it.

The wording decides first: "the owner of billing is Ana" says that there is one, a plural, a list or "also" says that
there are several, and another version of one product replaces the version before. Then the name of the attribute
decides. If the two wordings disagree, or the name leaves it open, nobody knows, and the caller contests the fact.

A number beside a plural may be a count ("runs with 5 threads"), and a count has one value at a time.
"""

from recall_cli.language.tables import read_phrases
from recall_cli.rules.text import normalize

SEVERAL_ATTRIBUTES = frozenset(read_phrases("words", "attributes with several values"))
"""Attributes that can have several values at once; so can a plural."""
UNCLEAR_ATTRIBUTES = frozenset(read_phrases("words", "unclear attributes"))
"""Attributes that often have one value and sometimes several: only the words can tell, and else a person."""
_SEVERAL_WORDS = frozenset("also additionally besides another both among including includes various".split())
"""Words that put a value beside others."""
_DETERMINERS = frozenset("the our its their his her your my this only".split())
MAX_COUNTED_WORDS = 4
"""A number, what describes what is counted, and its name: "5 busy worker threads"."""
_MARKS = "\"'`“”‘’()[]{}<>,;:!?…*."


def holds_several(attribute: str, value: str, old_value: str, *, text: str, old_text: str) -> "bool | None":
    """Whether an attribute holds several values, as two texts with two values of it say; None if nobody knows."""
    if is_other_version(value, old_value):
        return False
    name = normalize.name_key(attribute)
    said = {_read_wording(text, name, value), _read_wording(old_text, name, old_value)} - {None}
    if said:
        return said.pop() if len(said) == 1 else None
    is_count = name not in SEVERAL_ATTRIBUTES and _is_plural(name) and _is_number(value) and _is_number(old_value)
    return None if name in UNCLEAR_ATTRIBUTES or is_count else holds_several_values(name)


def holds_several_values(attribute: str) -> bool:
    """Whether an attribute of this name can have several values at once."""
    name = normalize.name_key(attribute)
    return name in SEVERAL_ATTRIBUTES or _is_plural(name)


def _read_wording(text: str, name: str, value: str) -> "bool | None":
    """Whether a text names several values of an attribute; None if it does not say."""
    raw = text.split()
    words = [word.strip(_MARKS).casefold() for word in raw]
    noun, plural = name.replace("_", " ").split(), _plural(name.replace("_", " ")).split()
    if _is_number(value) and _is_plural(name):
        after, at = words.index(value) if value in words else len(words), _find(noun, words)
        if noun[-1] in words[after : after + MAX_COUNTED_WORDS] or (at >= 0 and raw[at + len(noun) - 1][-1] in ":="):
            return False
        return True if _SEVERAL_WORDS & {*words} else None
    at = _find(plural, words) if plural != noun or _is_plural(name) else -1
    if is_list(value) or (at >= 0 and not raw[at + len(plural) - 1].endswith(":")):
        return True
    at = _find(noun, words)
    if at >= 0:
        before = [word for word in words[:at] if word in _DETERMINERS or word in ("a", "an") or word.endswith("'s")]
        if before or raw[at + len(noun) - 1].endswith((":", "=")):
            return before[-1:] in (["a"], ["an"])
    return True if _SEVERAL_WORDS & {*words} or words[-1:] == ["too"] else None


def _find(part: "list[str]", words: "list[str]") -> int:
    """Where some words stand among others; -1 if nowhere."""
    return next((at for at in range(len(words)) if part and words[at : at + len(part)] == part), -1)


def _is_number(value: str) -> bool:
    """Whether a value is a whole number: 5, 1,000 or 10_000."""
    return value.strip().replace(",", "").replace("_", "").isdigit()


def is_list(value: str) -> bool:
    """Whether a value names several things: "Ana and Ben", "Go, Rust", "tabs or spaces"."""
    return bool({"and", "or", "&", "+"} & {*value.casefold().split()}) or ", " in value


def is_other_version(value: str, old_value: str) -> bool:
    """Whether two values are versions of one product: Python 3.11 and Python 3.12, Node 20 and Node 22, v1 and v2."""
    product, version = _split_version(value)
    old_product, old_version = _split_version(old_value)
    return bool(version and old_version) and product == old_product and version != old_version


def _split_version(value: str) -> "tuple[str, str]":
    """The product and the version in a value; no version if it does not end with one."""
    *product, last = value.strip().strip(_MARKS).casefold().split() or [""]
    version = last.removeprefix("v")
    if version[:1].isdigit() and version.replace(".", "").replace("-", "").isalnum() and (product or last != version):
        return " ".join(word for word in product if word != "version"), version
    return "", ""


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun if noun.endswith("s") else noun + "s"


def _is_plural(name: str) -> bool:
    last = name.rpartition("_")[2]
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "dns", "os", "aws"))
