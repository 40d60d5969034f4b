"""Rules by which a new statement says that something is over, or says nothing against it."""

from recall_cli.rules.revision import bearing
from recall_cli.rules.revision.match import Match, is_ending, names_someone_else, opposed_terms, topic_terms
from recall_cli.rules.revision.phrases import find_phrase, phrase_table
from recall_cli.rules.revision.positions import label_terms, stand_together
from recall_cli.rules.revision.terms import mean_same, missing_terms
from recall_cli.rules.revision.values import sort_of_value
from recall_cli.rules.revision.verbs import ENDING_VERBS
from recall_cli.rules.revision.verdict import Verdict, asks, ends, stays
from recall_cli.rules.revision.word_sets import DENIALS, DONE_STATES, OPEN_STATES, OPPOSITES


def says_the_same(match: Match) -> "Verdict | None":
    """Both say the same."""
    old, claim = match.old, match.claim
    if claim.denies != old.denies or claim.changes or is_ending(claim):
        return None
    if missing_terms(topic_terms(old.content), match.new_items) or missing_terms(
        topic_terms(match.new_items), old.content
    ):
        return None
    return None if opposed_terms(match) else stays("it says the same")


def finishes(match: Match) -> "Verdict | None":
    """`The migration is done` after `the migration is pending`."""
    old, claim = match.old, match.claim
    open_words = [term for term in old.terms if term.low in OPEN_STATES]
    done = [term for term in claim.terms if term.low in DONE_STATES and term.low not in old.lows]
    if not open_words or not done or claim.denies:
        return None
    states = OPEN_STATES | DONE_STATES
    topic_old = [term for term in topic_terms(old.content) if term.low not in states]
    topic_new = [term for term in topic_terms(match.new_items) if term.low not in states]
    shared = [term for term in topic_old if any(mean_same(term, other) for other in topic_new)]
    if not shared or (len(shared) < 2 and len(topic_old) > 2):
        return None
    missing = missing_terms(topic_old, topic_new)
    if len(missing) <= len(shared) and shared[0] is topic_old[0] and not missing_terms(topic_new[:1], old.content):
        return ends("what it calls open is done")
    return asks("what it calls open may be done")


def names_old_value(match: Match) -> "Verdict | None":
    """The new statement says which value is over, and the old one states it."""
    old, claim = match.old, match.claim
    named = [values for values in (*match.statement.old_values, claim.old) if values]
    if not named:
        return None
    held = next((values for values in named if not missing_terms(topic_terms(values) or values, old.content)), None)
    if held is None:
        return (
            None
            if (claim.denies or is_ending(claim)) and not claim.new
            else (stays("it ends another value") if claim.old else None)
        )
    rest_old = topic_terms(term for term in old.content if not any(mean_same(term, value) for value in held))
    new = claim.new
    rest_new = topic_terms(
        term for term in match.new_items if not any(mean_same(term, value) for value in held) and term not in new
    )
    if new and not missing_terms(new, old.content) and not missing_terms(new, held):
        return stays("it gives the same value")
    left_old, left_new = missing_terms(rest_old, rest_new + new), missing_terms(rest_new, rest_old)
    if claim.ends and not new and not left_new and held is claim.old and len(topic_terms(held)) >= 2:
        return ends("what it speaks of is gone")
    if not rest_old and len(held) > 1 and not left_new:
        return ends("all that it says is gone")
    if not new and left_new and len(left_new) < 4 and stand_together(claim.terms, left_new):
        left_new = []
    here = [term for term in old.content if any(mean_same(term, value) for value in held)] or held
    left_old = [
        term for term in left_old if not (term.kind in ("number", "version") and term.place == here[-1].place + 1)
    ]
    sort = "name" if sort_of_value(held) == "name" else sort_of_value(here)
    before = [term for term in old.content if term.place < here[0].place][-1:]
    if sort == "number" and before and any(mean_same(before[0], term) for term in match.new_items):
        sort = "version"
        left_old = left_old if left_new else []
    distinctive = sort in ("name", "version", "code", "path", "host", "handle", "channel", "mail")
    if not distinctive:
        distinctive = any(term.kind in ("word", "name") for term in rest_old if term not in left_old)
    what = " ".join(term.text for term in held)
    exact = not left_old and not left_new and bool(new) and bool(missing_terms(new, old.content))
    if exact or (not left_old and not left_new and (topic_terms(rest_old) or distinctive)):
        return ends(f"it says that {what} is over")
    if left_old and (label_terms(old.terms) or old.terms[0].low in ("in", "on", "for", "under", "at", "with")):
        return asks(f"it ends {what} without naming the same scope")
    if not left_new and left_old and distinctive and len(left_old) <= 2 + (not rest_new):
        return ends(f"it says that {what} is over")
    first_low = claim.terms[0].low if claim.terms else ""
    if (
        left_new
        and not left_old
        and len(left_new) <= 2
        and distinctive
        and first_low not in ("in", "on", "for", "under", "at")
    ):
        last_new = max((term.place for term in new), default=0)
        if all(term.place > last_new for term in left_new):
            return ends(f"it says that {what} is over")
    if distinctive and rest_new and len(left_old) <= 1:
        return asks(f"it says that {what} is over, perhaps of something else")
    return None if claim.denies else stays("it ends a value of something else")


