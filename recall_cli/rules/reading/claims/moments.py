"""Statements that only concern the present moment: pleasantries, moods, sarcasm, and work in progress."""

from recall_cli.rules.reading.english import grammar
from recall_cli.rules.reading.english.clause import Clause
from recall_cli.rules.reading.english.signs import REASONED
from recall_cli.rules.reading.english.verbs import TASK_VERBS
from recall_cli.rules.reading.english.words import Words, phrases

_MOODS = frozenset(
    """tired sleepy hungry thirsty busy bored exhausted excited happy sad sick ill angry annoyed
    frustrated confused stuck lost ready back here late early done finished afk away nervous stressed
    worried overwhelmed curious sure unsure glad sorry drunk cold hot fine ok okay good great well bad
    better swamped slammed knackered hungover jetlagged jet-lagged distracted impatient grumpy cranky
    surprised impressed amazed pleased starving freezing awake fed burnt burned drained beat wiped out
    online offline free available listening waiting all almost nearly running heading leaving going off
    about afraid aware convinced delighted disappointed dizzy miserable restless puzzled relieved
    shattered tied""".split()
)

_MOOD_NOUNS = phrases(
    "a headache|a cold|a hangover|a meeting|a call|a break|some coffee|a coffee|a nap|a snack",
    "lunch|dinner|breakfast|a migraine",
    "a standup|an appointment|a minute|a moment|a second|no idea|no clue|a question|a feeling",
    "a good day|a bad day|a rough|a long day|a toothache",
)

_AWAY = phrases(
    "brb|be right back|back in|to lunch|to bed|for lunch|for coffee|a coffee|heading out",
    "heading home|going home|going to bed",
    "signing off|logging off|talk later|see you|gotta go|have to go|need to go|need coffee",
    "need a coffee|need a break",
    "need sleep|need some sleep|ttyl|gtg|step away|stepping away|stepping out|grabbing",
    "my head hurts|calling it a day",
    "for the day|call it a night|eod|out of office today|coffee first|taking a break|be back",
    "half asleep|did not sleep",
    "about to|running late|under the weather|slept badly|slept poorly|long day|what a day",
    "need to run|off to|popping out",
)

NOW = phrases(
    "today|tonight|right now|this morning|this afternoon|this evening|at the moment|just now",
    "for a sec|for a second|this minute",
)

_STILL = phrases(
    "still|right now|at the moment|in progress|under way|underway|halfway|so far|not yet|almost",
    "nearly|just now|any minute",
    "in the middle of|about to|in flight|half done|as we speak|wip|for now|on it|in a minute",
    "in a moment|shortly|eta 5|in the queue|queued|stand by|hang on|hold on|one sec|one moment",
    "is pending|are pending",
)

_PROCESSES = frozenset(
    """build builds ci pipeline test tests suite deploy deployment job jobs migration install installation
    download upload import export compile compilation run script command process container containers
    server rollout release branch pr pipelines workflow backfill reindex indexing sync job's merge rebase
    check checks lint linter query upgrade training restore backup everything it they app things site prod
    staging production""".split()
)

_PROCESS_STATES = frozenset(
    """green red failing passing running pending stuck done finished ready up down broken building
    compiling deploying loading installing downloading complete completed blocked queued starting
    restarting hanging merged open live back fixed working flaking started passed failed executing
    uploading propagating cooking progressing crashing syncing""".split()
)

_OVER = frozenset("done finished complete completed ready fixed working broken down offline unreachable".split())

_ERRANDS = frozenset("train plane bus call flight hurry meeting café cafe taxi phone rush".split())
_PASSING = (TASK_VERBS - {"build", "release", "ship"}) | frozenset(
    "feel have need sit stay leave run spend concentrate focus".split()
)
_WEATHER = frozenset("raining snowing sunny late friday monday cold hot".split())
_SOFTENERS = grammar.ADVERBS | {"a", "bit", "little", "feeling"}
_TROUBLE = frozenset("fail break crash hang time drop leak lose throw slow".split())
_RUNNING = frozenset("run fail build wait deploy load install compile".split())
_ENDING = frozenset("pass fail finish start work succeed complete compile run".split())
_BARE = frozenset("waiting pending wip todo blocked hang hold".split())
_HALFWAY = phrases("in the middle of|about to")
_UNDER_WAY = phrases(
    "in progress|as we speak|percent done|almost done|nearly done|hang on|hold on|one sec",
    "still failing|still running",
)


