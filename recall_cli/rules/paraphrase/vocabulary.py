"""Phrases of one meaning, words without content, and words that turn a statement, for comparing two wordings."""

PHRASES = {
    tuple(phrase.split()): meaning.split()
    for line in """
    pull request|pull requests|merge request|merge requests = pr
    at most|no more than|not more than|up to|may not exceed|must not exceed|cannot exceed = limit
    max number of|maximum number of|max amount of = limit
    at least|no less than|not less than|and newer|or newer|and later|or later|and above|or higher|and higher = minimum
    more than|larger than|bigger than|greater than|longer than|deeper than|higher than|in excess of = over
    less than|smaller than|fewer than|shorter than|lower than = under
    anything longer|anything larger|anything bigger = over
    switched on|turned on|turn on|switch on = enable
    switched off|turned off|turn off|switch off = disable
    log in|logs in|logged in|sign in|signs in|signed in = login
    log out|logs out|sign out = logout
    roll back|rolls back|rolled back|roll backs = rollback
    take place|takes place|took place = happen
    take over|takes over|taking over = handover
    have to|has to|had to|need to|needs to = must
    need not|needs not|not required|not needed|not mandatory|not necessary = optional
    does not have to|do not have to|don't have to|doesn't have to|does not need|do not need = optional
    don't need|doesn't need = optional
    by hand = manual
    without activity|of inactivity|not active|no activity = idle
    is missing|are missing|not installed|not present|not found|not available = missing
    prior to|ahead of = before
    backed up|backs up|back up|back ups = backup
    instead of|rather than|as opposed to|in place of = instead
    because of|due to|owing to|thanks to|caused by = because
    so that|in order to = to
    e.g.|e.g|for example|for instance|such as = eg
    fails now and then|fails from time to time|fails intermittently|sometimes fails|fails sometimes = flaky
    now and then|from time to time|every so often = intermittently
    half an hour = 30 minutes
    for performance reasons|for reasons of performance = for performance
    for security reasons|for reasons of security = for security
    for a week|for one week = for 7 days
    for a day|for one day = for 24 hours
    for an hour|for one hour = for 60 minutes
    for a minute|for one minute = for 60 seconds
    two weeks = 14 days
    half past two = 02:30
    out of memory = oom
    package manager|package managers = package-manager
    two-factor authentication|two factor authentication|2 factor authentication|mfa-2 = 2fa
    front end|front ends = frontend
    back end|back ends = backend
    can be found|may be found|you find|you can find = find
    on call = on-call
    on the server = server-side
    on the client = client-side
    on your machine|on my machine|on a developer machine|on the laptop = local
    valid for|live for|lives for = expire
    time zone|time zones = timezone
    wall clock|wall-clock time = wall-clock
    hard delete|hard deletes|hard-deleted = hard-delete
    soft delete|soft deletes|soft-deleted = soft-delete
    is down|are down = down
    asked for|asks for|would like|has asked for = like
    in charge of|responsible for|takes care of|looks after = owner
    belongs to|belong to = owner
    shut down|shuts down = stop
    set up|sets up = configure
    in the cloud = cloud
    two times = 2
    every night|each night|at night = nightly
    once a day|once per day|every day|each day = daily
    once a week|once per week|every week|each week = weekly
    once an hour|every hour|each hour = hourly
    is not supported|are not supported = is not support
    does not work|do not work|doesn't work|don't work = does not support
    can not|are unable to|is unable to|not able to = cannot
    is forbidden|are forbidden|is prohibited|are prohibited|not allowed|not permitted = forbidden
    makes sure|make sure|ensure that = ensure
    environment variable|environment variables|env var|env vars = envvar
    all of the|each of the|every one of = all
    is called|are called|goes by = name
    no longer|not any more|not anymore|not any longer = ended
    """.split("\n")
    if "=" in line
    for phrases, meaning in [line.split("=")]
    for phrase in phrases.split("|")
    if phrase.strip()
}
"""Several words that stand for one."""
MAX_PHRASE_WORDS = max(map(len, PHRASES))

