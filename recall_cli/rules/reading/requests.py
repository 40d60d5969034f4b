"""Questions, and one-off requests as opposed to standing rules."""

from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.signs import REASONED
from recall_cli.rules.reading.english.verbs import CHOICES, RULE_VERBS, TASK_VERBS, lemma_and_form
from recall_cli.rules.reading.english.words import Words, phrases

_ASKING = phrases(
    "can you|could you|would you|will you|can we|could we|would you mind|i need you to",
    "i want you to|i would like you to",
    "i would love you to|help me|show me|give me|tell me|walk me|go ahead and|your task",
    "your job is|please can|mind checking|have a look",
    "take a look|have another look|do the same|try again|one more time|any chance",
)

_WONDERING = phrases("i wonder|wondering if|wondering whether|wondering what|wondering how")
_ASKED = frozenset("what why how which who where whose".split())
_AFTER_ASKED = grammar.AUXILIARIES | {"about", "many", "much", "come"}
_INVERTED = frozenset("is are do does did can could should would will has have was were".split())
_DEICTIC = frozenset("this that it here these above".split())
_PLACES = frozenset("repo project codebase repository service team app".split())
"""With these "this" points to something that lasts: "in this repo"."""

_ONE_OFF = frozenset(
    """this that it these those here line lines above below again now first them him her there typo
    function file another next error following attached""".split()
)
_HANDLED = frozenset(
    """bug issue ticket story card pr test code method class variable import line comment page module package dependency
    branch tag commit directory dir row column table entry item user account note task step everything all something
    readme changelog doc documentation text message email mail crash regression lint warning failure
    please now then next new missing old broken failing flaky unused stale""".split()
)
"""Things that a task is done to, so that a verb before one is an order: "Fix bug: the login page crashes"."""
_ONE_OBJECT = frozenset("me us it a an my that this another some up".split())
_DEFINITE = frozenset("the both all your these those our".split())
_MANNER = frozenset("with via using by not through".split())
_WAYS_OF_WORKING = frozenset(
    """run deploy build start test install regenerate restart write format release rotate reset refresh rebuild seed
    restore flush sync provision""".split()
)
"""Tasks of which one tells the manner once and for all: "run the tests with pytest -n auto"."""

_MADE_BY_RULE = frozenset("write put document run name sort commit add test wrap make set".split())
"""Tasks that set a rule when their object is many things: "write commit messages in the imperative"."""

_NO_RULE = frozenset("care know think forget understand see agree believe like want".split())
_GOING_ON = frozenset("start begin go look continue proceed wait".split())
_COURSES = frozenset("stick standardise standardize adopt not avoid always keep".split())
_SOOTHING = frozenset("worry bother mind yet panic".split())
_LASTING_LEADS = frozenset("when whenever before after if to".split()) | {"from now on"}


def question(words: Words) -> bool:
    """Whether a statement is a question, with or without a question mark."""
    if words.text.rstrip("\"')*_ ").endswith(("?", "？")) or words.has(_WONDERING):
        return True
    first = next((word for word in words.lower if word not in grammar.INTERJECTIONS), words.at(0))
    second = words.at(1)
    if first in _ASKED and second in _AFTER_ASKED:
        return True
    if words.at(0) == "any" and second in ("idea", "ideas", "thoughts"):
        return True
    if first not in _INVERTED:
        return False
    return second in grammar.SUBJECTS or (first in ("is", "are", "does", "did") and second in grammar.DETERMINERS)


def asks(words: Words, clause: Clause) -> bool:
    """Whether a statement asks for one action now, and does not set a rule."""
    led = clause.lead in _LASTING_LEADS or clause.leads[1] - clause.leads[0] > 2
    general = led or bool(words.bag & grammar.GENERAL) or _bounded(words)
    if words.has(_ASKING) and not general:
        return True
    if not clause.imperative:
        if clause.who in ("i", "we") and clause.verb in ("want", "need"):
            return not general and _wants_an_action(words, clause)
        return clause.verb == "" and len(words) < 6 and words.at(0) in ("please", "now", "then", "next")
    if clause.verb == "let":
        return words.at(clause.rest) != "me" and not _settles(words)
    following = words.at(clause.rest)
    if clause.negated and words.bag & _SOOTHING:
        return True
    if clause.verb == "keep" and following in ("it", "that", "this") and "in" in words.bag:
        return True
    if general or clause.negated or (clause.verb == "stop" and following.endswith("ing")):
        return False
    if "instead" in words.bag and "of" in words.bag:
        return False
    if clause.verb in RULE_VERBS:
        return bool(words.bag & _DEICTIC) and not words.bag & _PLACES
    return not _labels(words) and _one_action(words, clause)