def mood(words: Words, clause: Clause) -> bool:
    """Whether somebody only says how they are, where they go or what they need at the moment."""
    if words.has(_AWAY) and len(words) < 14 and not words.bag & grammar.REPEATED:
        return clause.who in ("i", "none", "thing", "we")
    if clause.who == "it":
        return bool(words.bag & _WEATHER) and len(words) < 9
    if clause.who not in ("i", "we", "none") or (len(words) > 8 and words.bag & {"but", "that", "though"}):
        return False
    if clause.form in ("copula", "passive"):
        return _feeling(words, clause)
    if clause.who == "i" and words.has(NOW) and clause.form in ("base", "ing", "modal"):
        passing = clause.negated or clause.form == "modal" or clause.verb in _PASSING
        return passing and not words.bag & grammar.REPEATED
    if clause.verb in ("have", "need") and words.has(_MOOD_NOUNS):
        return clause.form in ("base", "past", "ing") and not words.bag & grammar.REPEATED
    if clause.verb == "feel":
        return not words.bag & {"strongly", "about"}
    return clause.negated and clause.verb in ("know", "understand", "get", "remember", "see") and len(words) < 12


def _feeling(words: Words, clause: Clause) -> bool:
    """Whether "I am …" names a mood, or an errand, and not what somebody is for good."""
    following = words.lower[clause.rest - (clause.form == "passive") : clause.rest + 3]
    if words.bag & _ERRANDS and following[1:2] in (["a"], ["an"]):
        return True
    said = next((word for word in following if not word.endswith("ly") and word not in _SOFTENERS), "")
    able = said in ("good", "great", "bad") and following[1:2] in (["with"], ["at"])
    if said in _MOODS and not able:
        return True
    if clause.who == "i" and words.has(NOW) and following[:1] in (["on"], ["at"], ["in"]) and following[1:2] == ["the"]:
        return True
    return words.has(NOW) and said not in grammar.DETERMINERS and said not in grammar.PREPOSITIONS


def in_flight(words: Words, clause: Clause) -> bool:
    """Whether something is only in progress or in a temporary state."""
    if clause.who in ("i", "we") and clause.form not in ("ing", "copula"):
        return False
    subject = words.lower[clause.subject[0] : clause.subject[1]]
    process = clause.who == "it" or not _PROCESSES.isdisjoint(subject)
    passing = words.has(_STILL) or words.has(NOW)
    left = len(words) - clause.rest
    if words.has(_HALFWAY) and clause.who != "none":
        return True
    if clause.form == "copula" and _passing_state(words, clause, process, passing):
        return True
    if clause.form == "ing" and clause.who in ("thing", "it"):
        if clause.verb in _TROUBLE and words.has(REASONED):
            return False  # the cause of a failure is worth more than the failure
        settled = any(mark.isdigit() for mark in words.text) or bool(words.bag & grammar.REPEATED)
        return (process and (passing or not settled)) or (clause.verb in _RUNNING and passing)
    if subject and subject[-1] in _PROCESSES:
        if clause.verb in _ENDING and clause.form in ("base", "s", "past", "perfect"):
            return left < 2 or (passing and len(words) < 10)
        if passing and clause.form in ("copula", "") and len(words) < 11:
            return True
    return len(words) < 14 and (words.has(_UNDER_WAY) or (words.at(0) in _BARE and not clause.imperative))


def _passing_state(words: Words, clause: Clause, process: bool, passing: bool) -> bool:
    """Whether "… is red", "… is down", "… is at 40%" tells a state that will be over soon."""
    state, left = words.at(clause.rest), len(words) - clause.rest
    if state in _OVER and left < 3:
        return not words.bag & grammar.GENERAL
    if process and state in _PROCESS_STATES:
        return left < 4 or passing
    return process and state == "at" and words.text.rstrip(".").endswith("%")
