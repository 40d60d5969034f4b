"""The possessor guard: a question about a niece's party is not answered with an uncle's.

A question that names a relation ("my sister", "their landlord") or a possessor ("Anna's laptop") is about that person's
thing. If no good candidate names that person, under any of the usual words for the relation, the answer is not here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Tokenizer = Callable[[str], list[str]]

RELATIONS = tuple(
    frozenset(group.split())
    for group in (
        "partner spouse wife husband girlfriend boyfriend fiance fiancee fiancé fiancée married marriage hubby",
        "mother mom mum mommy mama parent parents", "father dad daddy papa parent parents",
        "sister sisters sibling siblings twin", "brother brothers sibling siblings twin",
        "son sons kid kids child children boy boys", "daughter daughters kid kids child children girl girls",
        "uncle uncles", "aunt aunts auntie", "niece nieces", "nephew nephews", "cousin cousins",
        "grandmother grandma granny nana grandparents", "grandfather grandpa granddad grandparents",
        "roommate roommates flatmate flatmates housemate", "neighbor neighbors neighbour neighbours",
        "landlord landlady", "boss manager supervisor", "colleague colleagues coworker coworkers teammate",
        "dentist", "therapist psychologist counselor", "lawyer attorney", "accountant", "babysitter nanny",
    )
)  # fmt: skip
"""Words for the same relation; a candidate that has any word of a group names that relation."""
_POSSESSIVE_ENDINGS = ("'s", "’s")
_NO_PERSONS = frozenset(("let", "it", "what", "who", "that", "there", "here", "today", "tomorrow", "yesterday"))


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
