"""Suggestions for mistyped or guessed commands, options and arguments.

Agents guess before they read the help, so one line must be enough for the second try. A suggestion is a synonym or a
corrected typo; otherwise it points to the help, because a wrong suggestion is worse than none. Irreversible commands
and options are only suggested for words that mean exactly that.
"""

from recall_cli.cli.registry import COMMANDS, call_of
from recall_cli.rules.text.spelling import ONE_TYPO_LENGTH, closest_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.parsing.params import Param

_COMMAND_SYNONYMS = {
    "store": "add save remember put insert create new write note memorize memorise learn record commit append",
    "search": "find query ask recall lookup look look-up retrieve grep locate semantic-search where",
    "get": "show read inspect open print cat describe display content contents",
    "list": "ls ll memories notes all recent latest newest last head tail ps get-all show-all",
    "delete": "rm remove forget del drop discard trash wipe destroy clear unlearn",
    "edit": "editor vi vim nano emacs open-editor edit-all rewrite",
    "told": "sessions session shown what-told told-sessions injected",
    "tags": "labels tag-list taglist label-list",
    "topics": "topic categories category subjects",
    "projects": "project repos repositories workspace workspaces",
    "update": "modify correct change amend replace patch fix-text fix",
    "undo": "revert rollback roll-back restore-last unstore undelete bring-back undo-all",
    "context": "brief briefing prime summary summarize summarise what-now",
    "browse": "fzf tui interactive pick choose select explore open",
    "setup": "init install onboard quickstart get-started connect connect-all",
    "hooks": "integrate agents",
    "uninstall": "deinstall disconnect disconnect-all",
    "config": "settings set setting configure preferences options",
    "stats": "status info overview statistics statistic summary-stats usage-stats top",
    "count": "total how-many",
    "maintain": "gc vacuum prune purge cleanup clean clean-up decay maintenance upkeep tidy optimize optimise",
    "consolidate": "dedupe dedup deduplicate combine unify squash compact compress reflect distill",
    "related": "links neighbours neighbors similar graph relations connections connected",
    "feedback": "rate rating vote upvote downvote helpful unhelpful thumbs-up thumbs-down",
    "review": "approve reject held pending approvals",
    "history": "timeline chain superseded versions evolution",
    "conflicts": "contest contested contradictions dispute disputes clashes",
    "resolve": "settle decide choose",
    "why": "explain blame origin provenance source sources reason",
    "diff": "changes changelog what-changed whats-new digest weekly standup meeting",
    "log": "logs reflog operations activity journal",
    "view": "page html dashboard visualize visualise picture chart graph-view",
    "ui": "web gui webui web-ui browser",
    "tag": "label annotate",
    "pin": "star favorite favourite bookmark protect",
    "unpin": "unstar unprotect",
    "doctor": "check health diagnose repair fsck healthcheck health-check troubleshoot",
    "verify": "stale staleness anchors outdated",
    "scan": "secrets leaks secret-scan redact mask",
    "export": "dump extract",
    "import": "load ingest bulk-add read-file",
    "backup": "snapshot backup-now",
    "jobs": "queue tasks deferred",
    "worker": "process drain",
    "schedule": "cron crontab timer",
    "bench": "benchmark measure evaluate eval",
    "shadow": "experiment ab-test",
    "embed": "embeddings embedding vectors reindex model models",
    "sync": "push pull fetch clone cloud remote upload download replicate synchronize synchronise",
    "share": "publish send give",
    "team": "colleagues members pair pairing invite",
    "encrypt": "passphrase password rekey",
    "completion": "autocomplete complete autocompletion",
    "hook": "session-start session-end prompt",
    "erase": "shred expunge obliterate erase-all erasure gdpr",
    "--version": "version ver",
    "--help": "man manual docs commands usage",
}
"""Words from other programs and everyday speech, by the command they mean."""
_ADVICE = {
    "recall delete ID... removes memories; recall undo restores them": (
        "reset delete-all remove-all clear-all forget-all nuke truncate"
    ),
    "nothing has to be started or stopped: each command opens the store itself (recall serve is for other machines)": (
        "start stop restart daemon run up down kill listen api"
    ),
    "recall needs no account": "login logout auth signin signup register account whoami",
    "recall config off 1h turns recall off for one hour, recall config off true until recall config off false": (
        "off on disable enable pause resume mute unmute snooze quiet silence incognito private"
    ),
    "recall projects forget NAME removes a project's memories, and recall undo brings them back; unused ones fade": (
        "archive shelve hide"
    ),
    "recall history NAME shows all values of a fact, until when each held, and why it ended": (
        "value values was-when when former previous old"
    ),
    "recall list --unused --sort unused shows them; recall delete --unused removes them": "unused never-used useless",
    "recall help recipes shows it step by step": "laptop computer new-machine machine colleague",
    "recall update ID --valid-until DATE ends a memory on a date": "expire expiry ttl expires",
    "store the new fact: it supersedes the old one; recall update ID --text corrects a memory": (
        "supersede obsolete deprecate invalidate"
    ),
    "recall update ID --project NAME moves a memory; recall projects merge OLD NEW moves all of a project": (
        "move mv transfer"
    ),
    "recall projects rename OLD NEW; recall admin topics renames in the same way": "rename",
    "recall admin consolidate merges near-duplicates; recall projects merge OLD NEW joins two projects": "merge",
    "leave out that word: recall search, recall store, recall list": "memory mem",
    "recall config shows where the store is; --db PATH uses another file": "db database path file location",
    "recall update ID --importance 0.9 changes the importance": "importance promote demote boost weight",
    "upgrade recall with the tool that installed it, for example pipx upgrade": "upgrade self-update",
}
"""Advice for words that match no single command."""
_COMMAND_OF_WORD = {word: name for name, words in _COMMAND_SYNONYMS.items() for word in words.split()}
_ADVICE_OF_WORD = {word: advice for advice, words in _ADVICE.items() for word in words.split()}

