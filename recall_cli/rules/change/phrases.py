"""The phrases with which a statement says that something has changed, and those with which it asserts nothing.

A line is one phrase. `a|b` is a choice, `word?` may be missing, `<class>` is a class of words, `..` is a few words of
one clause, `^` is the beginning of a clause, `.` at the end its end, and {old} and {new} are the two things.
"""

_CLASS_WORDS = {
    "be": "is are was were be been being got gets get isn't",
    "was": "was were got been be",
    "long": "all finally long entirely completely now since just recently officially",
    "prep": "by on in with from for at to as a an the of using via",
    "the": "the a an our my your their its this that his her",
    "who": "we i they he she it who everyone everybody",
    "have": "have has had i've we've they've just finally already recently",
    "gone": """gone removed deleted dropped retired deprecated uninstalled archived closed obsolete outdated dead
        history over decommissioned discontinued abandoned lifted withdrawn scrapped wiped dissolved shredded sunset
        void cancelled canceled revoked abolished dismantled ditched""",
    "ended": """dropped removed deleted retired deprecated killed abandoned ditched uninstalled decommissioned scrapped
        discontinued withdrew wiped revoked abolished cancelled canceled left dismantled""",
    "moved": "moved renamed relocated migrated switched transferred ported converted",
    "changed": """bumped raised lowered increased decreased reduced moved switched migrated changed renamed replaced
        upgraded updated downgraded relocated converted dropped removed deleted deprecated retired killed disabled
        enabled shortened extended doubled halved tripled ported swapped ditched abandoned transferred promoted
        postponed scaled renegotiated reinstalled rebuilt rewrote rewritten retrained settled shrunk shrank grown grew
        adopted stopped prolonged scrapped reverted resized cut pushed slipped shifted ended discontinued cancelled
        canceled withdrew withdrawn renewed lifted banned merged finished wiped dissolved loosened tightened relaxed
        quit outgrown retracted overruled closed opened reopened repartitioned turned pulled tweaked adjusted
        rescheduled reassigned handed passed split took taken superseded brought orphaned cancelled""",
    "change": """bump raise lower increase decrease reduce move switch migrate change rename replace upgrade downgrade
        set extend shorten cut port convert relocate update""",
    "time": """today yesterday this last next monday tuesday wednesday thursday friday saturday sunday january february
        march april may june july august september october november december release version sprint""",
}
CLASSES = {name: frozenset(words.split()) for name, words in _CLASS_WORDS.items()}
"""Classes of words that several phrases share."""

OLD_AND_NEW = """
from {old} over? to {new}
replaced|swapped|exchanged <the>? {old} with|by|for {new}
dropped|ditched|abandoned|traded|swapped {old} for {new}
{old} <be>|have|has been? replaced|superseded|swapped|dropped|ditched out? by|with|for|in favour|favor? of? {new}
{old} made|gave way for|to {new}
{new} replaced|superseded {old}
{new} took over from {old}
{old} handed|passed|gave .. to {new}
{old} → {new}
{new} instead of {old}
instead of {old}
, and? not <prep>? <the>? {old}
no|not longer? <prep>? {old} but <prep>? {new}
{new} rather than {old}
rather than {old}
formerly|previously|was|were|before|until now? {old} )
previously known as {old}
{old} <be>|has|have been? <moved> over? to|into {new}
renamed {old} to|into {new}
"""
"""Phrases that name what was, most of them with what is."""

GONE = """
<be>|do|does no longer <prep>? <the>? {old}
no longer <prep>? <the>? {old}
not|isn't|aren't|don't|doesn't|cannot|can't {old} any more|longer
not|isn't|aren't|don't|doesn't|cannot|can't {old} anymore
there is|are no {old} any more|longer
stopped|quit|ceased {old}
gave|given up <prep>? {old}
<ended> support? for? <the>? {old}
got|get rid of {old}
^ done with {old}
<who>|we're|i'm|they're are|am|is? done with {old}
moved on? away from {old}
{old} <be>|has|have been? <long>? <long>? <gone>
{old} <be>|has|have been? <long>? shut|turned|switched down|off
{old} <be>|has|have been? <long>? phased|thrown|ripped|kicked out
{old} <be>|has been? <long>? out .|,|;|:|!
{old} no|does|do longer|not apply|applies|hold|holds|exist|exists
{old} doesn't|don't apply|hold|exist any?
{old} has|have? left|stepped|lapsed down?
^ please? disregard|ignore|forget|scratch|scrap|strike|withdraw <the>? note|memory|rule? on|about|that? {old}
^ please? disregard|ignore|forget|scratch|scrap|strike|withdraw <the>? instruction on|about|that? {old}
wrong|mistaken about {old}
it? is|was|isn't not? true|false that {old}
{old} turned|turns out to be? wrong|false
"""
"""Phrases that only name what is over."""

