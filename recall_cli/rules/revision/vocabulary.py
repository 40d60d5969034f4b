"""Words that the comparison of two statements knows: function words, units, months, and words of one meaning."""

FUNCTION_WORDS = frozenset(
    """a an the this that these those it its they them their theirs he him his she her hers we us our ours you your
    yours i me my mine i'm i've i'd i'll we're we've we'd we'll you're you've they're they've it's that's there's
    here's what's who's let's he's she's there here is are am was were be been being 's 're has have had having do
    does did done doing will would shall should can could may might must ought not no nor and or but so if then than
    as at by for from in into of off on onto out over to up upon via with within without about above after against
    along among around before behind below beneath beside besides between beyond down during except inside near next
    outside per since through throughout till toward towards under until unto which who whom whose what when where
    why how while because although though whereas whether only just also too very really quite rather already yet
    still even ever never always again now currently presently nowadays anymore any more longer instead all both each
    either neither every some any few many much several other others another such same own certain various
    please well actually correction ok okay yes yeah yep nope sorry hey hi oh hmm btw fyi however therefore thus hence
    anyway simply basically generally usually normally typically today please else etc e.g i.e e.g. i.e. vs
    don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't mustn't hasn't
    got get gets getting gotten plain simple haven't hadn't needn't ain't 'll 'd 've 'm""".split()
)
"""Words without a topic of their own."""

GENERIC_WORDS = """use run keep make set live store host serve put work need require have go start stay sit do take
want rule note claim role project repo codebase user team thing value enough must apply know call name official
current agree decide choose pick pin handle manage base say tell write last get way like place happen occur
find interval frequency cadence duration lifetime count amount company whole entire organisation organization
responsible responsibility provide new default come goes be become remain total exact exactly approximately roughly
usual normal standard case side part kind sort type form item stuff allow let help point point's try look see think
begin end time day now hold carry perform execute process operate deal involve include contain give bring share date number most least
lock mean prefer
""".split()

