"""Whether two terms mean the same."""

from recall_cli.rules.revision.term import VALUE_KINDS, Term, plain_number
from recall_cli.rules.revision.words import vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def mean_same(first: Term, second: Term) -> bool:
    """Whether two terms mean the same thing."""
    if first.key == second.key:
        if (
            first.kind == second.kind
            and first.kind in ("code", "path")
            and first.text.strip("`/") != second.text.strip("`/")
        ):
            return False  # names in code differ if their capitals do
        return (
            first.kind == second.kind or not ({first.kind, second.kind} & VALUE_KINDS) or _numbers_agree(first, second)
        )
    kinds = {first.kind, second.kind}
    if kinds <= {"word", "name", "code", "ident", "handle"}:
        return _are_forms(first, second)
    if "number" in kinds and kinds & (VALUE_KINDS | {"version"}):
        return _numbers_agree(first, second)
    if kinds == {"size"}:
        return _sizes_agree(float(first.key), float(second.key))
    if kinds & {"path", "host", "ident"} and kinds & {"word", "name"}:
        return _names_part(first, second)
    if kinds == {"version"}:
        return _numbers_agree(first, second)
    if kinds == {"date"}:
        return _dates_agree(first.key, second.key)
    if kinds <= {"path", "code", "host"}:
        return first.key.rstrip("/") == second.key.rstrip("/") or first.key.lstrip("./") == second.key.lstrip("./")
    return False


def _are_forms(first: Term, second: Term) -> bool:
    """Whether two words are forms of one word: generator and generated, review and reviewer."""
    one, other = first.key, second.key
    if " " in one or " " in other:
        return False
    if first.kind != "word" or second.kind != "word":
        return False
    short, long_ = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) >= 4 and long_.startswith(short) and long_[len(short) :] in vocabulary.DERIVING_ENDINGS:
        return True
    return len(short) >= 7 and one[:7] == other[:7] and abs(len(one) - len(other)) < 4


def _sizes_agree(one: float, other: float) -> bool:
    """Whether two sizes are equal if 1 kB has 1,024 bytes: 1 GB and 1,024 MB."""
    large, small = max(one, other), min(one, other)
    return (
        small > 0
        and large / small < 1.08
        and (large == small or any(abs(large / small - step) < 0.001 for step in _SIZE_STEPS))
    )


_SIZE_STEPS = (1.024, 1.048576, 1.073741824)


def missing_terms(some: "Iterable[Term]", others: "Sequence[Term]") -> "list[Term]":
    """The terms that the others lack. A word that stands for another word does not also stand for a part of a path."""
    some = list(some)
    if not some:
        return some
    keys = {term.key for term in others}
    left: list[Term] = []
    parted: list[Term] = []
    for term in some:
        if term.key in keys or term.kind in _WHOLE_KINDS:
            alike = any(mean_same(term, other) for other in others)
        else:
            alike = any(mean_same(term, other) for other in others if not _part_kinds(term, other))
        if not alike:
            (parted if term.kind not in _WHOLE_KINDS else left).append(term)
    for term in parted:
        is_word = term.kind in ("word", "name")
        candidates = [
            other
            for other in others
            if _part_kinds(term, other) and (is_word or not any(other.key == item.key for item in some))
        ]
        if not any(_names_part(term, other) for other in candidates):
            left.append(term)
    return sorted(left, key=lambda term: term.place) if parted else left


_WHOLE_KINDS = frozenset(
    """number version time date day rhythm span size share money heat frequency current count length url handle
    channel mail""".split()
)


def _part_kinds(first: Term, second: Term) -> bool:
    """Whether one is a path or a host and the other a word, which may name a part of it."""
    return (first.kind in ("path", "host") and second.kind in ("word", "name")) or (
        second.kind in ("path", "host") and first.kind in ("word", "name")
    )


def _names_part(first: Term, second: Term) -> bool:
    """Whether a word names a part of a path: `react` in `web/react.config.js`."""
    word, path = (first, second) if first.kind in ("word", "name") else (second, first)
    if len(word.key) < 3 or path.kind == "ident":
        return False
    parts = path.key.replace("/", " ").replace(".", " ").replace("-", " ").replace("_", " ").split()
    return word.low in parts or word.key in parts


def _numbers_agree(first: Term, second: Term) -> bool:
    """Whether a bare number is the figure of an amount: `instead of 14` of `14 days`; or a shorter version."""
    number, amount = (first, second) if first.kind == "number" else (second, first)
    if number.kind != "number":
        if first.kind == second.kind == "version":
            return first.key.startswith(second.key + ".") or second.key.startswith(first.key + ".")
        return first.kind == second.kind and first.key == second.key
    if amount.kind in ("number", "version"):
        one, other = number.key, amount.key
        versions = "version" in (first.kind, second.kind) or ("." in one and "." in other)
        return one == other or (versions and (other.startswith(one + ".") or one.startswith(other + ".")))
    if amount.kind in ("time", "date", "day"):
        return amount.kind == "date" and amount.key.endswith(f"-{number.key.zfill(2)}")
    figure = amount.text.lower().removeprefix("every ").split()[0] if amount.text else ""
    figure = figure.rstrip("abcdefghijklmnopqrstuvwxyzµ%°")
    return (vocabulary.NUMBER_WORDS.get(figure) or plain_number(figure.lstrip("€$£"))) == number.key


def _dates_agree(one: str, other: str) -> bool:
    """Whether two dates can be the same: one may lack its year."""
    first, second = one.split("-"), other.split("-")
    if len(first) != len(second):
        return False
    return all(not here or not there or here == there for here, there in zip(first, second, strict=True))
