"""The bearing of a sentence: is it a present, plain claim, or a question, a plan, a guess, a report, the past?"""

from recall_cli.rules.revision.phrases import find_phrase, phrase_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.rules.revision.terms import Term

HEDGES = phrase_table(
    """apparently|allegedly|supposedly|presumably|probably|possibly|perhaps|maybe|likely|reportedly|iirc|afaik|afaict|afair
    i think|i believe|i guess|i suspect|i assume|i suppose|i heard|i hear|i reckon|i understand|i gather|i imagine|i presume
    my guess|my understanding|my impression|my hunch|my memory|my bet|seems|seem|seemed|seemingly|appears to|appear to
    appears that|it appears|would appear|looks like|look like|looked like|sounds like|as if|as though|might|may be|may have|may not
    may also|may well|may actually|could be|could also|could have|could well|unsure|uncertain|unverified|unconfirmed|unclear
    not sure|not certain|not verified|not confirmed|not positive|not entirely|not 100|not quite sure|not fully sure
    if i'm not|if i am not|if i remember|if i recall|if memory serves|unless i|as far as|to my knowledge|from what i
    rumour|rumor|rumours|rumors|hearsay|mentioned that|heard that|been told|was told|were told|haven't verified|haven't checked
    haven't confirmed|haven't tested|have not verified|have not checked|have not confirmed|have not tested|not yet verified
    double-check|double check|to be verified|to be confirmed|to be checked|needs checking|needs verification|needs confirmation
    estimated|estimates|estimate|guesstimate|somewhere around|or so|or thereabouts|misremember|misremembering|don't quote
    grain of salt|tentatively|i'd say|i would say|in theory|correct me|have to check|need to check|want to check|should check
    must check|remains to be|a feeling|the feeling|something like|word is|word has|must have been|vaguely|an assumption
    my assumption|guess|guessing|suspect|suspected|unless something|tbc|tbd|might've|may've|potentially|conceivably|arguably
    presume|presumed|assumed|unofficially|unofficial|speculation|speculating|gossip|hunch|no idea whether|can't confirm
    cannot confirm|can't verify|cannot verify|couldn't confirm|couldn't verify|won't swear|wouldn't swear|not swear|no guarantee
    second-hand|secondhand|grapevine|if correct|if true|if that's right|if that's correct|subject to confirmation|pending confirmation
    half remember|half-remember|in my memory|from memory|off the top|ballpark|give or take|rough guess|roughly speaking
    didn't verify|did not verify|didn't check|did not check|without checking|needs to be verified|needs to be confirmed
    wait for confirmation|awaiting confirmation|to be double-checked|please verify|please confirm|can someone confirm|can anyone confirm
    verify first|someone said|somebody said|someone told|somebody told|someone mentioned|somebody mentioned|someone claimed|people say
    they say|i've heard|we've heard|i have heard|i was told|have been told|told me|read somewhere|saw somewhere|claims that"""
)
QUESTION_STARTS = phrase_table(
    """i wonder|wondering|i'm wondering|does anyone|does anybody|do we know|not clear whether|unclear whether|unclear if
    any idea|anyone know|anybody know|need to find out|question"""
)
QUESTION_VERBS = frozenset(
    "is are was were do does did has have had should could can would will shall may who what when where which why how whose isn't aren't don't doesn't didn't haven't hasn't".split()
)
PLANS = phrase_table(
    """will|won't|i'll|we'll|they'll|it'll|he'll|she'll|shall|is to be|are to be|is to become|are to become|is to move|are to move
    blocked|going to|gonna|plan to|plans to|planned to|planning to|plan on|plan for|planned for|planning on|is planned|are planned
    the plan|planned|planning|scheduled|roadmap|road-map|intend|intends|intend to|upcoming|todo|to-do|eventually|down the road|down the line
    next step|next steps|next year|next quarter|next spring|next summer|next autumn|next fall|next winter|next sprint|next week|next month
    next release|next major|next version|next time|the next|starting next|starting in|starting on|starting with|starting from|starting january|starting february
    starting march|starting april|starting may|starting june|starting july|starting august|starting september|starting october
    starting november|starting december|beginning next|effective next|as soon as|soon|later this|one day|some day|someday|would|wants to
    want to|wants us to|want us to|wants me to|'d like|'d prefer|i'd like|we'd like|i'd prefer|we'd prefer|would like
    should probably|should really|should maybe|should eventually|we should|i should|you should|someone should|somebody should
    they should|we could|i could|you could|we need to|i need to|you need to|we ought to|we might|need to decide|let's|could we|can we|consider|considers
    considering|considered switching|considered moving|considered using|considered replacing|propose|proposes|proposed|proposal|proposing|suggest|suggests|suggested|suggestion|suggesting|idea|hopes to|hope to|hoping
    not merged|isn't merged|unmerged|isn't deployed|not deployed yet|draft|decided against|reject|rejects|rejected|ruled out
    almost|nearly|looked into|looking into|look into|evaluate|evaluates|evaluated|evaluating|evaluation|tried|trying|try|experiment|experiments
    experimented|experimenting|toying|toyed|thinking of|thinking about|thought of|thought about|discuss|discusses|discussed|discussing|discussion|debate|debating
    debated|pending|waiting for|waiting on|in my opinion|imho|imo|how about|what about|i'd rather|we'd rather|can be|on my list|on the list|in discussion
    under discussion|under consideration|under review|candidate|candidates|wish|wishes|wishing|aim to|aims to|aiming to|long-term|long term
    vote|votes|voted against|voting|pilot|piloting|trial run|prototype|prototyping|proof of concept|poc|spike|in progress|underway|under way|half-way
    halfway|ongoing|being evaluated|being discussed|being considered|about to|on track|expected|expects|expect|anticipated|forecast|target date
    tomorrow|in the future|future|when we|once we|once it|once the|after we|ticket to|open ticket|opened a pr|open pr|pr to|is open to|asked whether|asks whether
    asked if|asks if|asked for|asks for|demand|demands|requested|requests that|recommend|recommends|recommended|recommendation|advise|advises|advised
    would be|could become|could move|could switch|could use|if approved|awaiting approval|needs approval|subject to approval|not final|provisional|provisionally
    we may|we'd|still open|up for debate|undecided|not decided|no decision|haven't decided|in the works|lobbying|pushing for|keen to|keen on|tempted
    dry run|rehearsal|would've|should have|could have|ought to|supposed to|meant to"""
)
CONDITIONS = phrase_table(
    """if|unless|whenever|in case|provided that|provided|assuming|assume|assumes|suppose|supposing|imagine|pretend|what if|except|for this exercise
    as long as|hypothetically|let's say|say we|given that|only when|only if|in the event of|in the event that|on demand|otherwise"""
)
CONDITION_STARTS = frozenset(
    "when while during where had were should whenever until outside besides apart except unless if given after before with without".split()
)
CONDITION_STARTS_STRICT = frozenset("when while during where had were whenever outside apart except unless if".split())
PAST = phrase_table(
    """previously|formerly|originally|used to|back then|back in|back when|in the past|at the time|at that time|until|till|before the|before we|before our|before v*
    last week|last month|last year|last quarter|last sprint|last spring|last summer|last winter|last autumn|last fall|last night's|initially|at first
    in those days|when i joined|had been|years ago|year ago|months ago|month ago|weeks ago|week ago|days ago|historically|in the prototype|in the old
    in the beginning|in the early|early on|in earlier|in older|in the first version|in version|in our first|our first|the old|for a while|for years
    for a long time|once upon|long ago|a while ago|some time ago|at launch|during the outage|during the incident|during the migration|in the 2025|the previous
    the former|the earlier|yesterday|that day|that week|that night|that time|on the day|one time|for once|this one time|in the incident|temporarily|briefly
    was running|were running|was using|were using|back at|when we started|when it started|in its first|in the original|the original|pre-migration|ancient|legacy"""
)
QUOTED = phrase_table(
    """still says|still say|says|said that|said the|said we|said it|claims|claimed|claim that|states|stated|mentions|mentioned|blames|reads|insists|insisted|according to
    that's wrong|which is wrong|this is wrong|that is wrong|that's outdated|which is outdated|is outdated|is stale|is obsolete|a mistake|out of date|which is stale
    that's incorrect|which is incorrect|that's not true|which isn't true|for example|for instance|e.g.|e.g|error message|log line|log says|logs say
    stack overflow|stackoverflow|told us|thinks|believes|hacker news|wrote that|writes that
    joked|joking|kidding|just kidding|jk|haha|lol|fiction|novel|story|game lore|role-play|in the dream|sarcasm"""
)
ALSO = phrase_table(
    """also|additionally|in addition|as well|another|a second|a third|a further|besides|both|plus|on top|alongside|next to|one of|two of|three of|some of|most of
    many of|few of|half of|part of|several of|too .|in parallel|as a fallback|as fallback|as backup|as a backup|as secondary|secondary|second|third|additional|extra|more of
    besides|either|further|furthermore|moreover|additionally|other"""
)
COMPARED = phrase_table(
    """compared to|compared with|versus|twice as|as fast as|as slow as|as big as|as good as|as many as|as much as|half the|half as|relative to|benchmark|benchmarks"""
)
NOW = phrase_table(
    """now|from now on|from today|as of today|as of now|as of this|as of build|as of v*|these days|nowadays|meanwhile|since today|since this|since yesterday
    since the|currently|at present|any more|anymore|any longer|no longer|again|new|by now|in the meantime|from here on|going forward|henceforth|today|this week
    this morning|just|finally|at last|effective immediately|with immediate effect|starting today|starting now|as of|already|since|latest|meanwhile|presently|at the moment
    right now|from next * on|from the next * on|all new|updated|update|instead|from this"""
)
CORRECTS = phrase_table(
    """correction|corrected|correcting|actually|turns out|turned out|scratch that|in fact|contrary to|was wrong|were wrong|is wrong|i was mistaken|mistaken|mistakenly
    was mistaken|was false|is false|was incorrect|is incorrect|were incorrect|incorrect|got it wrong|got that wrong|had it wrong|had that wrong|mixed that up|mixed it up|mixed up
    my mistake|my bad|misread|misspoke|mistyped|typo|update|edit|no|nope|wrong|on closer|on second|agreed on|settled on|decided on|sorry|not true|isn't true
    isn't right|not right|that's wrong|that is wrong|not correct|isn't correct|oops|whoops|i meant|i mean|meant to say|should read|to be precise|to be exact|strictly speaking|erratum
    let me correct|to correct|correcting myself|i take that back|take that back|strike that|rather|in reality|it's really|is really|are really|as it happens|confused|had confused
    earlier note|earlier memory|earlier claim|previous note|earlier statement|the right|the correct|the real|the true|double-checked|rechecked|verified|confirmed"""
)
OVER = phrase_table("again|from now on|from today|any more|anymore|any longer|no longer|these days|nowadays|instead|only")
EXAMPLES = frozenset("example sample e.g e.g. say".split())
LIST_LABELS = phrase_table(
    "known issue|known issues|gotcha|gotchas|tip|tips|hint|hints|note|notes|warning|warnings|lesson|lessons|finding|findings|learned|reminder|caused by|todo|idea|question|open question|risk|risks|bug|workaround|option|options|example"
)