SAME_WORD_GROUPS = (
    "own owns owned owner owners ownership belong belongs belonged maintain maintains maintained maintainer",
    "postgres postgresql pg psql",
    "kubernetes k8s kube",
    "javascript js ecmascript",
    "typescript ts",
    "python py",
    "golang go-lang",
    "expire expires expired expiry expiration timeout timeouts ttl",
    "keep keeps kept retain retains retained retention",
    "build builds building built rebuild rebuilt",
    "write writes wrote written writing",
    "run runs ran running",
    "draw draws drew drawn",
    "send sends sent sending",
    "depend depends dependency dependencies",
    "repo repos repository repositories",
    "config configs configuration configurations configure configured",
    "least minimum min lowest",
    "most maximum max highest maximal",
    "cost costs price prices priced",
    "lint linter linters linting",
    "format formatter formatters formatting formats formatted",
    "make makes made making",
    "hold holds held holding",
    "pay pays paid payment payments",
    "pr prs pull-request pull-requests merge-request merge-requests",
    "db dbs database databases",
    "env envs environment environments",
    "prod production",
    "dev development",
    "auth authentication authenticate authenticates authenticated",
    "doc docs documentation document documents",
    "app apps application applications",
    "dep deps",
    "lead leads led leader leading",
    "meet meets met meeting meetings",
    "go goes went gone going",
    "take takes took taken taking",
    "give gives gave given",
    "come comes came coming",
    "speak speaks spoke spoken speaker",
    "sell sells sold",
    "buy buys bought",
    "teach teaches taught teacher",
    "deploy deploys deployed deploying deployment deployments rollout rollouts",
    "release releases released releasing ship ships shipped shipping",
    "log logs logged logging logger",
    "test tests tested testing",
    "cap caps capped limit limits limited limitation ceiling threshold thresholds quota",
    "host hosts hosted hosting",
    "mail mails email emails e-mail e-mails",
    "photo photos picture pictures",
    "customer customers",
    "employee employees staff",
    "holiday holidays vacation vacations",
    "car cars vehicle vehicles",
    "phone telephone",
    "poll polls polled polling",
    "fetch fetches fetched",
    "begin begins began begun",
    "leave leaves left",
    "choose chooses chose chosen",
    "know knows knew known",
    "grow grows grew grown",
    "speed speeds sped",
    "sign signs signed signing signature",
    "store stores stored storage",
    "review reviews reviewed reviewer reviewers reviewing",
    "approve approves approved approval approvals approver",
    "responsible responsibility accountable",
    "licence license licences licenses licensed",
    "colour color colours colors",
    "centre center",
    "behaviour behavior",
    "organisation organization",
    "pwd password passwords passphrase",
    "id ids identifier",
    "url urls uri",
    "endpoint endpoints route routes",
    "param params parameter parameters",
    "function functions func method methods",
    "dir directory directories folder folders",
    "bug bugs defect defects issue issues",
    "branch branches",
    "schedule schedules scheduled scheduling",
    "backup backups back-up back-ups",
    "monitor monitors monitored monitoring",
    "alert alerts alerting",
    "notify notification notifications notified",
    "require requires required requirement requirements",
    "start starts started starting",
    "indent indents indentation indented indenting",
    "render renders rendered rendering renderer",
    "generate generates generated generator generation",
    "encrypt encrypts encrypted encryption",
    "compress compresses compressed compression",
    "retry retries retried retrying",
    "reply replies replied",
    "child children kid kids",
    "man men",
    "woman women",
    "person people",
    "process processes processed",
    "salary salaries wage wages",
    "invoice invoices invoicing invoiced bill bills billing billed",
    "serialize serializes serialized serialization serialise serialised",
    "cache caches cached caching",
    "index indexes indices indexed indexing",
    "query queries queried",
    "message messages messaging",
    "sms",
    "container containers docker-container",
    "version versions versioned",
    "size sizes sized",
    "wide width",
    "high height",
    "long length lengthy",
    "deep depth",
    "heavy weigh weighs weight",
    "strong strength",
    "slow slowness",
    "hot heat heated",
    "dial call calls called",
    "supervise supervises supervised supervisor",
    "chair chairs chaired chairperson",
    "freeze freezes frozen froze freezing",
    "lock locks locked locking pinned",
    "manage manages managed manager managers management",
    "drive drives drove driven driver drivers",
)
ABBREVIATIONS = frozenset(
    "e.g. i.e. etc. dr. mr. mrs. ms. prof. st. vs. no. approx. ca. inc. ltd. jr. sr. e.g i.e a.m. p.m. a.m p.m u.s".split()
)
TITLES = frozenset("dr. mr. mrs. ms. prof. dr mr mrs ms prof frau herr sir".split())
DERIVING_ENDINGS = frozenset(
    "er or ment ation ion ing al ance ence ers ors ed d r rs s es ity ly ment's ements ions".split()
)
SAME_NAME = {"pg": "postgres", "k8s": "kubernetes"}

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
    "hundred": "100", "dozen": "12", "fourty": "40", "first": "1", "second": "2", "third": "3", "fourth": "4",
    "fifth": "5", "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10", "fifteenth": "15",
    "twice": "2", "double": "2", "triple": "3", "half": "0.5",
}  # fmt: skip
DAY_NAMES = {
    name: full
    for full, names in {
        "monday": "monday mon", "tuesday": "tuesday tue tues", "wednesday": "wednesday weds", "thursday": "thursday thu thurs",
        "friday": "friday fri", "saturday": "saturday", "sunday": "sunday", "weekday": "weekday", "weekend": "weekend",
    }.items()
    for name in names.split()
}  # fmt: skip
MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|"
        "november nov|december dec".split("|"), 1
    )
    for name in names.split()
}  # fmt: skip
_SPANS = {
    0.001: "ms msec millisecond milliseconds", 1: "s sec secs second seconds", 60: "min mins minute minutes",
    3600: "h hr hrs hour hours", 86400: "d day days", 604800: "w wk week weeks fortnights",
    2592000: "month months", 31536000: "year years yr yrs", 1e-6: "µs us microseconds",
}  # fmt: skip
_OTHER_UNITS = {
    "size": {1: "byte bytes b", 1e3: "kb kilobytes", 1e6: "mb megabytes megabyte mo meg megs", 1e9: "gb gigabytes gigabyte gig gigs go",
             1e12: "tb terabytes terabyte", 1024: "kib", 1048576: "mib", 1073741824: "gib"},
    "share": {1: "% percent pct per-cent prozent"},
    "money": {1: "€ euro euros eur $ usd dollar dollars bucks £ gbp pound pounds chf franc francs cents cent yen k€"},
    "heat": {1: "°c °f °k c° degrees degree celsius fahrenheit °"},
    "frequency": {1: "hz", 1e3: "khz", 1e6: "mhz", 1e9: "ghz", 0.0001: "rpm fps"},
    "current": {1: "ma mah", 1e3: "amp amps", 1e-3: "µa", 1e6: "v volt volts mv", 1e9: "w watt watts kw mw kwh"},
    "length": {1: "mm", 10: "cm", 1e3: "m meter meters metre metres", 1e6: "km kilometers kilometres", 25.4: "inch inches",
               1.6e6: "mile miles", 1e9: "kg kilo kilos kilograms", 1e8: "g grams gram mg", 1e7: "l liter liters litre litres ml"},
    "count": {1e3: "k thousand", 1e6: "million millions mio mn", 1e9: "billion billions", 100: "hundred"},
}  # fmt: skip
UNITS: "dict[str, tuple[str, float]]" = {
    word: ("span", factor) for factor, words in _SPANS.items() for word in words.split()
} | {
    word: (dimension, factor)
    for dimension, factors in _OTHER_UNITS.items()
    for factor, words in factors.items()
    for word in words.split()
}
SPAN_UNITS = frozenset(word for words in _SPANS.values() for word in words.split() if len(word) > 1)
RHYTHMS = {
    "hourly": "3600", "daily": "86400", "nightly": "86400", "weekly": "604800", "biweekly": "1209600",
    "fortnightly": "1209600", "monthly": "2592000", "quarterly": "7776000", "yearly": "31536000", "annually": "31536000",
    "bimonthly": "5184000", "semi-annually": "15768000", "half-yearly": "15768000",
}  # fmt: skip