def denies(match: Match) -> "Verdict | None":
    """The new statement denies what the old one says, word for word."""
    old, claim = match.old, match.claim
    if not (claim.denies or is_ending(claim)) or claim.new:
        return None
    untrue = find_phrase(claim.words, _UNTRUE)
    if untrue is not None and any(word in DENIALS or word in ENDING_VERBS for word in claim.words[untrue[1] :]):
        return stays("it denies that it ended")
    if _names_other_scope(match):
        return asks("it denies it, perhaps in another place")
    said = topic_terms(match.new_items)
    missing = missing_terms(said, old.content)
    if not missing and said and not old.denies:
        generic = [term for term in match.new_items if term.is_generic]
        weak = len(said) == 1 and not (
            generic and not missing_terms(generic, old.content) and len(topic_terms(old.content)) <= 3
        )
        if not weak:
            return ends("it denies it")
    lifted = any(
        word in ("lifted", "revoked", "abolished", "allowed", "ok", "okay", "fine", "permitted", "can")
        for word in claim.words
    )
    if old.denies and lifted and match.shared:
        others = [term for term in said if term.low not in ("ban", "allowed", "forbidden", "rule", "restriction")]
        if not missing_terms(others, old.content):
            return ends("what it forbids is allowed now")
    if claim.denies and not claim.changes and not is_ending(claim):
        return stays("it denies something else")
    return None


def _names_other_scope(match: Match) -> bool:
    """Whether the older statement begins with a place or a case that the new one does not name."""
    terms = match.old.terms
    if terms[0].low not in ("in", "on", "for", "under", "at", "with"):
        return False
    front = [term for term in terms[1:4] if term.is_content][:1]
    return bool(front and missing_terms(front, match.new_items))


_UNTRUE = phrase_table(
    "isn't true that|is not true that|not true that|not the case that|isn't the case that|false that|never said"
)


def says_the_opposite(match: Match) -> "Verdict | None":
    """The new statement says the opposite of a word of the old one, and all else is the same."""
    old = match.old
    flipped = opposed_terms(match)
    if not flipped:
        return None
    opposites = {word for term in flipped for word in OPPOSITES[term.low]}
    left_new = [term for term in missing_terms(topic_terms(match.new_items), old.content) if term.low not in opposites]
    left_old = [term for term in missing_terms(topic_terms(old.content), match.new_items) if term not in flipped]
    if not left_new and not left_old and match.shared:
        return ends(f"it says the opposite of {flipped[0].text}")
    return None


def cannot_end(match: Match) -> "Verdict | None":
    """Statements that cannot end anything: further values, denials of other things, somebody else's things."""
    old, claim, statement = match.old, match.claim, match.statement
    if claim.denies and not claim.changes and not statement.now and not statement.corrects:
        return stays("it is negative")
    if old.denies:
        left_old = [
            term for term in missing_terms(topic_terms(old.content), match.new_items) if term.low not in DENIALS
        ]
        left_new = [term for term in missing_terms(topic_terms(match.new_items), old.content)]
        if not claim.denies and match.shared and not left_old and len(left_new) <= (2 if statement.now else 0):
            return ends("it says what the older one denies")
        return stays("the older one is negative")
    if bearing.first_phrase(claim.words, bearing.ALSO, old.lows):
        return stays("it adds one more")
    if names_someone_else(old.terms, claim.content) != names_someone_else(claim.terms, old.content):
        return stays("it speaks of somebody else's")
    return None