IRREVERSIBLE = frozenset({"erase", "decrypt", "--now", "--confirm", "--force", "--forget", "--yes"})
"""Commands and options that cannot be undone; a typo never leads to them."""
TEXT_ARGUMENT, QUERY_ARGUMENT, ID_ARGUMENT, FILE_ARGUMENT = "<text>", "<query>", "<id>", "<file>"
"""Placeholders for positional arguments, if the command has one."""
ARGUMENT_NAMES = {
    TEXT_ARGUMENT: ("text", "query"),
    QUERY_ARGUMENT: ("query",),
    ID_ARGUMENT: ("id", "ids", "op", "about"),
    FILE_ARGUMENT: ("file", "files"),
}
ALL_PROJECTS_WORDS, ALL_PROJECTS_VALUE = frozenset({"all", "all-projects", "everywhere"}), " '*'"
_OPTION_SYNONYMS = (
    ("text message msg m content contents body memory note fact data input", ("--text", TEXT_ARGUMENT)),
    ("query q question prompt search keyword keywords pattern", ("--query", QUERY_ARGUMENT)),
    ("id ids memory-id memory-ids mem operation", (ID_ARGUMENT,)),
    ("file output o out to dest destination path input", (FILE_ARGUMENT,)),
    (
        "limit n k top top-k topk max max-results max-count count num number head results first num-results",
        ("--limit",),
    ),
    ("max-tokens tokens token-budget token-limit limit max size", ("--budget",)),
    ("format output o j as-json output-format fmt", ("--json",)),
    ("tags labels label metadata meta", ("--tag",)),
    ("category kind memory-type t", ("--type",)),
    ("namespace category area domain", ("--topic",)),
    ("scope repo repository workspace all all-projects everywhere project-name project-id everything", ("--project",)),
    ("file files path anchors source-file location", ("--anchor",)),
    ("from after start newer-than date", ("--since",)),
    ("to before end older-than", ("--until",)),
    ("up good useful positive yes thumbs-up upvote success", ("--helpful",)),
    ("down bad useless negative no thumbs-down downvote failure", ("--unhelpful",)),
    ("comment reason why message", ("--note",)),
    ("expires ttl expiry expire expires-at expiration", ("--valid-until",)),
    ("async background later deferred", ("--defer",)),
    ("preview dry check simulate plan pretend what-if n", ("--dry-run",)),
    ("verbose v details debug scores show-scores", ("--explain",)),
    ("priority weight salience", ("--importance",)),
    ("certainty probability sure", ("--confidence",)),
    ("order order-by orderby sort-by sorted sorting", ("--sort",)),
    ("group-by groupby grouped", ("--group",)),
    ("never-used not-used unaccessed", ("--unused",)),
    ("trust-level trusted channel", ("--trust",)),
    ("session-id conversation thread", ("--session",)),
    ("agent-id agent-name client by author", ("--agent",)),
    ("visibility sensitivity level", ("--classification", "--clearance")),
    ("subject about", ("--entity",)),
    ("threshold min min-similarity similarity", ("--min-score", "--min-confidence")),
    (
        "superseded archived deleted held expired include-superseded include-deleted include-held include-expired "
        "include-archived",
        ("--include",),
    ),
    ("y sure assume-yes no-confirm", ("--yes",)),
    ("permanently permanent forever hard for-good purge irreversible", ("--now",)),
    ("overwrite", ("--force",)),
)
_DELETE_NEEDS_NO_OPTION = "delete does not ask and can be undone: leave it out"
_OPTION_ADVICE = {
    "update": {"recall tag ID K=V sets tags": "tag tags label labels add-tag metadata"},
    "delete": {
        _DELETE_NEEDS_NO_OPTION: "force f confirm sure",
        "recall list shows them; filters such as --topic select them": ("all search everything filter where"),
    },
    "erase": {
        "without --confirm, erase only shows what it would erase": "dry-run preview check",
        "erase shows what it would erase; --confirm erases it permanently": "yes y force f sure now",
        "say what to erase: ids, --query, --topic, --project or --user": "all everything",
    },
    "undo": {"recall undo alone takes back the last write": "last latest previous"},
    "store": {"did you mean --anchor? recall import FILE imports a file": "file files path input f from-file"},
    "import": {
        "the file needs no option: recall import FILE; recall import transcripts imports agents' sessions": (
            "from source file files path input format"
        )
    },
    "export": {"recall export writes --format jsonl or markdown": "output-format fmt csv yaml"},
    "resolve": {"did you mean --keep?": "value to choose set is winner id"},
    "tag": {
        "it needs no option: recall tag ID K=V": "add set tag tags label key",
        "did you mean --remove?": "delete rm unset del clear",
    },
    "completion": {"it needs no option: recall admin completion show SHELL": "shell bash zsh fish"},
    "hooks": {
        "it needs no option: recall hooks install AGENT": "agent agents client",
        "name them one by one: recall hooks install AGENT AGENT": "all",
    },
    "schedule": {"did you mean --at?": "time hour daily every when"},
    "scan": {"did you mean --fix?": "mask redact"},
    "doctor": {"did you mean --fix?": "repair autofix"},
    "worker": {"did you mean --watch?": "daemon loop forever", "did you mean --once?": "one single"},
    "review": {"did you mean --approve?": "yes y accept ok", "did you mean --reject?": "no n deny"},
    "config": {
        "recall config NAME shows a setting, recall config NAME VALUE sets it": "set get list show name value add",
        "did you mean --unset?": "delete remove rm reset",
    },
    "jobs": {"did you mean --state?": "status"},
    "list": {"recall search QUERY searches memories": "query q search text keyword keywords"},
    "count": {"recall search QUERY searches memories": "query q search text keyword keywords"},
}
"""Advice for options that mean something in one command only."""


