"""English words and phrases that show what a statement does: it changes, denies, plans, reports, doubts.

Phrases of one class stand in one string, with a bar between them.
"""

CUES = {
    "now": (
        "this week on|from this week on|from this sprint on|from this month on|from here on|from here|lately|"
        "these days|in case anyone|in case anybody|in case someone|in case somebody|in case you|in case they|"
        "if you're looking for|if you are looking for|if you look for|whoever is looking for|so it's|"
        "so it is|it is now|after all|as of today|from today|from today on|since today|starting today|as from today|"
        "now|currently|nowadays|"
        "these days|from now on|as of|as from|since then|today|at present|meanwhile|by now|anymore|any more|"
        "any longer|henceforth|effective immediately|with immediate effect|for good|permanently|permanent|finally|"
        "at last|ever since|since"
    ),
    "change": (
        "upped|ups|refit|refitted|got an extension|extension|new target|new place|that makes|come round to|"
        "came round to|rebuilt|took over|taken over|landed on|has landed|dialled|dialed|nudged|stretched|slashed|"
        "rolled back to|outgrown|outgrew|changed|change|changes|switched|switch|switching|moved|migrated|migrate|"
        "ported|converted|upgraded|upgrade|"
        "downgraded|bumped|bump|raised|lowered|increased|decreased|reduced|extended|shortened|doubled|halved|"
        "tripled|cut|trimmed|dropped to|went|gone to|updated|update|renamed|rename|relocated|transferred|"
        "reassigned|rescheduled|postponed|pushed back|pushed|brought forward|delayed|slipped|prolonged|expanded|"
        "tightened|loosened|relaxed|shifted|swapped|swap|adopted|rewrote|rewritten|rebuilt|reworked|set to|"
        "turned into|became|becomes|grew|shrank|shrunk|scaled|ramped|lifted|capped|pinned|repinned|settled on|"
        "landed on|standardised on|standardized on|went with|opted for|picked|chose|traded|flipped|refactored|"
        "repointed|redirected|rerouted|remounted|rehosted|rebased|resized|resize|retuned|tuned|adjusted|repriced|"
        "carried|packed|flashed|hopped|jumped|split|merged into|folded into|cutover|cut over|rolled out|"
        "rolled over|revised|amended|altered|modified|overhauled|rotated|reversed|reverted to|handed|hands|"
        "handed over|hands over|passed|took over|takes over|taking over|inherited|inherits|succeeded|succeeds|"
        "stepped in|stands in|assigned|appointed|promoted|elected|took|gave|overtook|git mv|mv|bumping|moving|"
        "renaming|upgrading|lowering|raising|expects|ditched|left|renegotiated|renewed"
    ),
    "replacement": (
        "replaced|replaces|replace|replacing|replacement|superseded|supersedes|instead|instead of|rather than|"
        "in place of|in favour of|in favor of|in lieu of|took over from|takes over from|successor|succeeded by|"
        "makes way|made way|gave way|swapped|exchanged|substituted|supplanted|traded|out with|took its place|"
        "takes its place|no longer but|s/"
    ),
    "gone": (
        "graveyard|rest in peace|let go|fell through|off the list|stepping back|stepped back|stepping down|sent back|"
        "boxed up|in the archive|to the archive|does nothing|no use|turn off|turned off|turned them off|scrap|"
        "scrap the|had to let|dropping|ditching|abandoning|retiring|"
        "gone|removed|remove|removes|removing|deleted|delete|deletes|dropped|drop|drops|retired|retire|"
        "decommissioned|archived|closed|discontinued|sunset|axed|scrapped|killed|deprecated|obsolete|ripped|"
        "ripped out|switched off|turned off|shut down|shut|phased out|thrown out|abandoned|uninstalled|dead|died|"
        "history|is over|are over|ended|ends|ceased|cancelled|canceled|abolished|dissolved|disbanded|eliminated|"
        "stripped|wiped|unplugged|disconnected|pulled|pulled the plug|powered down|powered off|taken down|"
        "took down|torn down|tore out|got rid of|rid of|gave up|given up|gave up on|stopped|stop|stops|quit|quits|"
        "ditched|dumped|binned|nuked|purged|expired|rip|lapsed|out|excluded|withdrawn|revoked|rescinded|disabled|"
        "left|emptied|empty|suspended|cleared|lifted|deactivated|unpublished|unused|shredded|kicked|axe|bye|"
        "farewell|goodbye|no more|is out|are out|stepped down|resigned|wound down|sold|torched|dismantled|scratch|"
        "scratched|trashed"
    ),
    "denial": (
        "not|no|never|none|nobody|nothing|neither|nor|without|cannot|can't|isn't|aren't|doesn't|don't|didn't|won't|"
        "wasn't|weren't|hasn't|haven't|needn't|mustn't|shouldn't|couldn't|wouldn't|isnt|dont|doesnt|cant|arent|"
        "no longer|nowhere|hardly|free of|instead of"
    ),
    "no_longer": (
        "no longer|not anymore|anymore|any more|any longer|no more|stopped|ceased|used to|gave up|quit|isn't any|"
        "not longer|nothing left|is over|are over|times are over|days are over"
    ),
    "correction": (
        "actually|correction|correct|corrected|wrong|incorrect|mistaken|mistake|my mistake|my bad|misspoke|misread|"
        "misremembered|mixed up|mixed|confused|turns out|turned out|in fact|in truth|in reality|contrary to|false|"
        "untrue|not true|scratch|oops|sorry|typo|error|erroneous|disagrees|on closer|second look|rechecked|"
        "double-checked|reread|got that wrong|i was wrong|strike|nope|edit|erratum|fix"
    ),
    "retraction": (
        "ignore the thing|forget the thing|forget that|scrap the thing|scrap that|strike the|disregard my note|"
        "disregard the|ignore my note|delete my note|mixed up|mixed him up|mixed her up|mixed it up|mixed them up|"
        "mixed two|forget|disregard|ignore|retract|retracted|withdraw|withdrawn|withdrew|take back|void|scratch|"
        "strike|"
        "nevermind|never mind|revoke|revoked|rescind|cancel|cancelled|canceled|made that up|made up|null and void|"
        "no longer applies|does not hold|doesn't hold|doesn't apply|invalid|off the table|called off|obsolete|"
        "what i said|i said|my note|my earlier|my statement|earlier note|earlier statement|earlier claim|hereby"
    ),
    "hedge": (
        "apparently|allegedly|supposedly|presumably|probably|possibly|perhaps|maybe|likely|reportedly|iirc|afaik|"
        "afaict|i think|i believe|i guess|i suspect|i assume|i suppose|i reckon|my guess|my impression|seems|seem|"
        "seemingly|appears|looks like|looks more like|sounds like|might|may be|may have|may not be|could be|"
        "could have|not sure|unsure|unverified|unconfirmed|not certain|uncertain|unclear|not confirmed|"
        "not verified|haven't verified|haven't checked|double check|double-check|don't quote|grain of salt|"
        "not conclusive|inconclusive|pretty sure|fairly sure|i'd say|in theory|correct me|feels like|feels|feel|"
        "a feeling|feeling|vague feeling|something like|vaguely|assumption|guess|guessing|suspect|suspected|tbc|"
        "tbd|if i remember|as far as|need to look|need to check|to verify|to be confirmed|somewhere|or so|estimate|"
        "estimated|estimates|don't take my word|take my word|skimmed|could also|unless i|must have been|inferred|"
        "if i'm not mistaken|if i am not mistaken|unless i'm mistaken|have to check|would have to check|"
        "only saw it|only seen once|conceivably|potentially|no guarantee|wouldn't swear|looked like|question mark|doubt"
    ),
    "hearsay": (
        "someone said|someone says|someone told|someone mentioned|someone claimed|someone claims|someone at|"
        "someone in|someone from|from someone|somebody said|somebody says|somebody told|somebody mentioned|"
        "somebody claimed|somebody claims|somebody at|somebody in|somebody from|from somebody|some folks|folks say|"
        "folks said|some guy|heard|rumour|rumor|rumours|rumors|gossip|hearsay|word is|told me|tells me|says my|"
        "mentioned|claims|"
        "claimed|a guy|canteen|grapevine|forum|reddit|twitter|they say|people say|overheard|"
        "according to|reports|reported|supposed to|is said|are said|nothing official|unofficial|unofficially|"
        "second hand|word of mouth|meetup|a friend|a colleague|neighbour|neighbours|chatter"
    ),
    "plan": (
        "will|won't|shall|going to|gonna|plan|plans|planned|planning|scheduled|roadmap|upcoming|soon|eventually|"
        "tomorrow|next week|next month|next year|next quarter|next sprint|next spring|next summer|next autumn|"
        "next release|next|later|about to|to be|intend|intends|todo|to-do|starting in|from next|once|will be|"
        "shall be|due to move|in january|in autumn|in spring|is coming|coming|q1|q2|q3|q4|will have|before long|"
        "pending|awaiting|to come|preparing|prepare|ticket|announced|announce"
    ),
    "proposal": (
        "propose|proposed|proposal|proposes|suggest|suggests|suggested|suggestion|should we|could we|shall we|"
        "let's|we should|we could|i'd|i'd rather|would like|wants|want|consider|considering|worth|idea|ideally|rfc|"
        "draft|discuss|discussed|discussing|debate|recommend|recommends|recommendation|motion|vote|ask for|"
        "asking for|requested|wish|wishes|hope|hoping|thinking|thinking about|how about|what about|why not|"
        "might as well|would be nice|pr that|opened a pr|not merged|unmerged|evaluate|evaluating|evaluated|poc|"
        "spike|prototype|tried|trying|experiment|experimented|trial|toying|toyed|looking into|looked into|"
        "against it|decided against|rejected|turned down|on the table|argued|pitch|pitched|request"
    ),
    "condition": (
        "if|unless|whenever|in case|provided|assuming|assume|suppose|supposing|imagine|pretend|what if|would|"
        "were the|had we|had the|would have|would be|could see|hypothetically|let's say|say we|otherwise|when|"
        "as long as|should the|depending|depends on whether|calculator|thought experiment|wish"
    ),
    "question": (
        "wonder|wondering|does anyone|do we|did we|can somebody|can someone|could you check|whether|should i|"
        "anyone know|is it true|right?|who knows|didn't we|how many|remind me"
    ),
    "past": (
        "was|were|had|had been|used to|formerly|previously|originally|initially|at first|back in|back when|"
        "back then|in the past|at the time|until|till|before|once|last year|last month|last week|last quarter|ago|"
        "years ago|months ago|historically|the old days|early on|earlier|in the beginning|started out|the first|"
        "in those days|long before|predates|alpha|for years|one day|in 2018|in 2019|in 2020|in 2021|in 2022|"
        "in 2023|legacy"
    ),
    "still": (
        "still|stays|stay|remain|remains|unchanged|as before|as usual|usual|continues|keeps|kept|same|as agreed|"
        "back to normal|reverted|rolled back|undone|restored|confirmed|confirm|confirms|as always|is unaffected|"
        "unaffected|as it is|where we are|hence"
    ),
    "addition": (
        "also|too|additionally|in addition|as well|another|second|third|further|besides|both|plus|alongside|"
        "next to|in parallel|as well as|extra|more|added|adds|adding|add|new|joined|joins|on top|optionally|either|"
        "along with|apart from|supports|together with|one of|some of"
    ),
    "comparison": (
        "than|compared|compared with|compared to|unlike|like|whereas|versus|vs|competitor|industry|average|nicer|"
        "better|faster|slower|cheaper|twice|as fast as|while|chose|outperforms|alternative"
    ),
    "report": (
        "readme|wiki|docs|doc|documentation|tutorial|blog|article|changelog|guide|spec|slide|slides|book|manual|"
        "faq|postmortem|report|flyer|deck|pdf|vendor|log|screenshot|template|says|said|stated|states|shows|reads|"
        "quote|quoted|quotes|letterhead|sign|poster|design doc|comment|commented|review|outdated|stale|handbook|"
        "workshop|onboarding slides|page"
    ),
    "single_event": (
        "for once|yesterday|today|last night|this morning|tonight|on friday|on monday|on saturday|on sunday|once|"
        "one time|for a day|for a week|for an hour|briefly|temporarily|temporary|for the demo|for the test|"
        "exceptionally|jumped in|stood in|filled in|covered for|at noon|an hour|during|while|was down|is down|"
        "outage|incident|reproduce|by hand|this week|this time|for now|the other day|last weekend|over the weekend|"
        "last time|again|due to|strike|fever|sick|ill|vacation"
    ),
    "example": (
        "example|for example|for instance|e.g|eg|sample|dummy|mock|demo|fixture|fixtures|placeholder|such as|"
        "imagine|toy|snippet|illustration"
    ),
    "reason": (
        "because|hence|therefore|that's why|thats why|the reason|reason|cause|caused|so that|which is why|"
        "background|explains|due to|thanks to|as it|so we|in order to|since the|owing to|on account of|"
        "the thinking|rationale|history"
    ),
    "exception": (
        "except|exception|only for|apart from|but not|other than|excluding|just for|only on|only in|only when|"
        "not for|unless|special case|override|overrides|exempt|exempted|however|this coming|one-off"
    ),
    "whole": (
        "all|every|each|everywhere|everything|entire|whole|any|everyone|everybody|throughout|across|always|"
        "org-wide|company-wide|in general|completely|entirely|fully|only|exclusively|sole|solely|nothing but|"
        "the one|each and every|last|permanently"
    ),
    "part": (
        "part|parts|some|few|half|most|several|bit|portion|module|widget|section|piece|component|submodule|plugin|"
        "one of|two of|partially|partly|subset|detail|inside|within|internals|appendix|chapter"
    ),
    "done": (
        "repaired|mended|already says so|says so|say so|"
        "done|finished|complete|completed|completes|landed|merged|shipped|live|released|deployed|rolled out|"
        "is through|went live|signed|signed off|approved|closed|arrived|in place|resolved|fixed|solved|over|ready|"
        "passed|ticket closed|went out|is back|back in use|replaced|cut over|generally available|ga|launched|"
        "accepted|granted|concluded|wrapped up|up and running|all green|confirmed|works"
    ),
    "unfinished": (
        "pending|in progress|running|ongoing|waiting|wait|being|under way|underway|open|unfinished|still|blocked|"
        "next step|going to|will|wip|not yet|yet|until|plan|planned|todo|draft|beta|draws|scheduled|upcoming|"
        "awaiting|await|preparing|about to|under review|in review|experimental|broken|down|missing|investigating"
    ),
    "preference": (
        "prefer|prefers|preferred|like|likes|want|wants|please|pls|always|never|hate|love|rather|don't|favourite|"
        "favorite|would like|stop|keep|use|write|no need|just|mag|lieber|would rather|'d rather|she'd rather|"
        "he'd rather|would prefer|'d prefer|can't stand"
    ),
    "only": "only once|only|just|solely|exclusively|sole|nothing but|alone|single|one|except",
    "duty": (
        "must|need|needs|needed|required|require|requires|mandatory|obligatory|compulsory|have to|has to|shall|"
        "forced|enforced|necessary|should|essential|demanded|only with|needs to|always"
    ),
    "no_duty": (
        "optional|voluntary|need not|needn't|not required|no need|don't need|doesn't need|not necessary|"
        "unnecessary|without|waived|lifted|any more|exempt|may skip|free to|won't need|will do|one will do|"
        "is enough|are enough|suffices|suffice"
    ),
    "permission": (
        "allowed|allow|allows|may|can|permitted|permits|permit|accepted|accept|accepts|possible|fine|ok|okay|free|"
        "welcome|supported|supports|lets|able|go ahead|open|authorised|authorized|approved|legal|usable|available|"
        "green light"
    ),
    "ban": (
        "forbidden|forbids|forbid|prohibited|banned|ban|bans|disallowed|blocked|blocks|refused|refuses|rejected|"
        "rejects|denied|denies|not allowed|may not|cannot|can't|mustn't|must not|off limits|never|closed|locked|"
        "restricted|sent home|hard error|fails|impossible|unsupported|unavailable|hangs up|hands off|illegal|"
        "turned away"
    ),
    "on": (
        "enabled|enable|enables|on|active|activated|turned on|switched on|live|works|running|up|opt-in|open|"
        "default|started|in use|available|again|back|unlocked|public|encrypted|masked|signed|protected|automatic"
    ),
    "off": (
        "disabled|disable|disables|off|inactive|deactivated|turned off|switched off|down|stopped|opt-out|closed|"
        "gone|removed|out of use|unavailable|locked|private|unencrypted|unmasked|unsigned|unprotected|manual|dead|"
        "paused|suspended"
    ),
    "old": (
        "old|former|previous|prior|ex|legacy|original|earlier|obsolete|outdated|stale|last|first|deprecated|"
        "retired|historic"
    ),
    "before_old_value": (
        "dropping|replacing|ditching|leaving|abandoning|retiring|removing|swapping|succeeds|succeeding|"
        "took over from|takes over from|taking over from|in place of|"
        "from|off|off of|away from|out of|instead of|rather than|not|no longer|was|were|dropped|drop|ditched|"
        "removed|replaced|replaces|replacing|left|abandoned|retired|stopped|deleted|killed|former|old|ex|formerly|"
        "previously|until|before|used to|kicked|swapped|exchanged|forget|disregard|gave up|gave up on|without|"
        "goodbye|bye|no|no more|wiped|renamed|never|stop|quit|than|predecessor|unlike|nothing|rid of"
    ),
    "after_old_value": (
        "gone|removed|deleted|dropped|retired|out|dead|died|history|is over|are over|replaced|superseded|disabled|"
        "decommissioned|archived|closed|shut|sunset|off|deprecated|obsolete|wrong|false|abandoned|wiped|"
        "powered down|renamed|was|were|became|becomes|moved|stopped|ended|no longer|isn't|aren't|doesn't|don't|not|"
        "never|until|ripped|discontinued|scrapped|cancelled|canceled|expired|emptied|empty|stepped down|left|"
        "handed|hands|gave|passed|quit|dissolved|→|->|=>|withdrawn|void|lifted|revoked|read-only|unused|had|lapsed|"
        "lost|disconnected|retires|killed|binned|shredded|too"
    ),
    "many": (
        "sponsor|sponsors|emit|support|supported|needs|need|requires|require|depends|depend|accepts|accept|speaks|"
        "speak|reads|read|imports|includes|include|contains|contain|knows|likes|allows|offers|sells|handles|"
        "reviews|volunteers|hang|hangs|sends|posts|works with|integrates|exports|write|writes|returns|exposes|"
        "emits|publishes|consumes|contributes|helps|mentions|talks to|listens to|uses|use|has|have|understands|"
        "versteht|kann|acepta|aceita|gère|deploy to|ships to|teaches|trains|catches|checks|scans|is a|are a"
    ),
    "beginning": (
        "start|starts|started|begin|begins|began|introduced|introduce|launch|launched|add|added|adds|create|"
        "created|install|installed|enable|enabled|got|gets|have|has"
    ),
}
"""Classes of words; a comparison counts which of them stand near the words that two texts share."""