CHANGE = """
now
nowadays
by now
these days
no longer
any more|longer
anymore
from now|here on
from <time>
starting|effective|beginning today|this|with|from|next|now
as of
since <time>|then|the|our|@number
back to|on|at|in|from
reverted|revert
again <prep>
<was>|<who>|<have> <long>? <changed>
^ <changed>
@name|@code <changed>
<changed> over|it? to|from|into|by|forward|back|out|off
replaces|supersedes|overrides
^ <change> .. to|with|by|from|→
handed|passed|gave .. over|to
went|going|gone|came up|down|from|back|to
<be> down|up to|from
<be> gone
<be> out|off .|,|;|:|!
gave|given|give up
took|takes|taken over|out|off
settled|landed on
turned|switched|opened|ripped|pulled|shut|phased .. up|down|off|on|out
joined|left the?
stepped down
not true
correction|erratum
^ actually
turned|turns out
mistaken|misread|misspoke|misremembered|mixed
<who> was|were wrong
was wrong
take|took back
forget|disregard|ignore what|that|the
claim|note|statement|assumption is|was wrong|false
scratch|scrap|strike|disregard|forget|retract|retracting|withdraw
contrary to
on closer inspection
the|our|a|its new ..
became|become|becomes
had to <change>
goes to @number
<change>|migration|switch <be> done|finished|complete|completed
changed their|his|her|my our? mind
allowed|mandatory|enough|forbidden again|now
is|are enough
is|are|<was> dissolved|withdrawn|void|sunset|disabled|enabled|banned|deleted|shredded|discontinued|gone
jetzt|nun|inzwischen|mittlerweile|neuerdings
nicht|kein|keine|keinen mehr
ab|seit sofort|jetzt|heute|gestern|diesem|dieser|dem|der|montag|januar|februar|märz|april|mai|juni|juli|august|september
umgestellt|umgezogen|gewechselt|ersetzt|abgelöst|abgeschafft|verschoben|verlegt|erhöht|gesenkt|statt|stattdessen
ahora|actualmente
ya no
a partir de
desde <time>|hoy|ayer|el|la|enero|abril
cambió|cambiamos|cambiado|migramos|migrado|sustituido|reemplazado|reemplaza|sustituye
en vez|lugar de
désormais|maintenant|dorénavant
ne|n' .. plus
depuis
remplacé|remplace|remplacée|déplacé|migré|passé|passés
au lieu de
agora
já não
não .. mais
mudou|mudamos|trocamos|trocou|passou|substituído|migramos
"""
"""Phrases that assert a change; the things need not be named."""

GUARDS = {
    "question": """
        ?
        wonder if|whether
        """,
    "hedge": """
        maybe|perhaps|might|probably|possibly|presumably|apparently|supposedly|seems|seem|seemingly|conceivable
        looks like
        i|my think|guess|believe|suspect
        iirc|afaik|allegedly|rumour|rumor|unsure|unclear|unconfirmed
        feeling that
        as far as
        if i'm|i
        not sure|certain
        haven't|didn't verified|checked|measured|looked|verify|check
        or so
        could also? be
        hear|heard
        estimate|roughly|impression
        need|needs to verify|check
        vielleicht|vermutlich|wahrscheinlich|angeblich|quizás|tal|peut-être|talvez
        """,
    "plan": """
        will|won't|we'll|i'll|they'll|it'll
        going to
        plan|plans|planned|planning|intend|intends|hope|hopes|want|wants|wanted|like us? to
        propose|proposes|proposed|proposal|proposing|suggest|suggests|suggested|consider|considering|considered
        gonna|someday|eventually|pending|tentatively|rfc|todo|let's
        thinking|discussing|discussed about|of|whether
        would|wouldn't|i'd|we'd|shall|might
        could|should we|probably|maybe
        next step|sprint|quarter|year|month
        not yet
        is|are|remains scheduled|planned|supposed|about? to
        two cents
        wird bald|demnächst
        werden wir
        planen|vamos
        va a
        on va
        """,
    "condition": """
        if|unless|suppose|supposing|imagine|assume|assuming|hypothetical|hypothetically|wenn|falls
        in case
        what if
        ^ when|whenever|during|except
        , when
        """,
    "report": """
        said|says|say|claims|claimed|blames|mentioned|joked|joking|quoted
        according to
        tutorial|sample|example|mock|typo|blog|competitor|competitors
        e.g
        stack overflow
        """,
    "denied": """
        didn't|never|haven't|hasn't|wasn't|weren't|nobody|no-one|nothing|none .. <changed>|<moved>|<change>|happened
        did|have|has|was|were not|never .. <changed>|<change>
        not|isn't|wasn't|false|wrong|untrue true|the? case? that .. <changed>|<moved>
        refused|declined to
        decided|voted against
        after all
        blocked
        """,
    "past": """
        used to
        previously|formerly
        originally
        at first|that
        back then|in|when
        at that time
        when <who> <was>|started|joined
        had been
        before that|the|we
        in 19|20 ..
        years ago
        for once
        <was> still
        was|were .. until|before
        """,
    "undone": """
        temporarily|briefly|momentarily
        for a few|moment|while|day|week|bit
        for ten|two|five|three|the minutes|duration|load|day|week|test
        set it back
        reverted|rolled|switched|changed|moved it? back|again|afterwards|later
        reverted
        rolled back
        later|afterwards|again reverted|undone
        off again
        again afterwards
        tried|experiment|experimented
        to reproduce
        """,
    "more": """
        also|besides|additionally|additional|second|another|both|extra|plus|alongside
        as well
        too .|,|;|!
        in addition
        """,
}
"""What keeps a statement from asserting a change of the present; none of it ends a belief."""

WEAKENING_GUARDS = frozenset(("question", "plan", "condition", "denied", "undone"))
"""Guards after which nothing has changed, so that nothing is asked either."""
