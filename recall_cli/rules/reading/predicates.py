"""Tables of verbs and the attributes that they state."""


def _table(text: str) -> "dict[str, dict[str, str]]":
    """A table of lines `verb preposition=attribute …` as lemma to preposition to attribute."""
    return {line.split()[0]: dict(way.split("=") for way in line.split()[1:]) for line in text.strip().split("\n")}


VERBS = _table("""
    use =uses
    work at=employer for=employer as=role on=works_on in=works_in with=uses from=works_from
    live in=location at=location near=location under=location with=lives_with for=lifetime on=location \
         inside=location
    relocate to=location
    join =employer
    leave =employer
    quit =employer
    speak =languages_spoken
    study =field_of_study at=education
    graduate from=education
    own =owns
    drive =vehicle
    teach =teaches
    play =hobbies
    know =knows
    listen on=port
    bind to=port
    expose =exposes
    deploy to=deploy_target via=deploy_method with=deploy_method from=deploy_source on=deploy_schedule
    depend on=depends_on
    rely on=depends_on
    require =requires
    need =requires
    support =supports
    store in=storage =stores
    point to=points_to at=points_to
    expire after=expiry in=expiry on=expiry every=expiry
    return =returns
    belong to=owner
    reside in=location
    sit behind=behind in=location
    talk to=talks_to over=protocol
    connect to=connects_to over=protocol
    default to=default
    cost =cost
    serve =serves
    follow =follows
    target =target
    allow =allows
    contain =contains
    include =includes
    report to=reports_to
    run on=host every=schedule at=schedule in=host under=host =uses with=runs_with against=runs_against
    write to=writes_to in=programming_language
    read from=reads_from
    log to=logs_to
    publish to=publishes_to
    lead =leads
    maintain =maintains
    specialise in=skills
    specialize in=skills
    ship on=schedule to=ships_to
    start at=start_time on=start_date in=start_date
    host on=host in=host at=host with=host
    end at=end_time on=end_date
    begin at=start_time on=start_date in=start_date
    send to=sends_to
    eat =diet
    drink =drinks
    prefer =preference
    favour =preference
    favor =preference
    like =likes
    love =likes
    enjoy =likes
    hate =dislikes
    dislike =dislikes
    wear =wears
    detest =dislikes
    want =preference
    time after=timeout
    commute by=commute to=location
    pin to=version
    upgrade to=version
    downgrade to=version
    lag by=lag
    keep in=storage
    rotate every=rotation
    release on=release_schedule every=release_schedule
    mean =means
    stand for=means
    happen on=schedule at=schedule every=schedule
    have =has
    go by=name through=goes_through to=goes_to with=choice
    become =role
    import from=imports_from
    export to=exports_to
    enforce =enforces
    back =backs
    weigh =weight
    last =duration
    take =duration
    handle =handles
    manage =manages
    share =shares
    finish at=end_time
    validate =validates
    cache in=cache for=cache_lifetime
    route through=routed_through
    emit =emits
    mount at=mount_point
    sleep =sleeps
    limit to=limit
    cap at=limit
    retry =retries
    scale to=scale
""")
"""What a verb claims by its preposition; with none before the sign, by its direct object."""

PASSIVES = _table("""
    deploy to=deploy_target on=deploy_target in=deploy_target with=deploy_method via=deploy_method \
         from=deploy_source by=deploy_method through=deploy_method
    host on=host in=host at=host by=host
    store in=storage at=storage on=storage under=storage
    keep in=storage at=storage under=storage on=storage
    save in=storage to=storage
    write in=programming_language to=storage with=written_with
    build with=built_with on=built_with in=programming_language by=built_with from=built_from
    test with=test_framework on=tested_on against=tested_against
    run with=runs_with by=runs_with on=host in=host every=schedule via=runs_with through=runs_with \
         under=host
    format with=formatter by=formatter
    lint with=linter by=linter
    own by=owner
    maintain by=owner
    manage by=managed_by with=managed_by through=managed_by in=managed_by
    locate in=location at=location
    move to=location
    migrate to=location
    postpone to=date until=date
    delay until=date to=date
    reschedule to=date for=date
    replace by=replaced_by with=replaced_by
    rename to=name
    call =name
    name =name after=named_after
    spell =name
    set to=value in=set_in
    pin to=version at=version
    limit to=limit
    cap at=limit
    back by=backed_by
    base on=based_on in=location
    serve from=served_from by=served_by on=port at=served_at
    upgrade to=version
    downgrade to=version
    bump to=version
    raise to=value
    lower to=value
    change to=value
    reduce to=value
    increase to=value
    license under=license
    schedule for=schedule at=schedule on=schedule
    bear in=birthplace on=birthday
    marry to=spouse
    define in=defined_in
    configure in=configured_in via=configured_in through=configured_in
    split into=split_into
    publish to=published_to on=published_to
    use for=used_for
    require =requires by=required_by
    switch to=value
    cut from=cut_from every=release_schedule
""")
"""What a participle claims by its preposition: "is deployed to", "are kept in"."""

TASK_TOOL = {
    "format": "formatter",
    "lint": "linter",
    "test": "test_framework",
    "deploy": "deploy_method",
    "build": "build_tool",
    "run": "runs_with",
    "manage": "managed_by",
    "install": "package_manager",
    "sign": "signed_with",
}
"""What "… with X" names when somebody says how a task is done."""

HEADS = frozenset(
    """branch port timezone name email url endpoint region version limit timeout owner deadline license
    licence prefix path language database password budget role title address birthday employer team editor
    shell theme font colour color number host hostname domain schedule window frequency size length width
    level threshold interval retention ttl quota manager lead maintainer framework runner linter formatter
    registry bucket queue topic namespace cluster provider format encoding locale currency indent
    indentation style convention strategy policy target coverage goal sla slo dialect protocol code key id
    username user handle nickname account channel directory folder file entrypoint command tool stack os
    platform replica replicas count ratio factor price cost date day time default value mode type engine
    backend frontend orm broker cache cron country city pronouns diet wife husband son daughter dog cat
    partner boss colleague mentor hometown age height phone flow cadence retries concurrency
    ceiling""".split()
)
"""Nouns that name a property: "the default branch is main" speaks of the project, not of a branch."""

CHOOSING = {
    "choose": ("",), "pick": ("",), "select": ("",), "adopt": ("",), "go": ("with", "for"),
    "settle": ("on",), "decide": ("on", "for"), "opt": ("for",), "agree": ("on",), "standardise": ("on",),
    "standardize": ("on",), "stick": ("with", "to"), "switch": ("to",), "migrate": ("to",),
    "upgrade": ("to",), "commit": ("to",), "replace": ("with", "by"), "move": ("to",), "approve": ("",),
    "swap": ("for",), "introduce": ("",), "use": ("",), "downgrade": ("to",), "keep": ("",),
    "take": ("",),
}  # fmt: skip
ENDING = frozenset(
    "drop abandon retire remove stop deprecate quit leave ban avoid sunset discontinue ditch scrap".split()
)
EXCLUSIVE = frozenset(["indentation", "theme", "package_manager"])
"""Categories of which a project has one at a time even where it is only said to be used."""
