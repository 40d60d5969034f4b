"""Why two statements that look alike may speak of different things."""

from recall_cli.rules.revision import cues
from recall_cli.rules.revision.frames import compatible_verbs
from recall_cli.rules.revision.match import Match, topic_terms
from recall_cli.rules.revision.sameness import mean_same, missing_terms
from recall_cli.rules.revision.term import PLACE_KINDS, VALUE_KINDS
from recall_cli.rules.revision.values import (
    follows_word,
    have_same_verbs,
    label_terms,
    preposition_before,
    relation_verbs,
    same_link,
    sort_of_value,
    sorts_fit,
    stands_after_verb,
    stands_at_end,
)
from recall_cli.rules.revision.words.phrases import find_phrase
from recall_cli.rules.revision.words.verbs import MANY_VERBS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.term import Term


def stand_as_values(match: Match, left_old: "Sequence[Term]", left_new: "Sequence[Term]") -> bool:
    """Whether both differences stand where a value stands, not where the subject stands."""
    if sort_of_value(left_old) not in ("name", "words", "code", "handle", "number"):
        return True
    old_terms, new_terms = match.old.terms, match.claim.terms
    if sort_of_value(left_old) == "number" and sort_of_value(left_new) == "number":
        behind = [
            [term for term in terms if term.is_content and term.place > group[0].place][:1]
            for terms, group in ((old_terms, left_old), (new_terms, left_new))
        ]
        if behind[0] and behind[1] and mean_same(behind[0][0], behind[1][0]):
            return True
        return stands_after_verb(old_terms, left_old[0]) or (
            left_old[0].place > 0 and stands_after_verb(new_terms, left_new[0])
        )
    return all(
        stands_after_verb(terms, group[0]) or stands_at_end(terms, group)
        for terms, group in ((old_terms, left_old), (new_terms, left_new))
    )


_COMPOUND_HEADS = frozenset("notes note manager managers lead owner plan process day team key page log".split())


def names_other_compound(match: Match) -> bool:
    """Whether a shared word is part of another compound in each: `release notes`, `release manager`."""
    for term in match.shared:
        here = _compound_head(match.old.terms, term.place)
        twin = next((other for other in match.claim.terms if other.key == term.key), None)
        there = _compound_head(match.claim.terms, twin.place - match.claim.terms[0].place) if twin is not None else ""
        if twin is not None and here != there and (here in _COMPOUND_HEADS or there in _COMPOUND_HEADS):
            return True
    return False


def _compound_head(terms: "Sequence[Term]", place: int) -> str:
    """The word directly behind a term, if it is a noun of a compound."""
    following = terms[place + 1] if place + 1 < len(terms) else None
    return (
        following.low if following is not None and following.kind == "word" and following.low in _COMPOUND_HEADS else ""
    )


