"""Verbs: from a form to its lemma, and the classes of verbs that decide what a statement is."""

_IRREGULAR_TABLE = """
    choose chose chosen; bear bore born; rise rose risen; go went gone; run ran run; write wrote written;
    keep kept kept;
    build built built; send sent sent; find found found; make made made; get got gotten; take took taken;
    know knew known; speak spoke spoken; hold held held; leave left left; quit quit quit; see saw seen;
    say said said; tell told told; think thought thought; break broke broken; mean meant meant;
    read read read; put put put; set set set; let let let; cut cut cut; cost cost cost; give gave given;
    hide hid hidden; lose lost lost; teach taught taught; learn learnt learnt; bring brought brought;
    buy bought bought; come came come; become became become; begin began begun; grow grew grown;
    drive drove driven; eat ate eaten; drop dropped dropped; sit sat sat; stand stood stood; win won won;
    feel felt felt; fall fell fallen; do did done; have had had; lead led led; split split split;
    spend spent spent; meet met met; pay paid paid; sell sold sold; hear heard heard; wake woke woken;
    rewrite rewrote rewritten; rebuild rebuilt rebuilt; spell spelt spelt; stick stuck stuck;
    hit hit hit; understand understood understood; draw drew drawn; throw threw thrown;
    swap swapped swapped; bind bound bound; catch caught caught; reset reset reset; wear wore worn
"""
IRREGULAR: "dict[str, tuple[str, str]]" = {}
UNCHANGED: "set[str]" = set()
"""Verbs whose participle looks like the lemma: run, set, put."""
for _entry in _IRREGULAR_TABLE.split(";"):
    if _entry:
        _lemma, _past, _done = _entry.split()
        if _done == _lemma:
            UNCHANGED.add(_lemma)
        IRREGULAR[_done] = (_lemma, "base" if _done == _lemma else "done")
        IRREGULAR[_past] = (_lemma, "base" if _past == _lemma else "past")
IRREGULAR.update({"has": ("have", "s"), "does": ("do", "s"), "goes": ("go", "s"), "dying": ("die", "ing")})

TASK_VERBS = frozenset(
    """fix run add write create refactor update rename delete explain show check look find open read
    implement make generate review debug help tell give try commit push revert remove change install
    summarise summarize list search test investigate continue proceed print merge rebase start stop
    restart see verify bump clean tidy split extract copy paste compare convert translate draft rewrite
    finish undo redo retry rerun inspect trace profile fetch pull renew branch edit mention ask notify
    drain flush purge seed populate configure enable toggle specify escalate launch invoke execute contact
    email invite include set reload recreate reindex provision authenticate download upload scan grep
    analyse analyze walk describe suggest propose wait hold do take go come format lint build deploy
    compile patch handle sort paint ship reproduce confirm ping resend tweak adjust polish simplify
    document apply save close resolve squash tag release plan sketch figure put get wire hook scaffold
    clear regenerate pass succeed double-check recheck sync dig trim set bisect cherry-pick reopen reword
    strip mock stub print wrap""".split()
)
"""What one asks to have done, or does, once."""

CHOICES = frozenset(
    """choose pick select decide adopt settle opt agree standardise standardize switch migrate move
    replace drop abandon deprecate retire upgrade downgrade ban introduce ditch scrap go approve
    reject""".split()
)
"""What settles a question."""

STATE_VERBS = frozenset(
    """use prefer like love hate dislike enjoy want need live work speak own listen expose depend require
    support store keep contain return accept expect expire point host belong consist include serve manage
    maintain cost mean rely know study teach drive play wear eat drink have allow block limit cap default
    inherit map match exclude ignore cover hold handle read write log emit send receive publish subscribe
    cache sign rotate back report follow assume end begin happen reside sit stay fail crash throw raise
    break time force enforce target pin lock share own lead mentor weigh tolerate favour favor run live
    talk connect mount trigger cause hide leak load produce consume process generate validate parse encode
    decode hash encrypt mirror replicate scale route proxy resolve take save start stop ship deploy build
    test release go come build render convert sync merge authenticate call count equal last make get set
    give look change change sleep wake commute specialise specialize maintain lag truncate reject ban deny
    grant swallow retry delay double lose corrupt mask help prevent avoid reduce increase improve
    guarantee ensure protect isolate describe define declare import export cook spike peak grow
    remain become""".split()
)
"""What holds, or happens again and again, when said in the present."""

RULE_VERBS = frozenset(
    """use prefer avoid keep always never ensure call name favour favor stick follow respect assume treat
    document pin quote wrap indent sign squash""".split()
)
"""Imperatives that set a rule more often than they ask for one action."""

NOUNS_TOO = frozenset(
    """build test release deploy log cache commit merge name format lint host port schedule point plan
    update review search change request report start stop call count cost load trigger sign scale match
    map hash time force target order download upload import export backup document design queue store use
    run work need want try limit cap block process produce support control read write list print return
    end draft trace profile patch copy tag plug hook mock stub handle sort file check look fix install
    team play pull branch email mention""".split()
)
"""Verbs that are nouns as well, so that a sentence may begin with them and not be an imperative."""

FEELINGS = frozenset("prefer like love hate dislike enjoy favour favor want adore detest loathe value".split())

MENTAL = frozenset(
    "think believe guess suspect suppose feel imagine reckon assume expect doubt hope wonder bet".split()
)

OTHERS = frozenset(
    """seem appear stem bother settle sign spend discover notice learn realise realize turn found estimate
    measure join relocate graduate marry born register locate configure schedule approve own rename
    archive sunset discontinue spell pronounce allergic base spell explain recommend insist demand promise
    train hire assign raise contribute found retire cut ship cancel postpone spin roll lower triple halve
    bind enable disable turn spend win pay buy sell bring lose hear meet wake sit""".split()
)

LEMMAS = (
    frozenset(entry[0] for entry in IRREGULAR.values())
    | TASK_VERBS
    | CHOICES
    | STATE_VERBS
    | RULE_VERBS
    | FEELINGS
    | MENTAL
    | OTHERS
)


def lemma_and_form(word: str) -> "tuple[str, str] | None":
    """The lemma of a verb and its form: base, s, past (or participle), done (participle) or ing."""
    known = IRREGULAR.get(word)
    if known:
        return known
    if word in LEMMAS:
        return word, "base"
    if word.endswith("ing"):
        stem = _stem(word[:-3])
        return (stem, "ing") if stem else None
    if word.endswith("ed"):
        stem = _stem(word[:-2])
        return (stem, "past") if stem else None
    if word.endswith("s") and not word.endswith("ss"):
        for stem in (word[:-1], word[:-2], word[:-3] + "y" if word.endswith("ies") else ""):
            if stem in LEMMAS:
                return stem, "s"
    return None


def _stem(cut: str) -> "str | None":
    """The lemma of a form without its -ed or -ing: whole, with an e, undoubled, or with y for i."""
    for stem in (cut, cut + "e"):
        if stem in LEMMAS:
            return stem
    if len(cut) > 2 and cut[-1] == cut[-2] and cut[:-1] in LEMMAS:
        return cut[:-1]
    if cut.endswith("i") and cut[:-1] + "y" in LEMMAS:
        return cut[:-1] + "y"
    return None
