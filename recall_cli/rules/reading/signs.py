"""Phrases that show what a statement is: a reason, a rule, a mood, something in progress, or a denial."""

from recall_cli.rules.reading.clause import Clause
from recall_cli.rules.reading.words import (
    ADVERBS,
    CHOICES,
    DETERMINERS,
    GENERAL,
    PREPOSITIONS,
    REPEATED,
    TASK_VERBS,
    Words,
    phrases,
)

LABELS = {
    "decision": "decision", "decided": "decision", "adr": "decision", "decisions": "decision",
    "finding": "finding", "cause": "finding", "found": "finding", "lesson": "correction",
    "lessons": "correction", "learned": "correction", "correction": "correction", "gotcha": "finding",
    "pattern": "pattern", "estimate": "estimate", "eta": "estimate", "preference": "preference",
    "rule": "preference", "convention": "preference", "procedure": "procedure", "steps": "procedure",
    "howto": "procedure", "runbook": "procedure", "fact": "fact", "workaround": "finding",
}  # fmt: skip

CORRECTION = phrases(
    "not right|not correct|is wrong|was wrong|that is wrong|got it wrong|you got|i meant|i said",
    "i told you|i already told|mistaken|my mistake",
    "lesson learned|lessons learned|should not have|should have|stop using|stop adding",
    "stop writing|stop doing|incorrect|misremembered|to correct|scratch that",
    "contrary to|not what i|you keep|in hindsight|next time|correction|used to say|outdated",
    "i misspoke|misspoke|no longer true|you were wrong|was a mistake|turned out wrong",
    "to be precise",
)

FINDING = phrases(
    "root cause|was down to|root of|stem from|caused by|was caused|turned out|turns out|found that|found out",
    "discovered|noticed that|the culprit|culprit was|the reason|due to|the fix was",
    "the problem was|the issue was|the bug was|the bug is|problem is that|issue is that",
    "learned that|it was because|was because|is because|traced|tracked down|happens because",
    "fails because|failed because|the cause|causes|caused|was failing|were failing|leads to",
    "led to|triggers|measured|benchmark|benchmarks|benchmarked|profiling|profiler|investigation",
    "was missing|bottleneck|leak|leaked|the trick|workaround|the explanation is|came from|comes from",
    "resulted|because of|stems from|figured out|realised|realized|it turns|faster than",
    "slower than|race condition|deadlock|exhausted|stopped after|went away|breaks when",
    "broke because|crashes when|fails when|fails if|hangs when|silently|fixed by|solved by",
    "resolved by",
)

PATTERN = phrases(
    "every time|each time|regularly|routinely|whenever|tends to|tend to|keeps failing",
    "keeps breaking|keep failing|usually|always fails|recurring|pattern|most of the time",
    "nearly always|almost always|time and again|again and again|repeatedly|more often than not",
    "in most cases|typically|habitually|consistently|often|as a rule|without fail|usually when",
    "three times now|over and over|generally|mondays|frequently",
)

DECISION = phrases(
    "decided|decision|we chose|i chose|chose to|going with|went with|we will use|i will use",
    "agreed|settled on|opted",
    "standardise on|standardize on|standardised on|standardized on|sticking with|ruled out",
    "we will go|i will go with",
    "committed to|instead of building|signed off|the plan is to|our plan is to|we will not",
    "we will keep|resolved to|in favour of",
    "in favor of|considering|evaluating|weighing|leaning towards|leaning toward|tempted to",
    "switched to|switched from|migrated from",
    "we are moving to|we are migrating|we are switching|we are dropping|we are keeping",
    "we are staying|we are replacing|we are adopting",
    "ended up|is settled|are settled|i am switching|i am going with|final call|verdict",
)

DELIBERATE = frozenset("approve reject agree decide".split())
"""What only people do, whatever their subject is called."""

SETTLED = CHOICES - {"move", "go", "introduce"}
"""Verbs that settle a question when told in the past."""

ESTIMATE = phrases(
    "estimate|estimated|estimates|estimating|will take|would take|should take|could take",
    "takes about|expect to|we expect|i expect|expected to|ballpark|story points|eta|roughly",
    "give or take|will cost|should cost|will need about|likely to take|forecast|projected",
    "will be done|should be done|should be ready|will be ready|should finish|will finish",
    "by the end of|should land|will land|on track|is due|person-days|man-days|rough guess",
    "will grow|will double|headroom|by q1|by q2|by q3|by q4|before q|ships in|should ship",
    "will ship|might take|may take|probably take",
)

UNITS = frozenset(
    """hour hours day days week weeks month months minute minutes sprint sprints quarter quarters year
    years percent""".split()
)

PROCEDURE = phrases(
    "steps|how to|in order to|and then|then run|first run|run the following|by running|after that",
    "followed by|step one|is done by|you have to run|you need to run|make sure to|the way to",
    "the process|procedure|before every release|before each release|before deploying|to reproduce",
    "to deploy|to release|to reset|to roll back|to rebuild|to regenerate|the recipe",
)

DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday tomorrow tonight".split())
EMPHASIS = frozenset(
    """never always must important critical crucial essential remember vital mandatory allergic
    forbidden strictly""".split()
)

CHANGED = phrases(
    "no longer|any more|anymore|from now on|instead of|moved to|switched|migrated|joined",
    "going forward|stopped using|as of",
)