GUARDS = {
    "plan": (
        "by the end of the|end of the year|"
        "yet|haven't been|hasn't been|will have|is to be|are to be|by new year|next release|too early|"
        "in the future|in future|long run|never merged|will|shall|going to|gonna|we plan|plan to|plans to|"
        "planning to|planned|is planned|scheduled for|roadmap|upcoming|soon|eventually|next week|next month|"
        "next year|next quarter|next sprint|next spring|next summer|next autumn|next step|about to|intend|intends|"
        "todo|to-do|starting in|will be|pending|awaiting|created ticket|still open|not merged|unmerged|"
        "isn't merged|is coming|coming soon|to come|once"
    ),
    "proposal": (
        "wants us|wants to|i'd rather we|looking at|proof of concept|propose|proposed|proposal|proposes|suggest|"
        "suggests|suggested|suggestion|should we|could we|shall we|let's|we should|we could|would like|"
        "would be nice|consider|considering|worth considering|idea|ideally|rfc|draft|discuss|discussed|recommend|"
        "recommends|motion|vote|thinking about|thinking of|how about|what about|evaluating|evaluated|tried|trying|"
        "experimented|toying|looked into|looking into|decided against|rejected|turned down|on the table|"
        "in my opinion|shouldn't|might as well|i wish|we wish|"
        "hope|hoping|hopefully|my two cents|two cents|comments until|"
        "open for comments"
    ),
    "report": (
        "docs claim|changelog of|recalled|was it|community fork|supposed to|says|readme|old wiki|wiki page|old doc|"
        "tutorial|blog|design doc|screenshot|slides|onboarding slides|poster|letterhead|claims|claimed|"
        "conference notes|wrote that"
    ),
    "past": (
        "for years|last year|at first|back in|back when|in the alpha|in those days|at that time|at the time|"
        "before we|ago|long before"
    ),
    "single_event": (
        "hence|by design|in theory|briefly|temporarily|temporary|exceptionally|for the demo|for a day|for a week|"
        "for an hour|for now|this time|jumped in|stood in|filled in|covered for|by mistake|by accident|"
        "restored afterwards|three people|on fridays only"
    ),
    "condition": (
        "hypothetical|if|whenever|in case|assuming|assume|suppose|supposing|imagine|pretend|what if|would|"
        "would have|would be|were the|had we|hypothetically|let's say|calculator"
    ),
    "example": (
        "example|for example|for instance|e.g|e.g.|sample|dummy|placeholder|mock|for the unit test|for a unit test|"
        "test data|as an example"
    ),
    "comparison": (
        "compared|compared to|compared with|competitor|industry|unlike|faster than|slower than|cheaper than|"
        "smaller than|larger than|bigger than|better than|worse than|times as much as|times as many as"
    ),
    "undone": "back to normal|restored|reverted|rolled back",
    "addition": "also|additionally|in addition|as well|besides|apart from|two of|some of|a second|as a second",
    "exception": "except|exception|exempt",
    "reason": "that is why|that's why|thats why|which is why|the reason|what forced|is why",
}
"""Words that bar a statement from ending anything, by what the statement is then."""
