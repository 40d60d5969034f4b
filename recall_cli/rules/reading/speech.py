"""How a statement is made, and whether it asks for something."""

from recall_cli.rules.reading.bare_rules import DEICTIC, GOING_ON, SOOTHING
from recall_cli.rules.reading.clause import Clause
from recall_cli.rules.reading.signs import REASONED, WORDS_OF_PERMISSION
from recall_cli.rules.reading.words import (
    AUXILIARIES,
    CHOICES,
    CONDITIONS,
    DETERMINERS,
    GENERAL,
    INTERJECTIONS,
    MENTAL,
    PREPOSITIONS,
    RULE_VERBS,
    SUBJECTS,
    TASK_VERBS,
    Words,
    lemma_and_form,
    phrases,
)

CONFIDENCE = {
    "plain": 0.85, "hedged": 0.5, "reported": 0.5, "inferred": 0.6, "hypothetical": 0.2, "fiction": 0.15,
    "joking": 0.2, "unread": 0.7,
}  # fmt: skip
"""How sure one may be of a statement by the way it was said."""

_FICTION = phrases(
    "pretend|make believe|role-play|roleplay|role play|role-playing|roleplaying|act as|acting as",
    "play the role|play the part",
    "in the story|in my story|in the novel|in my novel|in this story|in the game|in the book",
    "in my book|in the film",
    "in the movie|in my dream|in a dream|once upon a time|my character|the character",
    "the protagonist|the hero|the heroine",
    "the villain|fictional|in character|for the sake of argument|thought experiment",
    "in this scenario|in that scenario",
    "you play the|you play a|you are playing|in this game",
    "in our story|in the scene|in this scene|the narrator|dungeon master|screenplay|as a joke",
    "in a parallel universe",
    "alternate universe|parallel universe|playing a|playing the|in the campaign|your character",
    "in the script",
    "in this fiction|in the simulation|you are now a|make-believe|the main character",
    "in our campaign|in the play",
    "in a parallel world|in another life|in this exercise|for this exercise|in the roleplay",
    "in the role-play",
)
_HYPOTHETICAL = phrases(
    "what if|suppose|supposing|imagine|imagining|hypothetically|hypothetical|let us say|say i",
    "say we|let us assume|assuming",
    "if i were|if we were|if i was|if we was|were i|were we|had i|had we|if only|i wish|we wish",
    "wish i|would have been|in theory",
    "if i had|if we had|if it were|as if|could have been|might have been|picture this",
    "theoretically|if money were",
    "let us pretend|if you were|if they were|for the sake of|even if i|even if we|daydreaming",
    "in an ideal world|if there were",
    "picture a|picture the|envision|visualise|would be funny|would be if|consider a world",
    "if somehow|if one day|let us imagine|dreamed|dreamt|devil's advocate",
    "play devil|just spitballing|spitballing|if it turned|if it turns|should we ever",
    "should i ever|were it",
)
_JOKE = phrases(
    "haha|hahaha|lol|lmao|rofl|jk|just kidding|kidding|joking|just joking|only joking",
    "hehe|/s|i swear|xd",
    "my spirit animal|half human half|practically married to|basically married",
    "professional googler",
)
_HEDGE_WORDS = frozenset(
    """might maybe perhaps possibly probably presumably likely considering seems seem seemed appears
    appear suspect guess believe think suppose reckon assume assuming guessing wondering pondering tempted
    leaning unsure unclear toying evaluating contemplating doubt tentatively potentially could afaik iirc
    afaict imo imho hopefully roughly-speaking debating weighing exploring vaguely hoping undecided
    perhaps ish conceivably arguably provisional tentative thinking""".split()
)
_HEDGES = phrases(
    "not sure|not certain|not entirely sure|not decided|not yet decided|have not decided",
    "thinking of|thinking about",
    "leaning towards|leaning toward|as far as i know|if i remember|if i recall|to my knowledge",
    "my hunch|my guess|hunch is",
    "kind of think|sort of think|looking into|looking at moving|on the fence|open to|would guess",
    "would say|i would bet",
    "should be able",
    "playing with the idea|considering|in two minds|feels like|feel like|it looks like|looks like",
    "sounds like",
    "there is a chance|a chance that|chances are|in all likelihood|by the look|not confirmed",
    "to be confirmed|tbc|tbd",
    "my feeling|my impression|my sense|feeling is|impression is|gut feeling|undecided|not decided",
    "no decision",
    "no promises|do not quote me|could be|could end|could well|if memory serves|could move|could switch",
)
_REPORTED = phrases(
    "apparently|supposedly|allegedly|i heard|i hear|we heard|rumour has|rumor has|rumours|rumors",
    "someone said|somebody said",
    "they say|people say|i was told|we were told|told me|i read that|i read somewhere|word is",
    "reportedly|someone told",
    "somebody told|according to|claims that|claimed that|is said to|are said to|said that",
    "says that|mentioned that|says the",
    "suggested that|thinks that|thinks we|thinks the|believes that|believes we",
)
_WISHED = MENTAL | frozenset("like love prefer hate recommend say suggest go estimate take cost need".split()) | {""}
"""Verbs with which "would" is politeness or an estimate, and no dream."""