SOURCE_NOUNS = frozenset(
    """sample samples example examples mock mocks demo demos fixture fixtures tutorial template templates sandbox docs doc documentation notebook slide slides
    book talk article blog post wiki readme flyer ticket changelog comment manual spec standard paper message error log brochure poster website page postmortem
    runbook guide faq report screenshot deck pdf vendor invoice brochure textbook course lecture video podcast thread issue description docstring exercise quiz
    survey leaflet newspaper review booklet handbook catalogue catalog ad advert listing speaker conference meetup podcast interviewee applicant competitor competitors""".split()
)
"""Nouns for texts and other sources that may say something that does not hold here."""
SAY_VERBS = frozenset(
    "says say said claims claim claimed states stated mentions mentioned blames reads insists shows showed lists listed uses used has had still calls recommends suggests describes gives names".split()
)


def source_end(words: "Sequence[str]") -> int:
    """Where the mention of a source ends that says something: `the README says`, `in our fixtures`; 0 if there is none."""
    for at, word in enumerate(words):
        if word not in SOURCE_NOUNS:
            continue
        if any(before in ("in", "from", "per", "according", "on") for before in words[max(0, at - 4) : at]) and at < 6:
            return at + 1
        for further in range(at + 1, min(at + 4, len(words))):
            if words[further] in SAY_VERBS:
                return further + 1
    return 0


_ASKED_SUBJECTS = frozenset(
    "we i you they it he she the our this that these those any there my your anyone somebody someone".split()
)
OPINIONS = phrase_table(
    "in my opinion|imho|imo|in my view|if you ask me|my two cents|my 2 cents|personally|i'd argue|i would argue|ideally"
)


def question_reason(terms: "Sequence[Term]", words: "Sequence[str]") -> str:
    """Why a sentence asks and claims nothing; empty if it claims something."""
    if any(term.text == "?" for term in terms[-3:]):
        return "a question"
    if len(words) > 2 and words[0] in QUESTION_VERBS and words[1] in _ASKED_SUBJECTS and not words[0].startswith("w"):
        return "a question"
    if words and find_phrase(words[:4], QUESTION_STARTS):
        return "a question"
    return ""


def first_phrase(words: "Sequence[str]", table: "dict[str, list[tuple[str, ...]]]", shared: "frozenset[str]") -> str:
    """The first phrase of a table that the other text does not use too; empty if there is none."""
    at = 0
    while True:
        place = find_phrase(words, table, at)
        if place is None:
            return ""
        phrase = words[place[0] : place[1]]
        if not all(word in shared for word in phrase):
            return " ".join(phrase)
        at = place[0] + 1
