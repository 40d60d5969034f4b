"""Rules by which a new statement gives another value."""

from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.frames import compatible_verbs
from recall_cli.rules.revision.match import Match, is_change_word, topic_terms
from recall_cli.rules.revision.phrases import find_phrase
from recall_cli.rules.revision.positions import (
    follows_be,
    follows_word,
    have_same_verbs,
    label_terms,
    preposition_before,
    relation_verbs,
    stand_together,
    stands_after_verb,
    stands_at_end,
)
from recall_cli.rules.revision.terms import PLACE_KINDS, VALUE_KINDS, mean_same, missing_terms
from recall_cli.rules.revision.values import drop_quantity_words, is_person, sort_of_value, sorts_fit
from recall_cli.rules.revision.verbs import MANY_VERBS, STATE_VERBS
from recall_cli.rules.revision.verdict import Verdict, asks, ends, stays
from recall_cli.rules.revision.word_sets import QUANTITY_WORDS, ROLE_STEMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.terms import Term


def has_same_label(match: Match) -> "Verdict | None":
    """`Formatter: biome` after `Formatter: prettier`."""
    here, there = label_terms(match.claim.terms), label_terms(match.old.terms)
    if match.claim.new and not match.claim.old:
        return None
    if here is None or there is None:
        return None
    if find_phrase([term.low for term in here], bearing.LIST_LABELS) == (0, len(here)):
        return stays("it is one of a list")
    first, second = ([term for term in head if term.is_content] for head in (here, there))
    if missing_terms(first, second) or missing_terms(second, first) or not first:
        return None
    if not missing_terms(match.claim.content, match.old.content) or match.claim.denies:
        return None
    return ends("the same label has another value")


def gives_value_first(match: Match) -> "Verdict | None":
    """`Tecton is our feature store` after `Feature store = Feast`: the value stands first."""
    old, claim = match.old, match.claim
    if claim.denies or claim.old or old.denies:
        return None
    left_old, left_new = (
        missing_terms(topic_terms(old.content), match.new_items),
        missing_terms(topic_terms(claim.content), old.content),
    )
    left_new = [term for term in left_new if not is_change_word(term)]
    topic_kinds = ("word", "name", "code", "ident", "path", "host", "handle", "channel", "url")
    if not any(term.kind in topic_kinds for term in topic_terms(match.shared)):
        return None
    if not left_old or not left_new or missing_terms(topic_terms(match.shared), claim.content):
        return None
    if (
        claim.content[:1] != left_new[:1]
        or not stand_together(claim.terms, left_new)
        or not stand_together(old.terms, left_old)
    ):
        return None
    behind = [term.low for term in claim.terms if term.place > left_new[-1].place]
    while behind and behind[0] in ("now", "currently"):
        behind = behind[1:]
    definite = behind[:1] in (["is"], ["are"]) and any(
        word in ("the", "our", "my", "its", "their") for word in behind[1:3]
    )
    if (
        not definite
        or left_old[-1].place < max((term.place for term in match.shared), default=0)
        and left_old[0].place > 0
    ):
        return None
    return ends("it gives another value") if sorts_fit(left_old, left_new, loose=True) else None


def changes_value(match: Match) -> "Verdict | None":
    """`Standup moved to 10:15`: the topic is the old statement's, and it has a value of that sort."""
    old, claim = match.old, match.claim
    new = claim.new
    if not (claim.changes and new and not claim.old):
        return None

    rest_new = topic_terms(term for term in match.new_items if term not in new)
    free_new = [term for term in match.new_items if term not in new]
    left_new = [term for term in missing_terms(rest_new, old.content) if term.low not in QUANTITY_WORDS]
    left_old = missing_terms(topic_terms(old.content), free_new + new)
    left_old = [term for term in drop_quantity_words(left_old) if term.low not in STATE_VERBS] or left_old
    differing = [
        term
        for term in new
        if not any(
            term.key == other.key or (mean_same(term, other) and term.kind not in PLACE_KINDS) for other in old.content
        )
    ]
    if (
        len(rest_new) == 1
        and differing
        and rest_new[0].kind not in ("word", "number")
        and sorts_fit(rest_new, differing)
    ):
        if mean_same(rest_new[0], old.content[-1]) and len(old.content) > 1:
            return ends("its value moved")
    if not differing:
        return stays("it gives the same value")
    if any(term.kind in VALUE_KINDS and term.kind != "number" for term in left_old) and not any(term.kind in VALUE_KINDS for term in differing):
        return stays("its value is of another sort")
    if left_old and not stand_together(old.terms, left_old):
        head = next(iter(topic_terms(old.content)), None)
        if (
            head is not None
            and not left_new
            and any(mean_same(head, term) for term in rest_new)
            and sorts_fit(left_old[-1:], differing, loose=True)
        ):
            return asks("its value may have changed")
        return stays("the older one says more")
    if left_new or not left_old or not rest_new or len(left_old) > 3:
        return stays("something else changed")
    if not (sorts_fit(left_old, differing, loose=True) or sorts_fit(left_old[-1:], differing, loose=True)):
        return stays("its value is of another sort")
    if (
        sort_of_value(differing) in ("name", "words", "code")
        and not _in_value_slot(match, left_old[-1:], differing)
        and not is_person(old.terms, left_old[:1])
    ):
        return stays("another part of it changed")
    before_old = [term for term in old.content if term.place < left_old[-1].place][-1:]
    before_new = [term for term in claim.content if term.place < differing[-1].place][-1:]
    if before_old and before_new and mean_same(before_old[0], before_new[0]):
        return ends("it changed to another value")
    moved = any(word in ("moved", "relocated", "went") for word in claim.words)
    if sort_of_value(left_old) in ("name", "words") and moved and follows_be(old.terms, left_old):
        return stays("what it is did not move")
    linked = preposition_before(old.terms, left_old[-1:]) or follows_word(
        old.terms, left_old, (":", "=", "is", "are", "called", "as")
    )
    if (not sorts_fit(left_old, differing) and not linked) or (
        sort_of_value(differing) == "words"
        and not preposition_before(old.terms, left_old)
        and not follows_word(old.terms, left_old, (":", "=", "is", "are"))
    ):
        return stays("another part of it changed")
    return ends("it changed to another value")


