"""What somebody meant who guessed a command or an option: other tools' words, and slips of the finger.

Agents guess before they read the help; one line has to be enough for the second try.
"""

from recall_cli.cli.registry import COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.params import Param

_COMMANDS = {
    "store": "add save remember put insert create new write note memorize learn record",
    "search": "find query ask recall lookup retrieve grep locate semantic-search",
    "get": "show read view inspect open print cat",
    "list": "ls memories all recent dump",
    "delete": "rm remove forget del drop discard wipe destroy clear reset",
    "update": "edit modify correct change amend replace",
    "undo": "revert rollback restore-last",
    "context": "brief prime session start load summary",
    "hooks": "init setup install integrate uninstall agents",
    "config": "settings set configure project projects",
    "stats": "status info overview",
    "maintain": "gc vacuum prune purge cleanup clean decay",
    "related": "links link neighbours neighbors similar graph",
    "feedback": "rate vote upvote downvote helpful",
    "review": "approve reject held pending",
    "history": "timeline chain supersede superseded",
    "conflicts": "contested contradictions",
    "doctor": "check health diagnose repair",
    "--version": "version",
}
_MEANT = {word: name for name, words in _COMMANDS.items() for word in words.split()}

PLACE = ""
"""It is given by its place, without a name."""
EVERYWHERE, ALL = frozenset({"all", "all-projects", "everywhere"}), " '*'"
_OPTIONS = (
    ("text message msg m content contents body memory note fact data input", ("--text", PLACE)),
    ("query q question prompt search keyword keywords term terms pattern", ("--query", PLACE)),
    ("id ids memory-id memory-ids mem", (PLACE,)),
    ("limit n k top top-k topk max max-results max-count count num number size head results first", ("--limit",)),
    ("max-tokens tokens token-budget token-limit limit max size length", ("--budget",)),
    ("format output o j as-json output-format fmt", ("--json",)),
    ("tags labels label metadata meta", ("--tag",)),
    ("category kind memory-type t", ("--type",)),
    ("namespace category area domain subject", ("--topic",)),
    ("scope repo repository workspace all all-projects everywhere project-name project-id", ("--project",)),
    ("file files path anchors source-file location", ("--anchor",)),
    ("from after start newer-than date", ("--since",)),
    ("to before end older-than", ("--until",)),
    ("up good useful positive yes thumbs-up upvote success", ("--helpful",)),
    ("down bad useless negative no thumbs-down downvote failure", ("--unhelpful",)),
    ("rating score value vote", ("--helpful",)),
    ("comment reason why message", ("--note",)),
    ("expires ttl expiry expire expires-at expiration", ("--valid-until",)),
    ("async background queue later deferred", ("--defer",)),
    ("preview dry check simulate plan pretend what-if n", ("--dry-run",)),
    ("verbose v details debug scores show-scores", ("--explain",)),
    ("yes y force f sure assume-yes no-confirm", ("--confirm",)),  # what cannot be undone is never suggested
    ("priority weight salience", ("--importance",)),
    ("certainty probability sure", ("--confidence",)),
    ("session-id conversation thread", ("--session",)),
    ("agent-id agent-name client by author", ("--agent",)),
    ("visibility sensitivity level", ("--classification", "--clearance")),
    ("key subject name about", ("--entity", PLACE)),
    ("threshold min min-similarity similarity", ("--min-score", "--min-confidence")),
    ("superseded archived deleted held all", ("--include",)),
)


def command(name: str) -> str:
    """What is said about a command that is none."""
    meant = _MEANT.get(name.lower().replace("_", "-").removesuffix("-memory").removesuffix("-memories"))
    import difflib

    near = difflib.get_close_matches(name, COMMANDS, 1)
    found = meant or (near[0] if near else "")
    return f"did you mean {found}?" if found else "recall --help shows them all"


def option(name: str, given: str, params: "tuple[Param, ...]") -> str:
    """What is said about an option that a command has not."""
    import difflib

    word = name.lstrip("-").partition("=")[0].lower().replace("_", "-")
    flags = {flag for param in params for flag in param.flags} | {"--json", "--db", "--help"}
    number = [flag for flag in ("--" + word.removesuffix("s"), f"--{word}s") if flag in flags]
    if number:  # one for many, or many for one
        return f"did you mean {number[0]}?"
    for words, meant in _OPTIONS:
        for flag in meant if word in words.split() else ():
            if flag in flags:
                return f"did you mean {flag}{ALL if flag == '--project' and word in EVERYWHERE else ''}?"
            if flag == PLACE and (place := _place(params)):
                return f"it goes without a name: recall {given} {place}"
    close = difflib.get_close_matches("--" + word, sorted(flags), 1, 0.75) if len(word) > 2 else []
    if close:
        return f"did you mean {close[0]}?"
    return f"recall {given} --help shows them all" if given in COMMANDS else "--help shows them all"


def _place(params: "tuple[Param, ...]") -> str:
    """How the first thing that a command takes by its place is written in its help."""
    first = next((param for param in params if param.positional), None)
    return "" if first is None else (first.metavar or first.name.upper()).strip("[]")
