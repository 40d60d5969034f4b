"""The rule for a statement that is like an older one but for its value: `the port is 9090`."""

from recall_cli.rules.revision.clashes import (
    counts_the_same,
    gives_bound,
    gives_leave,
    holds_many,
    is_one_of_many,
    is_other_version,
    is_plain_number,
    measures_other_thing,
    names_other_product,
    one_word_is_enough,
    same_verb,
    stand_as_values,
    subjects_clash,
    verbs_clash,
)
from recall_cli.rules.revision.match import Match, topic_terms
from recall_cli.rules.revision.sameness import mean_same, missing_terms
from recall_cli.rules.revision.term import VALUE_KINDS
from recall_cli.rules.revision.values import (
    TOPIC_KINDS,
    drop_quantity_words,
    has_amount,
    is_person,
    label_terms,
    preposition_before,
    same_link,
    sort_of_value,
    sorts_fit,
    stand_together,
)
from recall_cli.rules.revision.verdict import asks, ends, stays
from recall_cli.rules.revision.words.word_sets import ROLE_STEMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.term import Term
    from recall_cli.rules.revision.verdict import Verdict


class Difference:
    """What two statements have alone: the older value and the new one, if all else is the same."""

    __slots__ = ("claim", "match", "new", "old", "sort")

    def __init__(self, match: Match, old: "list[Term]", new: "list[Term]") -> None:
        self.match, self.claim = match, match.claim
        self.old, self.new = old, new
        self.sort = sort_of_value(old)


def gives_other_value(match: Match) -> "Verdict | None":
    """The same sentence with another value."""
    left_old = missing_terms(topic_terms(match.old.content), match.new_items)
    left_new = missing_terms(topic_terms(match.new_items), match.old.content)
    if not left_old or not left_new:
        return stays("it gives no other value")
    whole = Difference(match, left_old, left_new)
    for check in (_check_topic, _check_version, _check_one_word):
        verdict = check(whole)
        if verdict is not None:
            return verdict
    difference = Difference(match, drop_quantity_words(left_old), drop_quantity_words(left_new))
    for check in (_check_amounts, _check_sorts, _check_subject, _check_link, _check_verb, _check_person, _check_slot):
        verdict = check(difference)
        if verdict is not None:
            return verdict
    return stays("both can hold") if holds_many(match, difference.old) else ends("it gives another value")


def _check_topic(difference: Difference) -> "Verdict | None":
    """Both speak of one topic, and deny and allow alike."""
    match, claim = difference.match, difference.claim
    if not any(term.kind in TOPIC_KINDS for term in topic_terms(match.shared)):
        return stays("it shares nothing with it")
    if claim.denies != match.old.denies:
        return stays("it denies something else")
    head = label_terms(claim.terms)
    if head is not None and missing_terms([term for term in head if term.is_content], match.old.content):
        return stays("it is about something else")
    if gives_leave(claim.terms) != gives_leave(match.old.terms):
        return stays("it only allows something")
    return None


def _check_version(difference: Difference) -> "Verdict | None":
    """Another number directly behind the same name."""
    match, left_old, left_new = difference.match, difference.old, difference.new
    if is_other_version(match, left_old, left_new):
        return ends("another version")
    numbers = left_old[-1].kind == left_new[-1].kind == "number"
    if not (match.is_sure and numbers and len(left_old) <= 2 and len(left_new) <= 2):
        return None
    pairs = ((match.old.terms, left_old), (match.claim.terms, left_new))
    before = [
        next((term for term in reversed(terms) if term.is_content and term.place < group[-1].place), None)
        for terms, group in pairs
    ]
    if before[0] is None or before[1] is None or not mean_same(before[0], before[1]) or match.shared[0] is before[0]:
        return None
    known = [term.place for term in match.claim.content if any(mean_same(term, item) for item in match.shared)]
    behind_subject = left_old[0].place > match.shared[0].place and left_new[0].place > min(known, default=0)
    return ends("another version") if behind_subject else None


def _check_one_word(difference: Difference) -> "Verdict | None":
    """With one word in common, more has to agree."""
    match = difference.match
    common = [term for term in topic_terms(match.shared) if term.kind in TOPIC_KINDS]
    if len(common) < 2 and not one_word_is_enough(match, difference.old, difference.new):
        return stays("they share one word only")
    return None