EFFECTS = frozenset("add cut reduce save double halve cost drop increase lower improve bring slow take".split())

MEASURES = frozenset("ms s seconds second minutes % percent mb gb kb times x milliseconds".split())

WORDS_OF_PERMISSION = frozenset("nobody only except else none neither".split())
"""Words with which "may" gives or refuses a permission and is no doubt."""

REASONED = phrases(
    "because|caused by|due to|root cause|turned out|turns out|the reason|so that|which means",
    "since|the fix was|the culprit|the problem was|the issue was|instead of|lesson|by adding",
    "by setting|by raising|was missing|in order to",
)
"""Signs that a cause or a lesson is told, so that even a report is worth keeping."""

CORRECTS_AT_ONCE = frozenset("no nope wrong sorry wait".split())
"""First words of a correction, where something follows them."""

NO_CORRECTION = frozenset("need rush idea more worries problem".split())
"""What after "no" makes it no contradiction: "no need", "no rush"."""

WISH = phrases(
    "i do not need you|i do not need a|i do not need an|i do not need any|i do not want|i do not need to see",
    "i would rather|would rather|would prefer|favourite|favorite|i can not stand|can not stand",
    "comfortable with",
    "bothers me|annoys me|irritates me|house style|fan of|big fan|i am into|preferred|preference|drives me",
    "pet peeve|please always|please never|prefers|do not like|does not like|no need to",
)
ABOUT = frozenset("about around roughly approximately probably perhaps maybe guess".split())
NAMED_ESTIMATE = frozenset("estimate estimated estimates ballpark eta expect forecast projected expected".split())
SPANNING = frozenset("take be need last cost land finish grow".split())
"""Verbs by which something takes its time."""
DISCOURSE = frozenset(
    """note notes important warning fyi reminder summary context todo fixme update tip example remember
    problem     result status reason nb ps""".split()
)
"""Labels that say what a sentence is for and name no property."""


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
_SOFTENERS = ADVERBS | {"a", "bit", "little", "feeling"}
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
    if words.has(_AWAY) and len(words) < 14 and not words.bag & REPEATED:
        return clause.who in ("i", "none", "thing", "we")
    if clause.who == "it":
        return bool(words.bag & _WEATHER) and len(words) < 9
    if clause.who not in ("i", "we", "none") or (len(words) > 8 and words.bag & {"but", "that", "though"}):
        return False
    if clause.form in ("copula", "passive"):
        return _feeling(words, clause)
    if clause.who == "i" and words.has(NOW) and clause.form in ("base", "ing", "modal"):
        passing = clause.negated or clause.form == "modal" or clause.verb in _PASSING
        return passing and not words.bag & REPEATED
    if clause.verb in ("have", "need") and words.has(_MOOD_NOUNS):
        return clause.form in ("base", "past", "ing") and not words.bag & REPEATED
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
    return words.has(NOW) and said not in DETERMINERS and said not in PREPOSITIONS


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
        settled = any(mark.isdigit() for mark in words.text) or bool(words.bag & REPEATED)
        return (process and (passing or not settled)) or (clause.verb in _RUNNING and passing)
    if subject and subject[-1] in _PROCESSES:
        if clause.verb in _ENDING and clause.form in ("base", "s", "past", "perfect"):
            named = left == 1 and words.capital(len(words) - 1)  # "The mail server runs Postfix." is no passing state
            return (left < 2 and not named) or (passing and len(words) < 10)
        if passing and clause.form in ("copula", "") and len(words) < 11:
            return True
    return len(words) < 14 and (words.has(_UNDER_WAY) or (words.at(0) in _BARE and not clause.imperative))


def _passing_state(words: Words, clause: Clause, process: bool, passing: bool) -> bool:
    """Whether "… is red", "… is down", "… is at 40%" tells a state that will be over soon."""
    state, left = words.at(clause.rest), len(words) - clause.rest
    if state in _OVER and left < 3:
        return not words.bag & GENERAL
    if process and state in _PROCESS_STATES:
        return left < 4 or passing
    return process and state == "at" and words.text.rstrip(".").endswith("%")


_FALSE_PHRASES = phrases(
    "that is wrong|this is wrong|you are wrong|that is not true|not true|that is not right|that is incorrect",
    "that is not correct|that is not what|that is outdated|that is false|that was wrong",
)
_NO_WORDS = frozenset("no nope nah".split())
_WRONG = frozenset("wrong incorrect false".split())
_POLITE = NO_CORRECTION | frozenset("thanks thank doubt wonder one longer idea matter way but".split())
"""What after "no" denies nothing: "no thanks", "no doubt"."""


def denies(answer: str, statement: str) -> bool:
    """Whether the first sentence of an answer denies the previous statement; a "no" to a question does not."""
    words = Words(answer.strip()[:200].split("\n", 1)[0])
    if not len(words):
        return False
    head = Words(words.original(0, min(8, len(words))))
    if head.has(_FALSE_PHRASES) or (words.at(0) in _WRONG and (len(words) < 2 or bool(words.after[0]))):
        return True
    if words.at(0) not in _NO_WORDS or statement.rstrip().endswith(("?", "？")):
        return False
    return (len(words) == 1 or bool(words.after[0])) and words.at(1) not in _POLITE