def _labels(words: Words) -> bool:
    """Whether it begins with the name of a thing and tells its value: "Delete endpoint: DELETE /v1/users/{id}"."""
    last = next((at for at in (1, 2) if at < len(words) - 1 and words.after[at].startswith(":")), 0)
    label = words.lower[: last + 1]
    if not last or (label[-1].endswith("s") and not label[-1].endswith("ss")):
        return False
    return not {*label} & (_ONE_OFF | _ONE_OBJECT | _DEFINITE | _DEICTIC | _HANDLED | grammar.DETERMINERS)


def is_bare_rule(words: Words) -> bool:
    """Whether a statement is a rule of two or three words: "Never force-push.", "Always squash.", "Don't amend."."""
    at = 2 if words.lower[:2] == ["do", "not"] else 1
    if not at < len(words) + 1 <= 5 or (at == 1 and words.at(0) not in ("never", "always")):
        return False
    verb = words.at(at)
    known = lemma_and_form(verb)
    doing = bool(known and known[1] == "base") or (len(verb) > 4 and "-" in verb and verb.replace("-", "").isalpha())
    doing = doing or (at == 2 and len(verb) > 3 and verb.isalpha())
    return doing and not words.bag & (_NO_RULE | _SOOTHING | _DEICTIC | _GOING_ON)


def _bounded(words: Words) -> bool:
    """Whether it says where alone something is right: "only on 503", "only when the queue is empty"."""
    places = (grammar.PREPOSITIONS | grammar.CONDITIONS) - {"of", "about"}
    return any(word == "only" and words.at(at + 1) in places for at, word in enumerate(words.lower))


def _one_action(words: Words, clause: Clause) -> bool:
    """Whether an imperative names one definite thing to act upon, rather than things of a kind."""
    following = words.at(clause.rest)
    ordered = len(words) > 6 and bool(words.bag & {"before", "then", "whenever"})
    if clause.lead in grammar.CONDITIONS or ordered or ":" in words.after[0]:
        return False
    if following == "" or following in _ONE_OBJECT or len(words) - clause.subject[0] < 4:
        return True
    if words.bag & _ONE_OFF:
        return True
    if clause.verb in _GOING_ON and following in grammar.PREPOSITIONS:
        return True
    manner = len(words) > 4 and bool(words.bag & _MANNER)
    if following in _DEFINITE:
        return not (manner and clause.verb in _WAYS_OF_WORKING)
    named = words.lower[clause.rest : clause.rest + 3]
    plural = any(word.endswith("s") and not word.endswith("ss") for word in named)
    return not (manner or (plural and len(words) > 4 and clause.verb in _MADE_BY_RULE))


def _wants_an_action(words: Words, clause: Clause) -> bool:
    """Whether "I need …" or "I want to …" asks for one thing or begins a task."""
    first = words.at(clause.rest)
    if first == "to":
        verb = lemma_and_form(words.at(clause.rest + 1))
        task = bool(verb) and verb is not None and verb[0] in TASK_VERBS - {"keep", "release"}
        return task and not words.has(REASONED)
    if first in ("a", "an", "some"):
        return clause.verb == "need" and len(words) < 12
    return first in ("this", "that", "it", "the", "you")


def _settles(words: Words) -> bool:
    """Whether "let us …" agrees on a course ("let us use gRPC for this") and not on the next step."""
    at = words.lower.index("us") + 1 if "us" in words.bag else 1
    first, more = words.at(at), len(words) > at + 2
    if first in _COURSES:
        return more
    if first == "go" and words.at(at + 1) == "with":
        return more and not words.bag & {"that", "this", "option"}
    verb = lemma_and_form(first)
    return bool(verb and verb[0] in (CHOICES | {"use", "name", "call"}) - {"go", "move", "introduce"}) and (
        len(words) > at + 1
    )
