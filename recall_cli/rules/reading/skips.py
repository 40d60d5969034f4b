"""Why a statement is not worth storing: a courtesy, a single step, or no meaning of its own."""

from recall_cli.rules.reading import compounds, memory_types, signs, speech
from recall_cli.rules.reading.bare_rules import is_bare_rule
from recall_cli.rules.reading.clause import Clause, embedded_clause, finite, read_clause
from recall_cli.rules.reading.signs import REASONED
from recall_cli.rules.reading.words import (
    ANAPHORA,
    CHOICES,
    CONDITIONS,
    REPEATED,
    TASK_VERBS,
    Words,
    lemma_and_form,
    phrases,
)

_POLITE = frozenset(
    """thanks thank thx ty tysm cheers you so much very really that that's is was are it this great good
    nice cool perfect awesome amazing excellent wonderful fantastic brilliant lovely super sweet neat
    helpful very ok okay k yes no yep yup yeah nope sure fine right correct exactly indeed agreed alright
    lol haha hehe wow oh ah hmm um hi hello hey morning afternoon evening night bye goodbye later see
    welcome please sorry pardon worries problem np go ahead sounds looks works like a plan for me the to
    all my help your appreciated appreciate i do not get got makes sense understood done job work well too
    have day weekend one bit lot again there everyone team buddy mate friend man dude love let us keep
    going carry on continue proceed next ready when interesting nevermind never mind ha yay hooray
    congrats congratulations kudos props impressive beautiful legend rock star lifesaver best of course
    absolutely definitely certainly totally gotcha roger noted ack lgtm wait nothing else now just what i
    wanted needed in advance pleased glad happy hear meet ship do already much better if guess whatever
    you're
    worked treat be enough will that'll +1 :) 👍 🎉 how doing today hope any time anytime happens quick
    quickly of was looking one moment minute second sec did trick star exactly about""".split()
)
"""Words that a pleasantry is made of: a short statement of nothing else is one."""

_THANKING = frozenset("thanks thank thx cheers appreciated appreciate".split())

_WEIGHTY = frozenset("my our use never always prefer we because not".split())

_HOT = frozenset(
    """thanks thank thx cheers ok okay great nice cool perfect awesome amazing excellent wonderful
    fantastic brilliant lovely sweet neat helpful yes no yep yup yeah nope sure fine right correct exactly
    agreed alright lol haha wow hi hello hey morning bye goodbye welcome sorry worries np sounds looks
    congrats kudos gotcha roger noted ack lgtm understood good done appreciated appreciate yay impressive
    absolutely definitely hmm ah oh interesting ready happy glad weekend next continue proceed ahead sense
    super k plan moment looking works worked nevermind mind legend lifesaver love job well night +1
    hehe""".split()
)

_GLAD = frozenset(
    """great wonderful fantastic joy good lovely perfect brilliant awesome super terrific marvellous
    marvelous nice fabulous excellent delightful yay hooray woohoo amazing fun charming splendid
    superb""".split()
)

_GRIEF = frozenset(
    """another again broke broken fail fails failing failed crash crashed down bug bugs meeting meetings
    timeout flaky legacy error errors merge conflict conflicts outage monday mondays xml yaml standup
    deadline deadlines outdated weekend rewrite friday 3am midnight undocumented paperwork jira ticket
    tickets deprecated more downtime pager segfault regression cobol""".split()
)

_BREAKING = frozenset("crash fail break die hang drop expire".split())

_IRONY = phrases(
    "yeah right|what could go wrong|what could possibly|just what i needed|just what we needed",
    "exactly what i needed",
    "exactly what we needed|because who does not|because that worked|because that always|as if",
    "big surprise|what a surprise|shocker|shocking",
    "how wonderful|how lovely|how delightful|how convenient|lucky me|lucky us|love it when",
    "love how|just love|so much fun",
    "my favourite thing ever|my favorite thing ever|nothing says|nothing like|thanks a lot",
    "thanks for nothing|good luck with that|tell me more|the joy of|the joys of|living the dream",
    "of course it|of course the|who needs|because why not|no way that could|clearly the best",
    "never seen that before|truly a masterpiece|a real gem|said nobody|said no one",
    "works on my machine|who could have|works like a charm said|i am thrilled|so thrilled",
    "can not wait to|could not be happier|best day ever|the highlight of my",
    "bravo|slow clap|well done everyone|genius|how fun|how original|how nice|what a joy",
    "what a treat|sure because|right because|oh sure|because obviously|because nothing",
)


_EXCLAIMED = frozenset("oh ah well wow so how just yay".split())
_RAPTURES = phrases(
    "what a|what an|i feel|i have never|i have never felt|i love my|so lucky|so proud|so happy|so blessed"
)
_PRAISED = frozenset("job work catch idea point find stuff effort try start progress".split())
_GREETED = frozenset("thanks thank thx cheers hi hello hey congrats welcome".split())
_SUBSTANCE = frozenset("my use never always prefer".split())