SAME_WORD: "dict[str, str]" = {word: group.split()[0] for group in SAME_WORD_GROUPS for word in group.split()}
"""One word for all words of a group."""

_COMPOUND_WORDS = (
    "time out:timeout|times out:timeout|timed out:timeout|timing out:timeout|sign off:signoff|signs off:signoff|signed off:signoff|"
    "log in:login|logs in:login|logged in:login|back up:backup|backs up:backup|backed up:backup|roll out:rollout|rolled out:rollout|"
    "on call:on-call|pull request:pr|pull requests:pr|merge request:pr|merge requests:pr|code review:review|code reviews:review|"
    "data base:database|set up:setup|sets up:setup|clean up:cleanup|cleans up:cleanup|cleaned up:cleanup|check out:checkout|"
    "start up:startup|starts up:startup|shut down:shutdown|end point:endpoint|white space:whitespace|file name:filename|"
    "user name:username|pass word:password|run time:runtime|life time:lifetime|dead line:deadline|stand up:standup|fall back:fallback|"
    "falls back:fallback|e mail:mail|two factor:2fa|two-factor:2fa|time zone:timezone|time zones:timezone|web site:website|home page:homepage|"
    "call me:nickname|calls me:nickname|lock file:lockfile|code base:codebase|dead letter:dead-letter|read only:read-only|opt in:opt-in|opt out:opt-out|takes place:is|take place:are"
)
COMPOUNDS = {
    (pair.partition(":")[0].split()[0], pair.partition(":")[0].split()[1]): pair.partition(":")[2]
    for pair in _COMPOUND_WORDS.split("|")
    if " " in pair
}
"""Two words that other texts write as one."""
OPENING_WORDS = frozenset(
    "maybe perhaps today yesterday tomorrow someone somebody suppose estimate guess imagine ask tell meanwhile afterwards later once dropped moved renamed replaced switched migrated upgraded bumped changed".split()
)
"""Words that open a sentence and are never the first word of a name."""
TOOL_NAMES = frozenset(
    """npm npx pnpm yarn deno webpack vite esbuild rollup parcel turbopack rspack jest vitest mocha jasmine cypress playwright
    selenium pytest unittest nose tox nox ruff flake8 pylint mypy pyright isort autopep8 yapf eslint biome prettier stylelint
    rubocop golangci-lint clippy rustfmt gofmt black pip pipenv poetry pdm uv conda mamba setuptools hatch flit bazel gradle maven
    cmake ninja meson terraform pulumi ansible puppet saltstack helm kustomize kubectl docker podman containerd nginx caddy
    traefik haproxy apache envoy kong redis memcached valkey postgres mysql mariadb sqlite mongodb mongo cassandra dynamodb
    clickhouse duckdb bigquery snowflake redshift elasticsearch opensearch solr meilisearch typesense kafka rabbitmq nats
    pulsar sqs celery sidekiq rq bullmq dramatiq airflow dagster prefect luigi temporal grafana prometheus datadog sentry
    glitchtip kibana loki jaeger zipkin honeycomb newrelic splunk github gitlab bitbucket gitea jenkins circleci travis
    buildkite drone teamcity argocd fluxcd heroku netlify vercel cloudflare fastly aws gcp azure hetzner digitalocean
    django flask fastapi rails laravel symfony nextjs nuxt svelte react vue angular redux zustand mobx jotai pinia
    tailwind bootstrap bcrypt argon2 scrypt pbkdf2 openssl gpg sops jwt paseto oauth saml ldap keycloak auth0 okta
    cognito stripe adyen paypal braintree twilio sendgrid mailgun postmark mailchimp slack zulip mattermost jira
    asana trello notion confluence figma sketch vim neovim emacs vscode intellij pycharm bash zsh fish tmux homebrew apt
    alembic flyway liquibase sqlalchemy prisma drizzle typeorm sequelize peewee requests httpx aiohttp axios urllib3
    pydantic marshmallow attrs numpy pandas polars spark dask pytorch tensorflow jax keras lodash moment dayjs luxon
    log4j logback slf4j winston pino loguru structlog zap zerolog jemalloc tcmalloc ubuntu debian alpine fedora centos
    json yaml toml xml csv tsv parquet avro protobuf msgpack grpc rest graphql soap mqtt https http websocket websockets
    markdown asciidoc rst latex sphinx mkdocs docusaurus hugo jekyll gatsby astro golang rust kotlin scala java javascript typescript python
    ruby php perl haskell elixir erlang clojure swift jquery gulp grunt browserify lerna nx turborepo gzip zstd brotli lz4 snappy
    unleash launchdarkly consul etcd zookeeper vault minio ceph s3 r2 ec2 lambda fargate ecs eks gke aks nomad""".split()
)
"""Names of tools, languages and formats that people write in lower case."""
