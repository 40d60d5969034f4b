"""Verbs of change, of ending and of state, as they stand in notes and corrections."""


def _forms(text: str) -> "frozenset[str]":
    """All forms of regular verbs, and the listed forms of irregular ones (joined with `/`)."""
    forms: set[str] = set()
    for verb in text.split():
        if "/" in verb:
            forms.update(verb.split("/"))
            continue
        root = verb.removesuffix("e")
        if verb.endswith("y") and verb[-2] not in "aeiou":
            forms.update((verb, verb[:-1] + "ied", verb[:-1] + "ies", verb + "ing"))
        elif verb.endswith("+"):  # the last letter doubles: drop, dropped
            word = verb[:-1]
            forms.update((word, word + word[-1] + "ed", word + word[-1] + "ing", word + "s"))
        else:
            forms.update(
                (verb, root + "ed", root + "ing", verb + ("es" if verb.endswith(("s", "sh", "ch", "x")) else "s"))
            )
    return frozenset(forms)


CHANGE_VERBS = _forms(
    """rename relocate reschedule reassign remount move migrate switch upgrade downgrade bump raise lower increase
    decrease reduce extend shorten change transfer+ hand port update push postpone bring/brings/brought/bringing schedule delay
    convert swap+ cut/cuts/cutting go/goes/went/gone/going shift drop+ ramp scale grow/grows/grew/grown/growing
    shrink/shrinks/shrank/shrunk/shrinking slash double halve triple quadruple slip+ pass rebuild/rebuilds/rebuilt
    rewrite/rewrites/rewrote/rewritten prolong expand tighten loosen relax set/sets/setting adjust tune alter modify amend
    revise replace redirect reroute repoint point retarget rebase repurpose reorganize reorganise rehome consolidate
    promote demote rotate rebrand relicense reconfigure flip+ lift boost widen narrow crank dial bring forward advance
    pull pulled accelerate slow speed/speeds/sped restrict relocate transition evolve standardize standardise settle
    land roll revert restore shuffle allocate reallocate delegate appoint elect name nominate assign cap+ trim+ stretch
    rise/rises/rose/risen/rising fall/falls/fell/fallen/falling climb jump sink/sinks/sank/sunk drift creep/crept
    split/splits merge fold consolidate relaunch reopen open renegotiate renew top+ correct fix edit adapt adopt
    graduate become/becomes/became/becoming reprice redo/redid/redone reset/resets readjust stagger defer defers deferred
    bumped lengthen cutover jumped tweak swapped retype reword rephrase recode reassess re-home re-point re-assign refactor
    shorten elevate augment diminish curb ease hike discount upsize downsize rightsize overhaul reimplement re-implement
    rework redesign retool reformat reindex relabel refile reclassify repackage re-platform replatform lift-and-shift"""
)
"""Verbs that tell a change of a value; with `to` they name the new one."""

REPLACE_VERBS = _forms(
    "replace swap+ exchange ditch drop+ abandon trade substitute leave/leaves/left retire supersede succeed supplant displace swop+ chuck scrap+ bin+ axe sack"
)
"""Verbs whose object is the old value, if `with`, `by` or `for` follows with the new one."""

GONE_WORDS = frozenset(
    """gone dead removed deleted retired decommissioned archived closed discontinued sunset axed scrapped killed deprecated
    obsolete dropped history abandoned uninstalled cancelled canceled shut ripped kicked phased thrown out off disabled
    stopped ended over finished revoked lifted abolished void defunct unplugged dismantled sold demolished defunded purged
    eliminated erased wiped torn withdrawn banned suspended terminated disbanded dissolved expired unsupported pulled nuked
    dumped disposed ditched replaced superseded overruled rescinded repealed reverted undone no-more kaput toast mothballed
    descoped dropped end-of-life eol'd eol past expelled fired quit resigned left retired departed stale""".split()
)
"""Words that say of a subject that it is no more."""

ENDING_VERBS = _forms(
    """stop+ cease quit/quits/quitting drop+ remove delete abandon discontinue retire scrap+ kill axe end cancel disable deactivate
    uninstall decommission phase ditch eliminate revoke lift abolish withdraw/withdraws/withdrew/withdrawn
    forget/forgets/forgot/forgotten disregard ignore shut/shuts/shutting halt suspend terminate sunset/sunsets rip+ dump
    dismiss forbid/forbids/forbade/forbidden ban+ prohibit disallow unplug+ tear/tears/tore/torn toss chuck nuke purge
    relinquish forgo skip+ waive rescind repeal undo/undid/undone disconnect unsubscribe dissolve disband deprecate close
    strip+ pull retract discard unset clear deregister unship unpublish unmount detach wipe"""
)
"""Verbs that end what their object names."""

ENDING_PHRASES_TEXT = """no longer|not any more|not anymore|not any longer|got rid of|get rid of|done away with|did away with|do away with|gave up|give up|given up|turned off|turn off|switched off
switch off|moved away from|moved off|moved on from|migrated off|migrated away from|transitioned away from|parted ways with|said goodbye to|say goodbye to|bid farewell to|cut ties with
done with|finished with|phased out|opted out of|pulled out of|backed out of|walked away from|let go of|ran out of|are through with|out of use|not in use|free of|rid of|away with
stopped using|stop using|quit using|ceased using|never again|don't use|doesn't use|do not use|does not use|isn't used|aren't used|is not used|are not used|no more|not needed|not necessary
there is no|there's no|there are no|there're no|without|instead of|rather than"""

STATE_VERBS = frozenset(
    """is are am 's 're has have must should may can needs need requires require uses use runs run lives live keeps keep stores
    store listens listen expires expire allows allow takes take goes go ships ship writes write hosts host builds build
    makes make handles handle serves serve talks talk reports report posts post answers answer shows show returns return
    sends send starts start lasts last costs cost draws draw drops drop tracks track supports support accepts accept
    depends depend contains contain includes include comes come meets meet says say reads read follows follow sets set
    assumes assume targets target points point formats format lints lint releases release rotates rotate prefers prefer
    owns own maintains maintain begins begin ends end opens open closes close fires fire triggers trigger holds hold
    gets get becomes become works work stays stay sits sit remains remain belongs belong leads lead reviews review signs
    manages manage chairs chair pays pay charges charge ships covers cover happens happen occurs occur speaks speak
    teaches teach leaves leave arrives arrive departs depart caches cache retries retry polls poll listens logs log
    deploys deploy tests test connects connect authenticates serializes renders render compiles compile connects sleeps
    wakes resets reset clips clip caps cap limits limit refreshes refresh backs syncs sync exports export imports import
    emits emit consumes consume publishes publish subscribes calls call invokes loads load saves save renews renew bills
    bill invoices charges stands stand measures weighs weigh contacts contact falls fall lies lie faces serves feeds feed
    wants want likes like loves love hates hate knows know thinks eats drinks drives drive wears plays play studies study""".split()
)
"""Verbs of the present in which a statement tells how things are."""

PLACING_VERBS = frozenset(
    "run start go take keep live store host serve set pin last is sit stay place put find stand".split()
)
"""Stems of verbs that only place a value: runs at, starts at, is at, lives in."""

MANY_VERBS = frozenset(
    """depend support speak know include contain like love hate import need require has review post send return allow read write
    provide offer expose contribute mention handle emit publish ask accept consume visit enjoy play study teach sell buy
    sponsor eat drink cover track collect export attend know's validate check log cach call integrate connect
    sign reference link notify subscribe""".split()
)
"""Stems of verbs whose object can be one of many."""
