"""English words without a topic of their own."""

FUNCTION_WORDS = frozenset(
    (
        "a about above across actually after again against all already also although always am among an and "
        "another any anymore are aren't around as at back be because been before being below between both but by "
        "can could currently did didn't do does doesn't doing don't done during each else even ever every "
        "everything for from get gets going got had has hasn't have haven't he he's her here here's hey hi him his "
        "hm how i i'd i'll i'm i've if in into is isn't it it's its itself just let's longer many may me might "
        "mine more most much must my never no nor not now of off oh ok okay on once one's ones only onto or other "
        "our ours out over own per please pls quite really s same shall she she's should simply since so some "
        "still such t than that that's the their them themselves then there there's these they they'll they're "
        "this those through till to today too toward towards under until up us very via was wasn't we we'll we're "
        "we've well were weren't what what's when where which while who who's whom whose why will with within "
        "without would yep yes yet you you'll you're your yours"
    ).split()
)