def measures_other_thing(left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """Whether both give an amount, but of different things: `24 GB of VRAM`, `128 GB of RAM`."""
    here, there = ([term for term in group if term.kind not in VALUE_KINDS] for group in (left_new, left_old))
    if not here or not there or len(here) == len(left_new) or len(there) == len(left_old):
        return False
    return here[0].place > left_new[0].place and there[0].place > left_old[0].place


def verbs_clash(match: Match) -> bool:
    """Whether the two say different things of their subjects: `supports`, `uses`."""
    old, new = match.old.frame, match.claim.frame
    if old is not None and new is not None and "be" in (old.verb, new.verb) and old.verb != new.verb:
        return bool({old.verb, new.verb} & (MANY_VERBS | {"use"}))
    return (
        old is not None
        and new is not None
        and "be" not in (old.verb, new.verb)
        and not compatible_verbs(old.verb, new.verb)
    )


def subjects_clash(match: Match) -> bool:
    """Whether the subjects of the two have nothing in common."""
    old, new = match.old.frame, match.claim.frame
    if old is None or new is None:
        return False
    here = [term for term in topic_terms(new.subject) if term.kind not in VALUE_KINDS]
    return bool(here and old.subject) and len(missing_terms(here, match.old.content)) == len(here)


def is_other_version(match: Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """Whether only the version behind the name of a product differs: `Python 3.12 is required`."""
    if (
        len(left_old) != 1
        or len(left_new) != 1
        or any(term.key in MANY_VERBS - {"require"} for term in match.old.terms)
    ):
        return False
    products = []
    for terms, value in ((match.old.terms, left_old[0]), (match.claim.terms, left_new[0])):
        before = next((term for term in reversed(terms) if term.place < value.place), None)
        if value.kind not in ("number", "version") or "." not in value.key or before is None or before.kind != "name":
            return False
        products.append(before)
    return mean_same(products[0], products[1])


def gives_leave(terms: "Sequence[Term]") -> bool:
    """Whether a statement allows or forbids something."""
    return any(term.low in ("allowed", "permitted", "forbidden", "welcome") for term in terms)


def is_plain_number(group: "Sequence[Term]") -> bool:
    """Whether a value is a plain number or a word for one place in an order: `third`, `ground`."""
    return len(group) == 1 and group[0].kind in ("number", "word", "name", "version", "code")


def names_other_product(left_old: "Sequence[Term]", left_new: "Sequence[Term]") -> bool:
    """Whether both are a product with its version, but not the same product: `GCC 12`, `Zephyr 4.1`."""
    return all(
        len(group) == 2 and group[0].kind in ("name", "word", "ident") and group[1].kind in ("number", "version")
        for group in (left_old, left_new)
    )


def same_verb(match: Match) -> bool:
    """Whether both statements say the same of their subject."""
    old, new = match.old.frame, match.claim.frame
    if old is not None and new is not None and "be" not in (old.verb, new.verb):
        return compatible_verbs(old.verb, new.verb)
    if have_same_verbs(match.old.terms, match.claim.terms):
        return True
    verbs = relation_verbs(match.old.terms) | relation_verbs(match.claim.terms)
    return any(term.key in verbs for term in match.shared)


def counts_the_same(match: Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """Whether both give a number of the same things: `one required review`, `now requires two reviews`."""
    if len(left_new) != 1 or left_new[0].kind != "number" or len(left_old) > 3:
        return False
    figures = [term for term in left_old if term.kind == "number"]
    if len(figures) != 1 or any(term.proper or term.kind in PLACE_KINDS for term in left_old):
        return False
    counted = [
        next(
            (
                term
                for term in reversed(terms)
                if figure.place < term.place <= figure.place + 2
                and term.kind == "word"
                and not term.is_generic
                and term.is_content
            ),
            None,
        )
        for terms, figure in ((match.old.terms, figures[0]), (match.claim.terms, left_new[0]))
    ]
    heads = [next(iter(topic_terms(terms)), None) for terms in (match.old.content, match.claim.content)]
    if counted[0] is None or counted[1] is None or heads[0] is None or heads[1] is None:
        return False
    return mean_same(counted[0], counted[1]) and mean_same(heads[0], heads[1]) and heads[0] is not counted[0]


def one_word_is_enough(match: Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """With one word in common, the subject, the relation and the sort of value have to agree."""
    old, claim = match.old, match.claim
    heads = [
        next((term for term in topic_terms(terms) if term not in group), None)
        for terms, group in ((old.content, left_old), (claim.content, left_new))
    ]
    if heads[0] is None or heads[1] is None or not mean_same(heads[0], heads[1]):
        return False
    if (heads[0].kind in PLACE_KINDS) != (heads[1].kind in PLACE_KINDS):
        return False
    labelled = label_terms(old.terms) is not None or label_terms(claim.terms) is not None
    if not labelled and (left_old[0].place < heads[0].place or left_new[0].place < heads[1].place):
        return False
    if not labelled and not all(
        stands_after_verb(terms, group[0]) or preposition_before(terms, group)
        for terms, group in ((old.terms, left_old), (claim.terms, left_new))
    ):
        return False
    amounts = len(left_old) == len(left_new) == 1 and left_old[0].kind in VALUE_KINDS and left_old[0].kind != "number"
    if amounts and left_old[0].kind == left_new[0].kind and len(match.shared) > 1:
        return True
    if not sorts_fit(left_old, left_new, loose=match.statement.corrects) or not have_same_verbs(old.terms, claim.terms):
        return False
    return same_link(preposition_before(old.terms, left_old), preposition_before(claim.terms, left_new))


_BOUND_WORDS = frozenset(
    """least most minimum maximum min max must limit limited cap capped threshold allow allows allowed can may up
    need needs quota enough require requires required""".split()
)


def gives_bound(terms: "Sequence[Term]") -> bool:
    """Whether a statement gives a limit and no measure: `at least 80 %`, `up to five`."""
    return any(term.low in _BOUND_WORDS for term in terms)


def holds_many(match: Match, left_old: "list[Term]") -> bool:
    """Whether the verb of both can have several objects, so that the second is one more."""
    old, statement = match.old, match.statement
    verb = next(
        (term for term in old.terms if term.key in MANY_VERBS and any(mean_same(term, item) for item in match.shared)),
        None,
    )
    if (
        verb is not None
        and verb.place + 1 < len(old.terms)
        and old.terms[verb.place + 1].low in ("is", "are", "was", "needs", "has", "runs", "must")
    ):
        verb = None  # a noun: "the health check is"
    passive = (
        verb is not None and verb.place and old.terms[verb.place - 1].low in ("is", "are", "be", "been", "get", "gets")
    )
    near = verb is not None and left_old[0].place - verb.place <= 3
    direct = (
        (not preposition_before(old.terms, left_old) or near)
        and not passive
        and not follows_word(old.terms, left_old, (":", "="))
    )
    verbs = verb is not None
    sorts = sort_of_value(left_old) in ("name", "words", "code", "path", "channel", "host")
    over = find_phrase(statement.words, cues.OVER) is not None
    if verbs and direct and sorts and not statement.corrects and not over:
        return True
    one_of = old.terms[0].low in ("a", "one", "some") or any(
        term.low in ("a", "one")
        and term.place
        and old.terms[term.place - 1].low in ("is", "are")
        and any(item.low == "of" for item in old.terms[term.place :])
        for term in old.terms
    )
    return one_of and not (statement.now or statement.corrects)


def is_one_of_many(terms: "Sequence[Term]") -> bool:
    """Whether somebody is called one of several: `is a maintainer`."""
    return any(
        term.low in ("a", "an", "one") and before.low in ("is", "are")
        for before, term in zip(terms, terms[1:], strict=False)
    )
