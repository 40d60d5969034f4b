"""Sets of words that the comparison knows: denials, words of change, opposites, states."""

DENIALS = frozenset(
    "no not never none nobody neither nor cannot can't don't doesn't didn't isn't aren't wasn't weren't won't shouldn't mustn't needn't false wrong untrue forbidden".split()
)


CHANGE_WORDS = frozenset(
    """replaced replaces superseded succeeded took handed settled stepped swapped instead rather gave given thrown rid ported favour favor called
    named known place shut switched turned ripped phased fully completely entirely renegotiated renegotiate extension hence officially effect
    true cease remove drop forget disregard ignore false wrong untrue note rule claim applies apply earlier mistake correct correction longer
    revoke lift abolish requirement mixed enough away lately account part mean idea forward back up down next since morning today yesterday
    night version date new old anymore over out off on done successfully complete completed finally merged landed live place story decision
    memory entry previous statement said thought confused memory's actual right real there's note's update updated change changes
    changed switch team company whole everyone everything all weekend time way longer away news""".split()
)


OPPOSITES: "dict[str, frozenset[str]]" = {}


for _pair in (
    "enabled disabled|enable disable|enables disables|allowed forbidden|allowed banned|allowed prohibited|permitted forbidden|allow forbid|mandatory optional|required optional|"
    "on off|fine forbidden|public private|sync async|synchronous asynchronous|strict lax|strict lenient|open closed|always never|must mustn't|may mustn't|"
    "can can't|can cannot|do don't|is isn't|are aren't|does doesn't|has hasn't|should shouldn't|needs needn't|true false|included excluded|include exclude|includes excludes|"
    "active inactive|stateful stateless|stateless stateful|sorted unsorted|safe unsafe|stable unstable|blocking non-blocking|automatic manual|automatically manually|free paid|available unavailable|"
    "signed unsigned|encrypted unencrypted|cached uncached|before after|first last|tabs spaces|up down|allowed disallowed|supported unsupported|mutable immutable|"
    "mandatory voluntary|compulsory optional|required unnecessary|ascending descending|opt-in opt-out|local remote|online offline|visible hidden|shown hidden|kept removed|"
    "single-threaded multi-threaded|case-sensitive case-insensitive|read-only writable|deprecated recommended|with without|inside outside|above below|lenient strict|eager lazy|"
    "welcome forbidden|ok forbidden|okay forbidden|fine banned|permitted banned|optional obligatory|blocking nonblocking|asynchronously synchronously|nullable required"
).split("|"):
    _one, _other = _pair.split()
    OPPOSITES[_one] = OPPOSITES.get(_one, frozenset()) | {_other}
    OPPOSITES[_other] = OPPOSITES.get(_other, frozenset()) | {_one}


ROLE_STEMS = frozenset(
    "own lead review supervis manag manage dba captain contact supervise head ceo cto chair coordinat represent mentor handl responsible approve admin host moderat organiz".split()
)


_POINTING_WORDS = frozenset(
    "it it's they they're that that's this these those its their he she we i you there the".split()
)


OPEN_STATES = frozenset(
    """pending progress planned waiting wait todo wip blocked broken failing fails open ongoing unfinished incomplete unresolved underway scheduled outstanding
    stuck missing unfixed unmerged undecided flaky crashes crash down offline unavailable not-yet started being still awaiting paused postponed halted delayed
    unanswered unassigned unclear undocumented untested next remaining left half-done draft""".split()
)


DONE_STATES = frozenset(
    """done finished complete completed landed merged fixed resolved works working arrived back shipped released live closed passed passes passing approved
    solved green deployed launched delivered repaired ready answered decided documented tested signed through over succeeded stable gone implemented wrapped
    finalized finalised granted received published rolled""".split()
)


QUANTITY_WORDS = frozenset(
    "limit maximum max minimum min total number count quota cap capacity allowance ceiling size threshold floor budget version".split()
)