_SAYING = frozenset("say claim tell mention think believe suspect".split())
_IMAGINING = frozenset("suppose imagine assume say let picture".split())
_DREAMS = phrases("if i were|if we were|pretend|what if")
_ABLE_TO_IMAGINE = phrases("could imagine|can imagine|can not imagine")
_SHARED_DOUBT = frozenset("assume assuming think appear appears exploring evaluating".split())
"""Words of doubt only where somebody doubts: "I assume", but "the tests assume"."""


def speech(words: Words, clause: Clause) -> str:
    """The speech act of a single statement."""
    if words.has(_FICTION) or _told(words) or _role(words, clause):
        return "fiction"
    if words.has(_HYPOTHETICAL) and not _firm(words, clause):
        return "hypothetical"
    if words.has(_JOKE) or words.text.endswith(("😂", "🤣", "😜", ";)", ";-)", "/s")):
        return "joking"
    if _conditional(words, clause):
        return "hypothetical"
    if words.has(_REPORTED) or _quotes(clause):
        return "reported"
    return "hedged" if hedges(words) else "plain"


_TALES = frozenset("story novel book film movie game comic screenplay poem fable tale saga musical opera".split())
_TELLERS = frozenset("my our the this a his her".split())


def _told(words: Words) -> bool:
    """Whether a statement takes place in a tale: "in my short story", but not in a user story."""
    lower = words.lower
    return any(
        lower[at] in _TALES and lower[at - 3] == "in" and lower[at - 2] in _TELLERS and lower[at - 1] != "user"
        for at in range(3, len(lower))
    )


def hedges(words: Words) -> int:
    """The number of signs of doubt in a statement."""
    count = len(words.bag & _HEDGE_WORDS) + words.has(_HEDGES) + _may(words)
    if count and _settled_anyway(words):
        return 0
    return count


def confidence(kind: str, doubts: int, certain: bool) -> float:
    """The confidence of a speech act: each further doubt lowers it, an assurance raises a plain one."""
    value = CONFIDENCE[kind]
    if kind == "hedged":
        return max(0.35, value - 0.08 * max(0, doubts - 1))
    return min(0.95, value + 0.08) if kind == "plain" and certain else value


LASTING = phrases(
    "imagine|let us imagine|let us say|let us assume|let us pretend|suppose|hypothetically|picture this",
    "thought experiment|consider a world",
)
"""Openings of a supposition that goes on in the sentences after it."""

_BACK = phrases(
    "seriously|in reality|in real life|in fact|for real|irl|jokes aside|kidding aside|out of character",
    "anyway|actually|back to",
)


def back_to_reality(words: Words) -> bool:
    """Whether a statement says that the fiction is over."""
    return words.has(_BACK)


def _firm(words: Words, clause: Clause) -> bool:
    """Whether an "if" or "assume" is part of a rule and not of a dream ("never assume the cache is warm")."""
    if words.has(_ABLE_TO_IMAGINE) or (clause.verb == "assume" and clause.negated):
        return True
    return clause.imperative and clause.verb not in _IMAGINING and not words.has(_DREAMS)


def _may(words: Words) -> bool:
    """Whether "may" is the verb and not the month."""
    lower = words.lower
    for at, word in enumerate(lower):
        if word == "may" and at and not words.capital(at):
            return lower[at - 1] not in ("in", "since", "by", "last", "of") and not words.bag & WORDS_OF_PERMISSION
    return False


def _settled_anyway(words: Words) -> bool:
    """Whether every word of doubt is denied or belongs to a thing ("do not assume", "the tests assume")."""
    doubtful = [at for at, word in enumerate(words.lower) if word in _HEDGE_WORDS]
    return bool(doubtful) and not words.has(_HEDGES) and all(_undone(words, at) for at in doubtful)


def _undone(words: Words, at: int) -> bool:
    """Whether the word of doubt at a place carries none."""
    word, before = words.at(at), words.at(at - 1)
    if before == "not" and words.at(at - 2) in ("do", "does"):
        return True
    if word == "could":
        return words.at(at + 1) == "not" or before in ("so", "it", "that")
    return word in _SHARED_DOUBT and not words.bag & {"i", "we"}


def _quotes(clause: Clause) -> bool:
    """Whether somebody else's words are passed on ("the vendor said the quota is soft")."""
    return clause.who == "thing" and clause.form in ("past", "s", "perfect") and clause.verb in _SAYING


def _role(words: Words, clause: Clause) -> bool:
    """Whether the one spoken to is given a part to play ("you are a pirate")."""
    if clause.who != "you" or clause.form != "copula" or clause.negated or clause.helpers & {"were", "was"}:
        return False
    if words.at(clause.rest) in ("a", "an", "now"):
        return True
    return clause.rest < len(words) and words.capital(clause.rest)