def _check_amounts(difference: Difference) -> "Verdict | None":
    """An amount takes the place of an amount, a version that of a version of the same product."""
    match, left_old, left_new = difference.match, difference.old, difference.new
    if has_amount(left_old) != has_amount(left_new):
        both_words = all(any(term.kind == "word" for term in group) for group in (left_old, left_new))
        linked = preposition_before(match.old.terms, left_old) and both_words and same_verb(match)
        plain = is_plain_number(left_old) and is_plain_number(left_new)
        if not (match.is_sure and (linked or plain)):
            return stays("its value is of another sort")
    if names_other_product(left_old, left_new):
        return asks("it names another product")
    return ends("it gives another number") if match.is_sure and counts_the_same(match, left_old, left_new) else None


def _check_sorts(difference: Difference) -> "Verdict | None":
    """Both values are one stretch of their statements, and of one sort."""
    match, left_old, left_new = difference.match, difference.old, difference.new
    if not (stand_together(match.old.terms, left_old) and stand_together(match.claim.terms, left_new)):
        return stays("they differ in two places")
    fit = sorts_fit(left_old, left_new) or (
        match.is_sure and sorts_fit(left_old, left_new, loose=True) and same_verb(match)
    )
    return None if fit else stays("its value is of another sort")


def _check_subject(difference: Difference) -> "Verdict | None":
    """Both speak of the same thing."""
    if subjects_clash(difference.match):
        return stays("it is about something else")
    if measures_other_thing(difference.old, difference.new):
        return stays("it measures something else")
    return None


def _check_link(difference: Difference) -> "Verdict | None":
    """Names stand behind the same preposition in both."""
    match = difference.match
    here = preposition_before(match.claim.terms, difference.new)
    there = preposition_before(match.old.terms, difference.old)
    differ = bool(here and there) and not same_link(here, there)
    if differ and difference.sort in ("name", "words") and not match.statement.corrects:
        return asks("it may give another value")
    return None


_NAME_SORTS = frozenset(("name", "words", "code", "path", "host", "handle", "channel"))


def _check_verb(difference: Difference) -> "Verdict | None":
    """Names need the same verb in both: `supports X` and `uses Y` can both be true."""
    match = difference.match
    if difference.sort not in _NAME_SORTS:
        return None
    if not same_verb(match) and not match.statement.corrects:
        same_sort = sorts_fit(difference.old, difference.new)
        return asks("it may give another value") if same_sort else stays("it tells something else about it")
    named = difference.sort not in ("handle", "channel")
    return asks("it may give another value") if named and verbs_clash(match) else None


def _check_person(difference: Difference) -> "Verdict | None":
    """Another person in a role that one person holds."""
    match, left_old, left_new = difference.match, difference.old, difference.new
    there, here = match.old.terms, match.claim.terms
    passive = preposition_before(here, left_new) == "with" and left_old[0].place == 0
    role = passive or any(term.key in ROLE_STEMS for term in match.shared)
    if not (role and is_person(there, left_old) and is_person(here, left_new)):
        return None
    shared_task = any(term.low in ("can", "may") for term in (*there, *here))
    if shared_task or is_one_of_many(here) or (is_one_of_many(there) and not match.statement.now):
        return stays("it can be one of several")
    return ends("another person")


def _check_slot(difference: Difference) -> "Verdict | None":
    """Both differences stand where a value stands, and are values of one meaning."""
    match, left_old, left_new = difference.match, difference.old, difference.new
    if not stand_as_values(match, left_old, left_new):
        return stays("it speaks of something else")
    bounds_differ = gives_bound(match.old.terms) and not gives_bound([*match.claim.terms, *match.new_items])
    if bounds_differ and left_old[-1].kind in VALUE_KINDS and not match.claim.changes:
        return asks("one gives a limit, the other a measure")
    single = len(left_old) == len(left_new) == 1 and label_terms(match.old.terms)
    if difference.sort == "words" and not match.is_sure and not single:
        return asks("it may give another value")
    return None