def _in_value_slot(match: Match, left_old: "Sequence[Term]", left_new: "Sequence[Term]") -> bool:
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


def gives_other_value(match: Match) -> "Verdict | None":
    """The same sentence with another value."""
    old, claim, statement = match.old, match.claim, match.statement
    left_old, left_new = (
        missing_terms(topic_terms(old.content), match.new_items),
        missing_terms(topic_terms(match.new_items), old.content),
    )
    topic_kinds = ("word", "name", "code", "ident", "path", "host", "handle", "channel", "url")
    common = [term for term in topic_terms(match.shared) if term.kind in topic_kinds]
    if not left_old or not left_new:
        return stays("it gives no other value")
    if not common:
        return stays("it shares nothing with it")
    sure = statement.now or statement.corrects
    if len(left_old) <= 2 and len(left_new) <= 2 and sure and left_old[-1].kind == left_new[-1].kind == "number":
        before = [
            [term for term in terms if term.is_content and term.place < group[-1].place][-1:]
            for terms, group in ((old.terms, left_old), (claim.terms, left_new))
        ]
        subject = min(
            (term.place for term in claim.content if any(mean_same(term, item) for item in match.shared)), default=0
        )
        if before[0] and before[1] and mean_same(before[0][0], before[1][0]) and match.shared[0] is not before[0][0]:
            if left_old[0].place > match.shared[0].place and left_new[0].place > subject:
                return ends("another version")
    if len(common) < 2 and not _one_word_is_enough(match, left_old, left_new):
        return stays("they share one word only")
    left_old, left_new = drop_quantity_words(left_old), drop_quantity_words(left_new)
    if sure and _counts_the_same(match, left_old, left_new):
        return ends("it gives another number")
    if not (stand_together(old.terms, left_old) and stand_together(claim.terms, left_new)):
        return stays("they differ in two places")
    if not sorts_fit(left_old, left_new, loose=sure):
        return stays("its value is of another sort")
    if (
        not _same_verb(match)
        and sort_of_value(left_old) in ("name", "words", "code", "path", "host", "handle", "channel")
        and not match.statement.corrects
    ):
        return (
            asks("it may give another value")
            if sorts_fit(left_old, left_new)
            else stays("it tells something else about it")
        )
    roles = any(term.key in ROLE_STEMS for term in match.shared) or (
        preposition_before(claim.terms, left_new) == "with" and left_old[0].place == 0
    )
    if is_person(old.terms, left_old) and is_person(claim.terms, left_new) and roles:
        many = [
            any(
                term.low in ("a", "an", "one") and terms[at - 1].low in ("is", "are")
                for at, term in enumerate(terms)
                if at
            )
            for terms in (old.terms, claim.terms)
        ]
        return (
            stays("it can be one of several") if many[0] and (many[1] or not statement.now) else ends("another person")
        )
    if not _in_value_slot(match, left_old, left_new):
        return stays("it speaks of something else")
    if gives_bound(old.terms) and not gives_bound([*claim.terms, *match.new_items]) and left_old[-1].kind in VALUE_KINDS and not claim.changes:
        return asks("one gives a limit, the other a measure")
    if (
        sort_of_value(left_old) == "words"
        and not sure
        and not (len(left_old) == len(left_new) == 1 and label_terms(old.terms))
    ):
        return asks("it may give another value")
    if _holds_many(match, left_old):
        return stays("both can hold")
    return ends("it gives another value")


