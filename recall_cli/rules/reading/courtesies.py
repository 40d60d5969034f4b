"""Small talk: pleasantries, and praise that is not meant."""

from recall_cli.rules.reading.english.verbs import lemma_and_form
from recall_cli.rules.reading.english.words import Words, phrases

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
_GREETED = frozenset("thanks thank thx cheers hi hello hey congrats welcome".split())
_SUBSTANCE = frozenset("my use never always prefer".split())


def pleasantry(words: Words) -> bool:
    """Whether a short statement only thanks, greets, agrees or fills."""
    polite = sum(word in _POLITE for word in words.lower)
    if polite == len(words) <= 10:
        return len(words) < 4 or bool(words.bag & _HOT)
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