def pleasantry(words: Words) -> bool:
    """Whether a short statement only thanks, greets, agrees or fills."""
    polite = sum(word in _POLITE for word in words.lower)
    if polite == len(words) <= 10:
        return len(words) < 4 or bool(words.bag & _HOT)
    if words.at(0) in _GLAD and words.at(1) in _PRAISED and len(words) < 9 and not words.bag & _WEIGHTY:
        return True
    if words.at(0) in ("sorry", "apologies") and len(words) < 6 and "i" not in words.bag:
        return True
    if words.bag & _THANKING and len(words) < 13 and not words.bag & _WEIGHTY:
        return True
    return words.at(0) in _GREETED and polite * 2 >= len(words) < 10 and not words.bag & _SUBSTANCE


def sarcasm(words: Words) -> bool:
    """Whether praise refers to something bad, or the statement contains a stock phrase of irony."""
    if words.has(_IRONY) and "avoid" not in words.bag and len(words) < 24:
        return True
    exclaimed = words.at(0) in _EXCLAIMED
    if (exclaimed or words.at(0) in _GLAD) and "," in words.after[0] and words.has(_RAPTURES) and len(words) < 16:
        return True
    if words.at(1 if exclaimed else 0) in _GLAD and len(words) < 16:
        if words.at(0) in ("oh", "wow", "yay"):
            return True
        set_off = exclaimed or any(mark in words.after[0] for mark in ",.!") or "another" in words.bag
        return set_off and _grief(words) and not words.bag & {"thanks", "fixed", "prefer"}
    return words.text.endswith(("🙄", "🙃"))


def _grief(words: Words) -> bool:
    """Whether something that nobody wishes for is named."""
    if words.bag & _GRIEF:
        return True
    return any((lemma_and_form(word) or ("", ""))[0] in _BREAKING for word in words.lower)


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
    if clause.negated or clause.imperative or clause.who not in ("i", "we") or words.bag & REPEATED:
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
        return following == "on" or words.has(signs.NOW)
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


def _gives_new_number(words: Words) -> bool:
    """Whether it tells the new number of something: "Bumped the retry limit of the importer to 10."."""
    places = [at for at, word in enumerate(words.lower[:-1]) if word == "to" and at > 2]
    return any(words.lower[at + 1][:1].isdigit() for at in places)