LIGHT_WORDS = frozenset(
    """a an the this that these those it its they them their he him his she her we our ours you your i me my mine
    there here is are am was were be been being have has had having do does did doing done will would shall
    and or so then as at by for from in into of on onto out to upon via with within about against along among
    around behind beneath beside besides between beyond inside near next outside since through throughout toward
    towards which who whom whose what where how also too very really quite rather already yet still even
    just well please now currently both own other another such same certain thing things way kind
    always all per another's simply basically
    use uses used using happen happens happened find finds found live lives lived located locate stand stands sit sits
    go goes gone going come comes came get gets got put puts set sets setting-up give gives given
    our team's repo project straight directly direct real itself exactly person
    perform performs performed done carry work-on new current
    begin's end's""".split()
)
"""Words without which a statement says the same."""

IMPLIED_WORDS = {
    "ip": "address",
    "integer": "number",
    "vpn": "connect connection",
    "header": "client",
    "approve": "reviewer",
    "approval": "reviewer",
    "wall-clock": "time",
    "tab": "indent",
    "alembic": "migrate apply",
    "flyway": "migrate apply",
    "liquibase": "migrate apply",
    "sql": "query",
    "path": "contain",
    "minimum": "support version",
    "limit": "rate accept allow permit number exceed",
    "port": "listen expose serve serv endpoint server bind run reach available",
    "postgres": "database data store",
    "mysql": "database data store",
    "sqlite": "database data store",
    "mongodb": "database data store",
    "mariadb": "database data store",
    "python": "language write build version",
    "node": "version language",
    "kotlin": "language write code",
    "java": "language write code",
    "rust": "language write code",
    "go": "language write code",
    "typescript": "language write code",
    "react": "write build version",
    "vue": "write build",
    "kafka": "topic",
    "topic": "kafka split",
    "partition": "split",
    "redis": "store",
    "s3": "bucket store",
    "bucket": "store ship",
    "commit": "git make create",
    "branch": "git work",
    "pr": "open submit request",
    "retry": "request",
    "flag": "feature",
    "feature": "flag",
    "pnpm": "package install manager package-manager run",
    "npm": "package install manager package-manager run",
    "yarn": "package install manager package-manager run",
    "owner": "responsible",
    "version": "pin",
    "utc": "time",
    "size": "large",
    "frontend": "code",
    "config": "file",
    "host": "server run",
    "region": "store",
    "rebuild": "run",
    "deploy": "run",
    "test": "suite",
    "migrate": "run apply",
    "backup": "run make",
    "language": "write code",
    "window": "work",
    "support": "work",
    "handover": "rotate",
    "lint": "run",
    "url": "host",
    "login": "attempt",
    "timezone": "zone",
}
"""For some words, the words that they imply: where both texts have the first, only one needs the others."""
IMPLIED_BY_KIND = {
    "time": "time period duration last long length",
    "size": "size large file payload",
    "clock": "o'clock time hour clock",
    "number": "number count amount level size times",
    "share": "percent",
    "url": "host find reach serve open available server",
    "domain": "server host run reach find available",
    "path": "file folder dir read contain hold find live location store",
    "rhythm": "schedule run happen regular",
    "version": "version release",
}
"""The same for kinds of values."""

SOFT_WORDS = frozenset(
    """file data code version address rate suite system statement entry detail process value field tool command service
    record attempt zone pacific component section region language branch""".split()
)
"""Nouns that may be added to what they describe: "YAML files" for YAML, "the orders service" for orders."""
LINKING_VERBS = frozenset(
    """store retain run return answer write build make read-from work follow base apply create contain handle serve
    define declare configure perform split generate trigger listen reach take pass accept develop go host server
    support deliver ship name locate evaluate open sit begin""".split()
)
"""Verbs that only connect: one wording may have one of them where the other has none."""

