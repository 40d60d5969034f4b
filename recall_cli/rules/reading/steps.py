"""Reports of work: what is done next, what is being done, and what has been done."""

from recall_cli.rules.reading import memory_types
from recall_cli.rules.reading.claims import moments
from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.finite import finite
from recall_cli.rules.reading.english.signs import REASONED
from recall_cli.rules.reading.english.verbs import CHOICES, TASK_VERBS, lemma_and_form
from recall_cli.rules.reading.english.words import Words, phrases

_STEPS = TASK_VERBS | frozenset("look check run read try start work take move go use switch call begin turn".split())
_COURSES = frozenset("use move go switch take".split())
"""Steps that change how things are, so that "I will use …" and "we are moving …" are worth keeping."""

_BROAD = frozenset("run build write test".split())
"""Steps that also name an occupation: "I am building a compiler", but "I am running the tests"."""

_FINAL = phrases(
    "task completed|completed successfully|all done|works now|it works|successfully|is fixed",
    "are fixed|all set",
    "all good|works fine|good to go|all tests pass|tests pass|tests passed|now passing",
)
_OUTCOMES = frozenset("work fix pass fail do compile build run".split())
_KEPT = CHOICES | {"find", "set", "put", "keep"}
"""Deeds that leave something behind: who reports them states a fact."""

_CHORES = frozenset("fix look check try test run commit push merge".split())
_MADE = frozenset("write build create start".split())
_DOUBTS = frozenset("probably maybe perhaps possibly might".split())
_OPENERS = frozenset("now just still currently ok okay so".split())


def working_step(words: Words, clause: Clause) -> bool:
    """Whether the speaker says what they do next or are doing."""
    at = clause.subject[0]
    if words.lower[at : at + 2] == ["let", "me"] or words.lower[:2] == ["let", "me"] or _gerund(words, clause):
        return True
    if clause.negated or clause.imperative or clause.who not in ("i", "we") or words.bag & grammar.REPEATED:
        return False
    if words.bag & _DOUBTS:
        return False
    if clause.form == "modal" and "will" in clause.helpers:
        return clause.verb in _STEPS - _COURSES | {"take"}
    if clause.form != "ing":
        return False
    following = words.at(clause.rest)
    if clause.verb == "go" and following == "to":
        verb = lemma_and_form(words.at(clause.rest + 1))
        return bool(verb and verb[0] in _STEPS - _COURSES | {"take"})
    if clause.verb == "work":
        return following == "on" or words.has(moments.NOW)
    if clause.verb in _BROAD:
        return following in ("the", "it", "this", "that", "all", "")
    return clause.verb in _STEPS - _COURSES


_RENAMES = frozenset("rename convert split".split())


def _tells_what_changed(words: Words, clause: Clause) -> bool:
    """Whether a report says what is so now: "Renamed core to kernel", "Fixed the pager: it starts at 0, not 1"."""
    if clause.form not in ("past", "passive", "perfect"):
        return False
    if clause.who == "thing" and "of" in words.lower[clause.subject[0] : clause.subject[1]]:
        return True
    if clause.verb in _RENAMES:
        return bool(words.bag & {"to", "into"}) and len(words) > 4
    if clause.verb == "remove" and words.bag & {"after", "before"}:
        return len(words) > 5
    explained = next((at for at in range(clause.rest, len(words) - 2) if ":" in words.after[at]), -1)
    return explained >= 0 and finite(words, explained + 2, len(words)) > 0


_ENDED = frozenset("passed failed succeeded completed finished compiled exited done".split())


def _outcome(words: Words) -> bool:
    """Whether a tool says how one run of it went: "14 passed in 2.31s", "Build succeeded in 12.4s", "exited with 1"."""
    if not words.bag & _ENDED or len(words) > 9 or words.bag & {"because", "when", "if", "i", "we"}:
        return False
    last = words.lower[-1]
    timed = last[:1].isdigit() and last.rstrip("s").replace(".", "").replace("m", "").isdigit() and "in" in words.bag
    return timed or (("exited" in words.bag or "exit" in words.bag) and bool(words.bag & {"code", "status", "with"}))


def _gerund(words: Words, clause: Clause) -> bool:
    """Whether a statement is a bare "Running the tests …" with no verb of its own."""
    known = lemma_and_form(words.at(1) if words.at(0) in _OPENERS else words.at(0))
    return clause.verb == "" and known is not None and known[1] == "ing" and known[0] in _STEPS


def status(words: Words, clause: Clause) -> bool:
    """Whether a statement only reports that something has been done."""
    if (
        words.has(REASONED)
        or words.bag & grammar.REPEATED
        or memory_types.corrects(words)
        or _tells_what_changed(words, clause)
    ):
        return False
    if _outcome(words):
        return True
    if clause.verb == "stop" and words.at(clause.rest) == "using":
        return False
    if len(words) < 4 and clause.verb in TASK_VERBS and clause.form in ("past", "passive", "perfect", ""):
        return True
    if len(words) < 8 and words.has(_FINAL):
        return True
    if clause.who == "it" and words.at(clause.subject[0]) not in ("he", "she"):
        return clause.verb in _OUTCOMES and len(words) < 7
    if clause.form == "passive":
        ended = clause.rest >= len(words) and bool(clause.helpers & {"been", "was", "were"})
        return ended and clause.verb in TASK_VERBS
    if clause.form not in ("past", "perfect") or clause.verb not in TASK_VERBS - _KEPT:
        return False
    if clause.who == "none":
        return not words.bag & {"by", "with", "via"} or len(words) < 5
    if "by" in words.bag:
        return False
    dated = any(len(word) == 4 and word[:2] in ("19", "20") for word in words.lower)
    return clause.verb in _CHORES if clause.who == "we" else clause.who == "i" and not (clause.verb in _MADE and dated)