def suggest_command(name: str) -> str:
    """The hint for a word that is not a command."""
    word = name.lower().replace("_", "-").strip("-?!.,:;")
    for tried in (word, *_word_variants(word)):
        if tried in _ADVICE_OF_WORD:
            return _ADVICE_OF_WORD[tried]
        if tried in COMMANDS or tried in _COMMAND_OF_WORD:
            return f"did you mean {_COMMAND_OF_WORD.get(tried, tried)}?"
    names = [name for name in COMMANDS if name not in IRREVERSIBLE]
    synonyms = [
        synonym
        for synonym, command in _COMMAND_OF_WORD.items()
        if len(synonym) >= ONE_TYPO_LENGTH and command in COMMANDS and command not in IRREVERSIBLE
    ]
    close = closest_words(word, names) or [
        *{_COMMAND_OF_WORD[synonym]: None for synonym in closest_words(word, synonyms, whole_word=True)}
    ]
    return _did_you_mean(close) or "recall help tasks says what to type for what; recall help --all lists all commands"


def _word_variants(word: str) -> "list[str]":
    """The word without a noun, and as singular and plural: add-memory, addmemory, searches."""
    variants = [
        word.removesuffix(noun).strip("-")
        for noun in ("memory", "memories", "-file", "-text", "-item", "-items", "-fact", "-facts", "-note", "-notes")
        if word.endswith(noun)
    ]
    variants += [word.removeprefix(noun) for noun in ("memory-", "memories-") if word.startswith(noun)]
    return [variant for variant in (*variants, word.removesuffix("s"), word + "s") if variant]