def _conditional(words: Words, clause: Clause) -> bool:
    """Whether a condition makes the whole uncertain; a rule ("if it fails, clear the cache") stays plain."""
    if not words.bag & {"if", "unless"}:
        return "would" in clause.helpers and clause.who != "you" and clause.verb not in _WISHED
    if clause.imperative or clause.helpers & {"must", "should"}:
        return False
    personal = words.at(words.lower.index("if" if "if" in words.bag else "unless") + 1) in ("i", "we")
    if words.bag & {"would", "might"}:
        return True
    if clause.helpers & {"could", "will"}:
        return personal or clause.who in ("i", "we")
    return (personal and clause.form == "ing") or (clause.verb == "" and clause.who == "none")


_SURE = frozenset(
    """definitely certainly absolutely always never must confirmed surely undoubtedly
    important critical""".split()
)


def certain(words: Words) -> bool:
    """Whether a statement emphasizes that it is true."""
    return bool(words.bag & _SURE) or words.text.endswith("!")


_ASKING = phrases(
    "can you|could you|would you|will you|can we|could we|would you mind|i need you to",
    "i want you to|i would like you to",
    "i would love you to|help me|show me|give me|tell me|walk me|go ahead and|your task",
    "your job is|please can|mind checking|have a look",
    "take a look|have another look|do the same|try again|one more time|any chance",
)

_WONDERING = phrases("i wonder|wondering if|wondering whether|wondering what|wondering how")
_ASKED = frozenset("what why how which who where whose".split())
_AFTER_ASKED = AUXILIARIES | {"about", "many", "much", "come"}
_INVERTED = frozenset("is are do does did can could should would will has have was were".split())
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

_COURSES = frozenset("stick standardise standardize adopt not avoid always keep".split())
_LASTING_LEADS = frozenset("when whenever before after if to".split()) | {"from now on"}


def question(words: Words) -> bool:
    """Whether a statement is a question, with or without a question mark."""
    if words.text.rstrip("\"')*_ ").endswith(("?", "？")) or words.has(_WONDERING):
        return True
    first = next((word for word in words.lower if word not in INTERJECTIONS), words.at(0))
    second = words.at(1)
    if first in _ASKED and second in _AFTER_ASKED:
        return True
    if words.at(0) == "any" and second in ("idea", "ideas", "thoughts"):
        return True
    if first not in _INVERTED:
        return False
    return second in SUBJECTS or (first in ("is", "are", "does", "did") and second in DETERMINERS)


def asks(words: Words, clause: Clause) -> bool:
    """Whether a statement asks for one action now, and does not set a rule."""
    led = clause.lead in _LASTING_LEADS or clause.leads[1] - clause.leads[0] > 2
    general = led or bool(words.bag & GENERAL) or _bounded(words)
    if words.has(_ASKING) and not general:
        return True
    if not clause.imperative:
        if clause.who in ("i", "we") and clause.verb in ("want", "need"):
            return not general and _wants_an_action(words, clause)
        return clause.verb == "" and len(words) < 6 and words.at(0) in ("please", "now", "then", "next")
    if clause.verb == "let":
        return words.at(clause.rest) != "me" and not _settles(words)
    following = words.at(clause.rest)
    if clause.negated and words.bag & SOOTHING:
        return True
    if clause.verb == "keep" and following in ("it", "that", "this") and "in" in words.bag:
        return True
    if general or clause.negated or (clause.verb == "stop" and following.endswith("ing")):
        return False
    if "instead" in words.bag and "of" in words.bag:
        return False
    if clause.verb in RULE_VERBS:
        return bool(words.bag & DEICTIC) and not words.bag & _PLACES
    return not _labels(words) and _one_action(words, clause)


def _labels(words: Words) -> bool:
    """Whether it begins with the name of a thing and tells its value: "Delete endpoint: DELETE /v1/users/{id}"."""
    last = next((at for at in (1, 2) if at < len(words) - 1 and words.after[at].startswith(":")), 0)
    label = words.lower[: last + 1]
    if not last or (label[-1].endswith("s") and not label[-1].endswith("ss")):
        return False
    return not {*label} & (_ONE_OFF | _ONE_OBJECT | _DEFINITE | DEICTIC | _HANDLED | DETERMINERS)


def _bounded(words: Words) -> bool:
    """Whether it says where alone something is right: "only on 503", "only when the queue is empty"."""
    places = (PREPOSITIONS | CONDITIONS) - {"of", "about"}
    return any(word == "only" and words.at(at + 1) in places for at, word in enumerate(words.lower))


def _one_action(words: Words, clause: Clause) -> bool:
    """Whether an imperative names one definite thing to act upon, rather than things of a kind."""
    following = words.at(clause.rest)
    ordered = len(words) > 6 and bool(words.bag & {"before", "then", "whenever"})
    if clause.lead in CONDITIONS or ordered or ":" in words.after[0]:
        return False
    if following == "" or following in _ONE_OBJECT or len(words) - clause.subject[0] < 4:
        return True
    if words.bag & _ONE_OFF:
        return True
    if clause.verb in GOING_ON and following in PREPOSITIONS:
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
