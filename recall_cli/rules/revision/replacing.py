"""Rules by which a new statement gives another value."""

from recall_cli.rules.revision import cues
from recall_cli.rules.revision.clashes import gives_bound, measures_other_thing, stand_as_values
from recall_cli.rules.revision.frames import compatible_verbs
from recall_cli.rules.revision.match import Match, is_change_word, topic_terms
from recall_cli.rules.revision.sameness import mean_same, missing_terms
from recall_cli.rules.revision.term import PLACE_KINDS, VALUE_KINDS
from recall_cli.rules.revision.values import (
    TOPIC_KINDS,
    drop_quantity_words,
    follows_be,
    follows_word,
    has_amount,
    is_person,
    label_terms,
    preposition_before,
    sort_of_value,
    sorts_fit,
    stand_together,
)
from recall_cli.rules.revision.verdict import asks, ends, stays
from recall_cli.rules.revision.words.phrases import find_phrase
from recall_cli.rules.revision.words.verbs import MANY_VERBS, STATE_VERBS
from recall_cli.rules.revision.words.word_sets import QUANTITY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.revision.frames import Frame
    from recall_cli.rules.revision.term import Term
    from recall_cli.rules.revision.verdict import Verdict


def has_same_label(match: Match) -> "Verdict | None":
    """`Formatter: biome` after `Formatter: prettier`."""
    here, there = label_terms(match.claim.terms), label_terms(match.old.terms)
    if match.claim.new and not match.claim.old:
        return None
    if here is None or there is None:
        return None
    if find_phrase([term.low for term in here], cues.LIST_LABELS) == (0, len(here)):
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
    if not any(term.kind in TOPIC_KINDS for term in topic_terms(match.shared)):
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
    if not definite or (
        left_old[-1].place < max((term.place for term in match.shared), default=0) and left_old[0].place > 0
    ):
        return None
    return ends("it gives another value") if sorts_fit(left_old, left_new, loose=True) else None


def changes_value(match: Match) -> "Verdict | None":
    """`Standup moved to 10:15`: the topic is the old statement's, and it has a value of that sort."""
    old, claim, new = match.old, match.claim, match.claim.new
    if not (claim.changes and new and not claim.old):
        return None
    rest_new = topic_terms(term for term in match.new_items if term not in new)
    free_new = [term for term in match.new_items if term not in new]
    left_new = [term for term in missing_terms(rest_new, old.content) if term.low not in QUANTITY_WORDS]
    left_old = drop_quantity_words(missing_terms(topic_terms(old.content), free_new + new))
    left_old = [term for term in left_old if term.low not in STATE_VERBS] or left_old
    differing = [term for term in new if not _stands_in(term, old.content)]
    if _moves_itself(rest_new, differing, old.content):
        return ends("its value moved")
    if not differing:
        return stays("it gives the same value") if not left_old else stays("something else changed")
    if _sorts_clash(left_old, differing):
        return stays("its value is of another sort")
    if left_old and not stand_together(old.terms, left_old):
        head = next(iter(topic_terms(old.content)), None)
        same_head = head is not None and not left_new and any(mean_same(head, term) for term in rest_new)
        if same_head and sorts_fit(left_old[-1:], differing, loose=True):
            return asks("its value may have changed")
        return stays("the older one says more")
    if left_new or not left_old or not rest_new or len(left_old) > 3:
        return stays("something else changed")
    if len(rest_new) < 2 and "renamed" in claim.words and not sorts_fit(left_old, differing):
        return asks("it may have another name")
    return _judge_changed(match, left_old, differing)


def _stands_in(term: "Term", content: "list[Term]") -> bool:
    """Whether the older statement has this very value."""
    return any(term.key == other.key or (mean_same(term, other) and term.kind not in PLACE_KINDS) for other in content)


def _moves_itself(rest_new: "list[Term]", differing: "list[Term]", content: "list[Term]") -> bool:
    """Whether the older value itself moved: `stg.acme.dev moved to staging.acme.dev`."""
    if len(rest_new) != 1 or not differing or rest_new[0].kind in ("word", "number") or len(content) < 2:
        return False
    return sorts_fit(rest_new, differing) and mean_same(rest_new[0], content[-1])


def _sorts_clash(left_old: "list[Term]", differing: "list[Term]") -> bool:
    """Whether one value is an amount, a date or a number, and the other is not."""
    if differing[-1].kind in VALUE_KINDS:
        return not any(term.kind in VALUE_KINDS for term in left_old)
    amounts = any(term.kind in VALUE_KINDS and term.kind != "number" for term in left_old)
    return amounts and not any(term.kind in VALUE_KINDS for term in differing)


_CONVERTING = frozenset("converted rewritten ported translated rewrote convert".split())


