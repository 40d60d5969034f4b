"""Speech acts: how something was said, and so how certain it is."""

from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.verbs import MENTAL
from recall_cli.rules.reading.english.words import Words, phrases

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
            return lower[at - 1] not in ("in", "since", "by", "last", "of")
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