def suggest_option(name: str, command_name: str, params: "tuple[Param, ...]") -> str:
    """The hint for an option that a command does not have."""
    word = name.lstrip("-").partition("=")[0].lower().replace("_", "-")
    if command_name.startswith("-"):
        return _suggest_global_option(word)
    for advice, words in _OPTION_ADVICE.get(command_name, {}).items():
        if word in words.split():
            return advice
    flags = {flag for param in params for flag in param.flags} | {"--json", "--db", "--help"}
    if word.isdecimal() and "--limit" in flags:
        return f"did you mean --limit {word}?"
    forms = ("--" + word, "--" + word.removesuffix("s"), f"--{word}s")
    exact = [flag for flag in forms if flag in flags and flag not in IRREVERSIBLE]
    if exact:  # singular for plural, plural for singular, or capitals
        return f"did you mean {exact[0]}?"
    return _suggest_synonym(word, command_name, flags, params) or _suggest_similar_option(word, command_name, flags)


def _suggest_synonym(word: str, command_name: str, flags: "set[str]", params: "tuple[Param, ...]") -> str:
    """The option with the same meaning as another program's word; empty if there is none."""
    for words, flag_names in _OPTION_SYNONYMS:
        for flag in flag_names if word in words.split() else ():
            is_switch = any(param.name == "project" and param.kind == "flag" for param in params)
            if flag in flags and not (flag == "--project" and is_switch):
                value = ALL_PROJECTS_VALUE if flag == "--project" and word in ALL_PROJECTS_WORDS else ""
                return f"did you mean {flag}{value}?"
            place = next(
                (param for param in params if param.positional and param.name in ARGUMENT_NAMES.get(flag, ())), None
            )
            if place is not None:
                shown = (place.metavar or place.name.upper()).strip("[]")
                return f"it needs no option: recall {call_of(command_name)} {shown}"
    rated = "--helpful" in flags and word in ("rating", "score", "value", "vote", "rate")
    return "did you mean --helpful or --unhelpful?" if rated else ""


def _suggest_similar_option(word: str, command_name: str, flags: "set[str]") -> str:
    """The options that this may be a typo of, otherwise the help."""
    safe = sorted(flag[2:] for flag in flags if flag.startswith("--") and flag not in IRREVERSIBLE)
    close = closest_words(word, safe) or [
        name for name in safe if word.startswith(f"{name}-") or word.endswith(f"-{name}")
    ]
    return _did_you_mean(["--" + name for name in close]) or f"see recall {call_of(command_name)} --help"


def _suggest_global_option(word: str) -> str:
    """The hint for an unknown option before the command: perhaps a command written with dashes."""
    if word in COMMANDS and word not in IRREVERSIBLE:
        return f"did you mean recall {word}?"
    close = closest_words(word, ["json", "db", "help", "version"])
    if word == "v":
        return "did you mean --version?"
    if not close and word in _COMMAND_OF_WORD and _COMMAND_OF_WORD[word] not in IRREVERSIBLE:
        return f"did you mean recall {_COMMAND_OF_WORD[word]}?"
    return _did_you_mean(["--" + name for name in close]) or "see recall --help"


def _did_you_mean(suggestions: "list[str]") -> str:
    """The question with all equally good suggestions; empty without suggestions."""
    return f"did you mean {' or '.join(suggestions)}?" if suggestions else ""