def _judge_changed(match: Match, left_old: "list[Term]", differing: "list[Term]") -> "Verdict":
    """What a change to another value does, if nothing else differs."""
    old, claim = match.old, match.claim
    link = preposition_before(old.terms, left_old[-1:])
    if not (sorts_fit(left_old, differing, loose=True) or sorts_fit(left_old[-1:], differing, loose=True)):
        return stays("its value is of another sort")
    as_values = stand_as_values(match, left_old[-1:], differing) or is_person(old.terms, left_old[:1])
    if sort_of_value(differing) in ("name", "words", "code") and not as_values:
        return stays("another part of it changed")
    named = sort_of_value(left_old) == "name"
    if (link == "on" or (named and not link)) and any(word in _CONVERTING for word in claim.words):
        return stays("another part of it changed")
    before_old = [term for term in old.content if term.place < left_old[-1].place][-1:]
    before_new = [term for term in claim.content if term.place < differing[-1].place][-1:]
    if before_old and before_new and mean_same(before_old[0], before_new[0]):
        return ends("it changed to another value")
    moved = any(word in ("moved", "relocated", "went") for word in claim.words)
    if sort_of_value(left_old) in ("name", "words") and moved and follows_be(old.terms, left_old):
        return stays("what it is did not move")
    linked = link or follows_word(old.terms, left_old, (":", "=", "is", "are", "called", "as"))
    placed = preposition_before(old.terms, left_old) or follows_word(old.terms, left_old, (":", "=", "is", "are"))
    if (not sorts_fit(left_old, differing) and not linked) or (sort_of_value(differing) == "words" and not placed):
        return stays("another part of it changed")
    return ends("it changed to another value")


_FREE_LINKS = frozenset(("since", "because", "after", "as", "from"))


def has_same_frame(match: Match) -> "Verdict | None":
    """The same subject and verb, and one value of the same place in the sentence that differs."""
    old, new = match.old.frame, match.claim.frame
    if old is None or new is None or match.claim.denies != match.old.denies:
        return None
    verbs_agree = compatible_verbs(old.verb, new.verb)
    if not verbs_agree and not (match.is_sure and "be" in (old.verb, new.verb)):
        return None
    there = topic_terms(old.subject) or old.subject
    here = [
        term
        for term in topic_terms(new.subject) or new.subject
        if not is_change_word(term) or any(mean_same(term, item) for item in there)
    ]
    if not there or missing_terms(there, here) or missing_terms(here, there):
        return None
    link = _differing_link(old, new)
    if link is None or (not verbs_agree and not link):
        return None
    return _judge_slot(match, link, old.slots[link], new.slots[link])


def _differing_link(old: "Frame", new: "Frame") -> "str | None":
    """The preposition of the one value that differs; None if not exactly one differs."""
    differing = []
    for link, values in old.slots.items():
        others = new.slots.get(link)
        if others is None:
            return None
        plain, other_plain = topic_terms(values), topic_terms(others)
        if missing_terms(plain or values, others) and missing_terms(other_plain or others, values):
            differing.append(link)
        elif missing_terms(plain, others) or missing_terms(other_plain, values):
            return None
    if len(differing) != 1 or any(link not in old.slots and link not in _FREE_LINKS for link in new.slots):
        return None
    return differing[0]


_NAME_SORTS = frozenset(("name", "words", "code", "path", "host", "handle"))


_NUMBER_SORTS = frozenset(("number", "count", "version"))


def _judge_slot(match: Match, link: str, before: "list[Term]", after: "list[Term]") -> "Verdict | None":
    """What another value in the same place of the sentence does."""
    left_old, left_new = missing_terms(before, after), missing_terms(after, before)
    if not left_old or not left_new or len(left_old) > 4 or len(left_new) > 4:
        return None
    sorts = {sort_of_value(left_old), sort_of_value(left_new)}
    if len(sorts) > 1 and (
        (not link and sorts & {"host", "path"}) or not (sorts <= _NAME_SORTS or sorts <= _NUMBER_SORTS)
    ):
        return None
    if has_amount(left_old) != has_amount(left_new) or measures_other_thing(left_old, left_new):
        return None
    if link == "by":
        shared_task = any(term.low in ("can", "may") for term in (*match.old.terms, *match.claim.terms))
        return asks("more than one person may do it") if shared_task else ends("another person")
    bounds_differ = gives_bound(match.old.terms) != gives_bound(match.claim.terms)
    if bounds_differ and not match.statement.corrects and left_old[-1].kind in VALUE_KINDS:
        return asks("one gives a limit, the other a measure")
    verb = match.old.frame.verb if match.old.frame is not None else ""
    if link != "in" and verb in MANY_VERBS and sorts & _NAME_SORTS:
        return None
    vague = sorts == {"words"} or (not link and verb == "be" and "words" in sorts)
    return None if vague and not match.is_sure else ends("it gives another value")