def status(words: Words, clause: Clause) -> bool:
    """Whether a statement only reports that something has been done."""
    if (
        words.has(REASONED)
        or words.bag & REPEATED
        or memory_types.corrects(words)
        or _tells_what_changed(words, clause)
        or _gives_new_number(words)
        or memory_types.tells_failed_attempt(words, clause)
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


TOO_LITTLE = "too little is said"
POINTS_BACK = "points back to something else"
"""The reason for a statement that only makes sense with the one before it."""

REQUEST, QUESTION = "request of the moment", "question"

_COURTESIES = frozenset(
    """great perfect done ok okay thanks cool nice awesome alright good sure yes yep yeah fine right hi
    hello hey""".split()
)
_TURNS = frozenset("can could would will please what how why which where who is do does should so but and".split())
_LABELS = frozenset("remember note reminder important fyi decision lesson learned".split())
_REMEMBER = phrases(
    "remember that|note that|keep in mind|bear in mind|do not forget that|for future reference",
    "for the record|remember to always|please remember|remember i|remember we|remember my",
    "remember the|worth remembering",
)
_TROUBLES = phrases("bothers me|annoys me|irritates me|drives me|matters to me|pains me|helps me")
_EMPTY_IT = frozenset("seem appear take turn cost".split())
"""Verbs whose "it" points to nothing: "it takes two hours to …"."""

_RHETORICAL = frozenset("actually basically technically".split())
_SUBJECTS = frozenset("i we my our the".split())
_AFTERTHOUGHTS = frozenset("just same only".split())


def reason(words: Words, clause: Clause) -> "str | None":
    """The reason to skip a statement, by its mood first, then by tense and subject; None if it is kept."""
    if pleasantry(words):
        return "pleasantry"
    if sarcasm(words):
        return "sarcasm"
    if speech.question(words):
        return QUESTION
    if words.text.rstrip("*_ ").endswith(":") or words.at(0) == "here":
        return "introduces what follows"
    rest = _after_courtesy(words)
    if rest:
        words, clause = rest, read_clause(rest)
        if pleasantry(words):
            return "pleasantry"
    return None if explicit(words) else _passing(words, clause) or _unfit(words, clause)


def _passing(words: Words, clause: Clause) -> "str | None":
    """Whether a statement belongs to the work or the mood of the moment."""
    if speech.asks(words, clause) and not compounds.is_subject(words):
        return REQUEST
    if working_step(words, clause):
        return "working step"
    if signs.mood(words, clause) or signs.mood(words, embedded_clause(words, clause)):
        return "momentary state"
    if signs.in_flight(words, clause):
        return "in flight"
    return "status without substance" if status(words, clause) else None


def _after_courtesy(words: Words) -> "Words | None":
    """What follows an opening courtesy ("Done, …", "No worries, …"), which decides alone."""
    for at in range(min(3, len(words) - 2)):
        if any(mark in words.after[at] for mark in ",!—"):
            opening = Words(words.original(0, at + 1))
            polite = opening.at(0) in _COURTESIES and (at == 0 or pleasantry(opening))
            soothing = opening.lower == ["no", "worries"]
            return Words(words.original(at + 1, len(words))) if polite or soothing else None
    return None


def explicit(words: Words) -> bool:
    """Whether the speaker asks to remember the statement, or labels it as important."""
    if any(word in _LABELS and ":" in words.after[at] for at, word in enumerate(words.lower[:4])):
        return True
    return len(words) > 4 and words.has(_REMEMBER)


def _unfit(words: Words, clause: Clause) -> "str | None":
    """Whether too little is said, or it points to something that is not there."""
    first = words.at(0)
    if is_bare_rule(words):
        return None
    if len(words) < 2 or (len(words) < 8 and len(words.bag) * 2 <= len(words)):
        return TOO_LITTLE
    if clause.who == "it" and words.at(clause.subject[0]) in ANAPHORA - {"there"}:
        return None if _stands_alone(words, clause) else POINTS_BACK
    if _hangs_on(words, clause):
        return POINTS_BACK
    if clause.verb != "":
        return None
    exclaimed = words.text.endswith("!") or (first == "what" and words.at(1) in ("a", "an"))
    if len(words) < 7 and (exclaimed or "one" in words.bag):
        return TOO_LITTLE
    if first in _AFTERTHOUGHTS or (first == "no" and words.at(1) == "more"):
        return TOO_LITTLE
    ruling = ":" in words.text or words.bag & {"prefer", "not", "no"}
    return TOO_LITTLE if len(words) < 3 and not ruling else None


_POINTERS = frozenset("it that this so them".split())
_HOLDERS = frozenset(
    "own maintain believe say think know doubt do need want use like hate buy recommend run like".split()
)


def _hangs_on(words: Words, clause: Clause) -> bool:
    """Whether a short sentence says something of a thing that only the one before it names: "Omar owns it."."""
    if len(words) > 7 or clause.imperative or words.has(signs.REASONED):
        return False
    if words.lower[:2] in (["until", "then"], ["next", "one"], ["since", "then"]):
        return True
    return clause.verb in _HOLDERS and clause.rest == len(words) - 1 and words.lower[-1] in _POINTERS


def empty(words: Words) -> "str | None":
    """The reason to skip even a supposition: it is not meant seriously, or nothing is supposed."""
    if sarcasm(words):
        return "sarcasm"
    return TOO_LITTLE if len(words) < 4 else None


def statement_before(words: Words) -> "Words | None":
    """The statement before a question or request ("I'm on macOS, can you fix the path?")."""
    for at in range(2, len(words) - 1):
        if any(mark in words.after[at] for mark in ",;—–") and words.at(at + 1) in _TURNS:
            told = words.at(0) in _SUBJECTS or words.at(1) in _SUBJECTS
            asked = words.at(0) in CONDITIONS
            return Words(words.original(0, at + 1)) if told and not asked else None
    return None


def _stands_alone(words: Words, clause: Clause) -> bool:
    """Whether a sentence with "it" or "that" says enough by itself: a cause, a correction, an empty "it"."""
    if words.has(signs.REASONED) or words.has(_TROUBLES):
        return True
    if clause.form == "passive" and words.at(clause.rest) in ("that", "to") and words.at(clause.subject[0]) == "it":
        return True
    if clause.form == "copula" and words.at(clause.rest + 1) in ("to", "that", "when", "if"):
        return True
    if len(words) < 6:
        return False
    empty_it = words.at(clause.subject[0]) == "it" and (
        clause.verb in _EMPTY_IT or (clause.verb == "look" and words.at(clause.rest) == "like")
    )
    return empty_it or memory_types.corrects(words)


def lever(words: Words) -> "Words | None":
    """A claim that only supports the following request: "I'm actually a doctor", "so walk me through it"."""
    for at in range(2, len(words) - 2):
        if words.after[at] and words.at(at + 1) == "so" and words.at(at + 2) in TASK_VERBS:
            return Words(words.original(0, at + 1)) if words.bag & _RHETORICAL else None
    return None