def has_same_frame(match: Match) -> "Verdict | None":
    """The same subject and verb, and one value of the same place in the sentence that differs."""
    old, new = match.old.frame, match.claim.frame
    if old is None or new is None or match.claim.denies != match.old.denies:
        return None
    sure = match.statement.now or match.statement.corrects
    same_verb = compatible_verbs(old.verb, new.verb)
    if not same_verb and not (sure and "be" in (old.verb, new.verb)):
        return None
    subjects = [topic_terms(frame.subject) or frame.subject for frame in (old, new)]
    subjects[1] = [
        term for term in subjects[1] if not is_change_word(term) or any(mean_same(term, item) for item in subjects[0])
    ]
    if not subjects[0] or missing_terms(subjects[0], subjects[1]) or missing_terms(subjects[1], subjects[0]):
        return None
    differing = ""
    found = 0
    for link, values in old.slots.items():
        others = new.slots.get(link)
        if others is None:
            return None
        if missing_terms(topic_terms(values) or values, others) and missing_terms(
            topic_terms(others) or others, values
        ):
            differing, found = link, found + 1
        elif missing_terms(topic_terms(values), others) or missing_terms(topic_terms(others), values):
            return None
    if found != 1 or any(
        link not in old.slots and link not in ("since", "because", "after", "as", "from") for link in new.slots
    ):
        return None
    if not same_verb and not differing:
        return None
    return _judge_slot(match, differing, old.slots[differing], new.slots[differing])


def _judge_slot(match: Match, link: str, before: "list[Term]", after: "list[Term]") -> "Verdict | None":
    """What another value in the same place of the sentence does."""
    left_old, left_new = missing_terms(before, after), missing_terms(after, before)
    sure = match.statement.now or match.statement.corrects
    if len(left_old) > 4 or len(left_new) > 4 or not left_old or not left_new:
        return None
    sorts = {sort_of_value(left_old), sort_of_value(left_new)}
    if (
        len(sorts) > 1
        and not sorts <= {"name", "words", "code", "path", "host", "handle"}
        and not (sorts <= {"number", "count", "version"})
    ):
        return None
    if any(term.kind in VALUE_KINDS for term in left_old) != any(term.kind in VALUE_KINDS for term in left_new):
        return None
    if link == "by":
        return ends("another person")
    if gives_bound(match.old.terms) != gives_bound(match.claim.terms) and not match.statement.corrects and left_old[-1].kind in VALUE_KINDS:
        return asks("one gives a limit, the other a measure")
    if (
        match.old.frame is not None
        and link != "in" and match.old.frame.verb in MANY_VERBS
        and sorts & {"name", "words", "code", "path", "host"}
    ):
        return None
    if link == "" and sorts & {"name", "words", "code", "path"}:
        verb = match.old.frame.verb if match.old.frame is not None else ""
        if (verb == "be" and "words" in sorts and not sure) or (verb == "hav" and not sure):
            return None
    if "words" in sorts and len(sorts) == 1 and not sure:
        return None
    return ends("it gives another value")


def _same_verb(match: Match) -> bool:
    """Whether both statements say the same of their subject."""
    if have_same_verbs(match.old.terms, match.claim.terms):
        return True
    verbs = relation_verbs(match.old.terms) | relation_verbs(match.claim.terms)
    return any(term.key in verbs for term in match.shared)


def _counts_the_same(match: Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
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


def _one_word_is_enough(match: Match, left_old: "list[Term]", left_new: "list[Term]") -> bool:
    """With one word in common, the subject, the relation and the sort of value have to agree."""
    old, claim = match.old, match.claim
    heads = [
        next((term for term in topic_terms(terms) if term not in group), None)
        for terms, group in ((old.content, left_old), (claim.content, left_new))
    ]
    if heads[0] is None or heads[1] is None or not mean_same(heads[0], heads[1]):
        return False
    amounts = len(left_old) == len(left_new) == 1 and left_old[0].kind in VALUE_KINDS and left_old[0].kind != "number"
    if amounts and left_old[0].kind == left_new[0].kind and len(match.shared) > 1:
        return True
    if not sorts_fit(left_old, left_new, loose=match.statement.corrects) or not have_same_verbs(old.terms, claim.terms):
        return False
    return preposition_before(old.terms, left_old) == preposition_before(claim.terms, left_new)


_BOUND_WORDS = frozenset("least most minimum maximum min max must limit limited cap capped threshold allow allows allowed can may up need needs quota enough require requires required".split())


def gives_bound(terms: "Sequence[Term]") -> bool:
    """Whether a statement gives a limit and no measure: `at least 80 %`, `up to five`."""
    return any(term.low in _BOUND_WORDS for term in terms)


def _holds_many(match: Match, left_old: "list[Term]") -> bool:
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
    over = find_phrase(statement.words, bearing.OVER) is not None
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
