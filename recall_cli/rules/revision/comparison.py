"""Compare a new statement with an older one: does it end the older one, contest it, ask about it, or leave it alone?"""

from recall_cli.domain.record import Record
from recall_cli.rules.revision import weights
from recall_cli.rules.revision.alignment import Alignment
from recall_cli.rules.revision.certain import is_certain_end
from recall_cli.rules.revision.evidence import Evidence
from recall_cli.rules.revision.features import USUAL_LIKENESS, measure, score
from recall_cli.rules.revision.frames import tells_another_value
from recall_cli.rules.revision.gates import (
    FEW_WORDS,
    NEVER_ASKED,
    NO_OTHER_VALUE,
    SAYS_THE_SAME,
    claims_nothing,
    find_bar,
    find_bar_of_content,
    find_bar_of_words,
    is_doubtful,
    is_vague,
    name_bar,
)
from recall_cli.rules.revision.leftovers import (
    OTHER_PROPERTY,
    disputes_nothing,
    find_bar_of_verbs,
    leaves_nearly_all,
    leaves_too_much,
)
from recall_cli.rules.revision.lexicon import bits
from recall_cli.rules.revision.reading import Reading
from recall_cli.rules.revision.reasons import explain
from recall_cli.rules.revision.subjects import tells_other_property

ENDS, CONTESTS, ASKS, STAYS = "ends", "contests", "asks", "stays"
OTHER_LANGUAGE_MARGIN = 0.3
"""So much more is needed for a question about a text that is not English: the model has learned mostly from English."""
OTHER_TOPIC = "it speaks of something else"
BOTH_CAN_HOLD = "both can hold"
_TAKES_BACK = bits("correction", "retraction")


class Verdict(Record):
    """What a new statement does to an older one, and why."""

    kind: str
    reason: str
    strength: float = 0.0
    """How much speaks for a question; the strongest are asked first."""


def judge(old_text: str, new_text: str, likeness: float = USUAL_LIKENESS) -> Verdict:
    """What a new text does to an older one."""
    return compare(Reading(old_text), old_text, Reading(new_text), likeness)


def compare(old: Reading, old_text: str, statement: Reading, likeness: float = USUAL_LIKENESS) -> Verdict:
    """What a statement does to an older one; `old` is the reading of `old_text`.

    `likeness` is the cosine of the vectors of both texts.
    """
    if statement.text in (old.text, old_text):
        return Verdict(kind=STAYS, reason=SAYS_THE_SAME)
    evidence = lay_side_by_side(old, statement)
    if evidence is None:
        return Verdict(kind=STAYS, reason=OTHER_TOPIC)
    features = measure(evidence, likeness)
    bar = name_bar(features, find_bar(evidence, features))
    ending, asking = score(features)
    bar = bar or find_bar_of_verbs(evidence)
    sure, ends_above, asks_above = "", weights.ENDS_ABOVE, weights.ASKS_ABOVE
    if not statement.is_english:
        ends_above, asks_above = weights.ENDS_ABOVE_IN_OTHER_LANGUAGES, asks_above + OTHER_LANGUAGE_MARGIN
        from recall_cli.rules.revision.other_languages.patterns import review

        bar, sure = review(evidence, features, bar)
    if is_doubtful(evidence):
        content = find_bar_of_content(evidence, features)
        says_something_else = content not in (SAYS_THE_SAME, NO_OTHER_VALUE)
        if content == FEW_WORDS and evidence.rival is None:
            says_something_else = False
        is_against = asking > weights.CONTESTS_ABOVE or tells_another_value(evidence)
        is_disputed = says_something_else and is_against and not disputes_nothing(evidence)
        if is_disputed and not claims_nothing(evidence):
            return Verdict(kind=CONTESTS, reason=f"it is uncertain or second-hand, but {explain(evidence, features)}")
        return Verdict(kind=STAYS, reason=bar)
    may_ask = asking > asks_above and not tells_other_property(evidence) and not leaves_nearly_all(evidence, features)
    if bar:
        if may_ask and bar not in NEVER_ASKED and bar != OTHER_PROPERTY:
            return Verdict(kind=ASKS, reason=f"{bar}, but {explain(evidence, features)}", strength=asking)
        return Verdict(kind=STAYS, reason=bar)
    is_learned = ending > ends_above and not is_vague(evidence, features) and not leaves_too_much(evidence, features)
    if sure == ENDS or is_learned or is_certain_end(evidence, features):
        return Verdict(kind=ENDS, reason=explain(evidence, features))
    if sure == ASKS or may_ask:
        return Verdict(kind=ASKS, reason=explain(evidence, features), strength=asking)
    return Verdict(kind=STAYS, reason=BOTH_CAN_HOLD)


def lay_side_by_side(old: Reading, new: Reading) -> "Evidence | None":
    """What two texts show when they are compared; None if they share too little to be about one thing."""
    if not old.content or not new.content:
        return None
    alignment = Alignment(old, new)
    if not alignment.matched_old or not (alignment.is_about_old or new.cues & _TAKES_BACK):
        return None
    alignment.find_leftovers()
    return Evidence(alignment)


def is_present_claim(text: str, old_text: str) -> bool:
    """Whether a text plainly says that something holds now: no question, plan, guess, report, condition or history."""
    evidence = lay_side_by_side(Reading(old_text), Reading(text))
    return evidence is None or not find_bar_of_words(evidence)
