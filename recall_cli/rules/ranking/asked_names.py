"""The names and the persons that a question asks about, and whether any result tells of them what is asked.

"Which editor does Anna use?" is not answered by what else Anna does, nor by what editor somebody else uses. The same
holds for "Which port does orders-billing use?" where only the port of orders-search is known.

A question that names a relation ("my sister", "their landlord") or a possessor ("Anna's laptop") is about that person's
thing: one about a niece's party is not answered with an uncle's. If no good candidate names that person, under any of
the usual words for the relation, the answer is not here.
"""

from recall_cli.domain.record import Record
from recall_cli.language.tables import read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from recall_cli.rules.ranking.signals import Passage

    Tokenizer = Callable[[str], list[str]]

SUBJECT_VERBS = frozenset("do does did is are was were has have had will would can could should may might must".split())
"""After one of these a question names its subject, as in "which editor does Anna use"."""
MIN_REST_SHARE = 0.34
"""A result that names the subject must have this share of the other words of the question."""
NEAR_COSINE, FULL_MODEL_NEAR_COSINE = 0.65, 0.5
"""A result that names the subject and is so near in meaning may have none of the other words; cosines of a full model
are lower."""
IDENTIFIER_NEARNESS = 0.1
"""An identifier fills so much of a short text that texts with it are nearer by this."""
MIN_COMMON, COMMON_SHARE = 5, 0.1
"""A name in more memories than this, and in more than this share of them, says little about any of them."""
RELATIONS = tuple(frozenset(line.split()) for line in read_lines("words", "relations"))
"""Words for the same relation; a candidate that has any word of a group names that relation."""
_NO_PERSONS = frozenset(("let", "it", "what", "who", "that", "there", "here", "today", "tomorrow", "yesterday"))
_POSSESSIVE_ENDINGS = ("'s", "’s")
_PAUSES = ",;:.!?"
_MARKS = '.,;:!?()"“”`'


class AskedName(Record):
    """A name that a question is about, as the stems of its words in their order."""

    stems: "tuple[str, ...]"
    identifier: str = ""
    """As it is written in small letters, if it has words with a hyphen or an underscore between them."""


def asked_names(text: str, words: "Tokenizer", stems: "Tokenizer") -> "list[AskedName]":
    """The names that a question is about: its subject, the owners that it names, and identifiers."""
    names: dict[tuple[str, ...], AskedName] = {}
    before = ""
    for at, raw in enumerate(text.split()):
        bare = raw.strip(_MARKS)
        name = bare.removesuffix("'s").removesuffix("’s")
        parts = words(name)
        is_identifier = len(parts) > 1 and not name[:1].isupper() and ("-" in name or "_" in name)
        is_subject = before in SUBJECT_VERBS or bare.endswith(_POSSESSIVE_ENDINGS)
        if is_identifier or (at and is_subject and name[:1].isupper() and len(name) > 1):
            key = tuple(stem for word in parts for stem in stems(word))
            names[key] = AskedName(stems=key, identifier=name if is_identifier else "")
        before = bare.lower() if raw[-1:] not in _PAUSES else ""
    return [name for key, name in names.items() if key]


def is_common(name: AskedName, known: "Mapping[str, int]", memories: int) -> bool:
    """Whether a name stands in so many memories that it does not tell them apart."""
    return min(known.get(stem, 0) for stem in name.stems) > max(MIN_COMMON, COMMON_SHARE * memories)


def is_told_of(
    name: AskedName,
    results: "Sequence[Sequence[Passage]]",
    naming: "Mapping[str, float]",
    *,
    near: float = NEAR_COSINE,
) -> bool:
    """Whether a result, read with its neighbours, names this and tells what else the question asks.

    What a person says is about that person.
    """
    rest = {stem: weight for stem, weight in naming.items() if stem not in name.stems}
    total = sum(rest.values())
    enough = near + (IDENTIFIER_NEARNESS if name.identifier else 0.0)
    for passages in results:
        if any(name.stems == (author,) for one in passages for author in one.author.lower().split()):
            return True
        if any(_has_name(passage.stems, name.stems) for passage in passages):
            present = {stem for passage in passages for stem in passage.stems}
            held = sum(weight for stem, weight in rest.items() if stem in present)
            if held >= MIN_REST_SHARE * total or passages[0].meaning >= enough:
                return True
    return False


def _has_name(stems: "Sequence[str]", name: "tuple[str, ...]") -> bool:
    width = len(name)
    return name[0] in stems and any(tuple(stems[at : at + width]) == name for at in range(len(stems) - width + 1))


def has_relative(text: str, identifier: str) -> bool:
    """Whether a text has another identifier of the same family, as orders-api and orders-billing are.

    It begins with the same word; orders_api is orders-api. Other words with a hyphen name nothing.
    """
    own = identifier.replace("_", "-")
    first = own[: own.index("-") + 1]
    words = (word.strip(_MARKS) for word in text.lower().replace("_", "-").split())
    return any(word.startswith(first) and not word.startswith(own) for word in words)


def named_possessors(text: str, words: "Tokenizer") -> "list[frozenset[str]]":
    """The possessors that a question names, each with the words that may stand for it."""
    asked = frozenset(words(text))
    groups: list[frozenset[str]] = []
    for word in asked:
        same = frozenset().union(*(group for group in RELATIONS if word in group))
        if same:
            groups.append(same)
    for raw in text.split()[1:]:
        name = raw.strip('.,;:!?()"“”')
        if name[:1].isupper() and name.endswith(_POSSESSIVE_ENDINGS) and name[:-2].lower() not in _NO_PERSONS:
            groups.append(frozenset(words(name[:-2])))
    return [group for group in dict.fromkeys(groups) if group]


def lacks_possessor(
    possessors: "Iterable[frozenset[str]]", candidates: "Iterable[frozenset[str]]", stems: "Tokenizer"
) -> bool:
    """Whether one of the possessors is named by none of the candidates, given as sets of their stems and authors."""
    seen = frozenset().union(*candidates)
    return any(
        seen.isdisjoint(group) and seen.isdisjoint(stem for word in group for stem in stems(word))
        for group in possessors
    )


def words_alone(text: str, stems: "Iterable[str]", stem: "Tokenizer") -> "set[str]":
    """The stems of a text without those that stand only in longer names: cert-manager is nobody's manager."""
    words = text.split()
    joined = [word for word in words if "-" in word or "_" in word]
    if not joined:
        return {*stems}
    return {*stems}.difference(stem(" ".join(joined))) | {*stem(" ".join(set(words).difference(joined)))}