ERGATIVE_VERBS = frozenset("run begin build deploy stop restart release ship log rotate load render convert".split())
"""Verbs of which the same thing may be the subject or the object: tests run, we run the tests."""
CONTAINING_VERBS = frozenset("retain contain store".split())
"""What stays in a place, the place keeps."""
_CONTRAST_GROUPS = (
    "read write delete create", "send receive", "push pull fetch", "upload download", "encode decode",
    "encrypt decrypt", "source target", "client server", "consume publish", "input output", "request answer",
    "parent child", "begin stop", "import export", "serialize parse", "primary secondary", "sender receiver",
    "host guest", "add delete", "enable disable", "open close", "accept reject", "load store", "compress decompress",
    "show hide", "subscribe publish", "frontend backend", "dev prod", "stage prod", "dev stage", "cache purge",
    "allow block", "join split", "install uninstall", "login logout", "lock unlock", "return receive", "over under",
    "build write", "build test", "run build", "run write", "run store", "run test", "limit minimum", "export read",
    "trigger block", "error warning", "internal external", "public private", "integer float", "local remote",
)  # fmt: skip


def _find_contrasts() -> "dict[str, frozenset[str]]":
    found: dict[str, set[str]] = {}
    for group in _CONTRAST_GROUPS:
        words = group.split()
        for word in words:
            found.setdefault(word, set()).update(words)
    return {word: frozenset(others - {word}) for word, others in found.items()}


CONTRASTS = _find_contrasts()
"""Words that are never two names for one thing."""

HEDGES = frozenset(
    """might maybe perhaps probably possibly apparently presumably likely seems seem seemed appears guess think thought
    believe supposedly allegedly reportedly about approximately roughly around ~ circa nearly almost usually normally
    generally typically mostly often sometimes occasionally rarely seldom intermittently should ought could would
    soon later eventually planned plan plans planning proposed proposal propose formerly previously originally once
    used-to until yet again ended temporarily currently-not unless except only solely exclusively while some several
    many most few half partly partially various certain optional instead-only first second third last next other
    another either neither nor few least than up down off""".split()
)
"""Words that limit or weaken a statement, or change its time: two wordings must have the same ones."""
NEGATIVE_WORDS = frozenset(
    "no not never none nobody nothing neither nor without cannot can't don't doesn't didn't won't isn't aren't wasn't "
    "weren't shouldn't mustn't couldn't wouldn't hasn't haven't hadn't ain't avoid forbidden".split()
)
PERMISSIONS = frozenset("can may allow allows allowed permit permits permitted able".split())
CONDITIONS = {"if": "if", "when": "if", "whenever": "if", "unless": "unless", "until": "until", "while": "while"}
"""Words that begin a condition, and the sort of condition."""
PREPOSITIONS = frozenset(
    "before after from to into over under than on in with for by at against between through behind above below of "
    "per via as".split()
)
ORDER_WORDS = frozenset(("before", "after", "over", "under", "above", "below", "behind"))
"""Prepositions that both wordings must have, with the same words behind them."""
IDENTIFIER_NOUNS = frozenset(
    "branch tag label file folder directory variable table column flag key user host bucket queue topic class function "
    "method module package release".split()
)
"""Beside one of these a word is an identifier, and its capitals count."""
KIND_NOUNS = frozenset(
    """flag font header table view alias branch file folder library package module class method option setting variable
    field column key command queue topic bucket container image job workflow channel page endpoint app tool policy
    parameter directory script plugin extension cluster""".split()
)
"""What a name is. Beside the name, one wording may have it where the other has none: "the flag `beta`", "`beta`"."""
BARE_VERBS = frozenset(
    """use run write store keep put add set make do install build commit push merge rebase squash deploy test check
    lint format name call read send ship open close start stop restart begin avoid prefer choose pick select mount
    apply bind cache ask tell wait retry return reject log record review approve pin enable disable rotate purge
    always never record change edit indent""".split()
)
"""A sentence that begins with one of these is a rule."""
