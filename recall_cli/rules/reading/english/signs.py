"""The words and phrases that are typical of each type of memory."""

from recall_cli.rules.reading.english.verbs import CHOICES
from recall_cli.rules.reading.english.words import phrases

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
