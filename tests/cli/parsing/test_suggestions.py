"""What is answered to somebody who guessed: the right word, or the help, and never the wrong word."""

import pytest

from recall_cli.cli.parsing import suggestions
from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.command import Home
from tests.for_each import for_each

PARAMS_OF_COMMAND = {name: __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS for name in COMMANDS}
FLAGS_OF_COMMAND = {
    name: {flag for param in params for flag in param.flags} | {"--json", "--db", "--help"}
    for name, params in PARAMS_OF_COMMAND.items()
}

EXPECTED_COMMANDS = {
    "dedupe": "consolidate", "squash": "consolidate", "serach": "search", "grep": "search",
    "look": "search", "remember": "store", "commit": "store", "rember-memory": "", "forget": "delete", "rm": "delete",
    "revert": "undo", "gc": "maintain", "blame": "why", "explain": "why", "status": "stats", "health": "doctor",
    "ls": "list", "tail": "list", "label": "tag", "bookmark": "pin", "settle": "resolve", "dump": "export",
    "load": "import", "snapshot": "backup", "cron": "schedule", "dispute": "conflicts", "changelog": "diff",
    "addMemory": "store", "search_memories": "search", "Search": "search", "hsitory": "history", "remeber": "store",
    "query": "search", "ask": "search", "save-memory": "store", "purge": "maintain", "wipe": "delete",
    "inspcet": "get", "restroe": "restore", "conflict": "conflicts", "shred": "erase", "gdpr": "erase",
}  # fmt: skip
UNKNOWN_WORDS = (
    "random stash rebase bisect cherry-pick exec attach build test fund ci quit hello xyzzy foo think plan todo "
    "score stone court state report deploy rollout scale apply teach sort uniq tree sign erasee ersae "
    "eras ease decrypted decypt phrase rmdir touch man2 ssh curl make cargo pod dance sing 123 🙂"
).split()
EXPECTED_ADVICE = {
    "archive": "recall projects forget", "expire": "--valid-until", "stop": "started or stopped",
    "login": "no account", "reset": "recall undo",
    "delete-all": "recall undo", "nuke": "recall undo", "disable": "config off", "rename": "recall projects rename", "merge": "recall projects merge",
    "upgrade": "upgrade", "memory": "recall search", "db": "--db",
}  # fmt: skip


@for_each("typed, meant", [(typed, meant) for typed, meant in EXPECTED_COMMANDS.items() if meant])
def test_a_word_of_the_same_meaning_leads_to_its_command(typed: str, meant: str) -> None:
    """Other programs' words, everyday words and slips of the fingers are answered with the command's name."""
    assert suggestions.suggest_command(typed) == f"did you mean {meant}?"


@for_each("typed", UNKNOWN_WORDS)
def test_a_word_that_means_nothing_here_leads_to_the_help(typed: str) -> None:
    """A word that is neither a synonym nor nearly a command's name is answered with the help and no command."""
    assert (
        suggestions.suggest_command(typed)
        == "recall help tasks says what to type for what; recall help --all lists all commands"
    )


@for_each("typed, says", EXPECTED_ADVICE.items())
def test_a_word_without_one_command_is_answered_with_a_sentence(typed: str, says: str) -> None:
    """Where recall has no such thing, the answer says how to reach what was wanted, and erases nothing."""
    said = suggestions.suggest_command(typed)
    assert says in said
    assert "did you mean" not in said
    assert "erase" not in said
    assert "--now" not in said


def test_every_guess_exists() -> None:
    """Every synonym leads to a command that there is, and none of them is a command itself."""
    for word, name in suggestions._COMMAND_OF_WORD.items():
        assert name.split()[0] in COMMANDS or name in ("--version", "--help"), word
        assert word not in COMMANDS, f"{word} is a command"
    assert not {*suggestions._COMMAND_OF_WORD} & {*suggestions._ADVICE_OF_WORD}
    assert not {*suggestions._ADVICE_OF_WORD} & {*COMMANDS}


OPTION_WORDS = {word for words, _ in suggestions._OPTION_SYNONYMS for word in words.split()}
OPTION_WORDS |= {
    word for said in suggestions._OPTION_ADVICE.values() for words in said.values() for word in words.split()
}


@for_each("name", list(COMMANDS))
def test_a_suggested_option_is_one_of_the_command(name: str) -> None:
    """Whatever option is guessed, the answer names options that this command takes, or how it goes without one."""
    for word in OPTION_WORDS - {flag.strip("-") for flag in FLAGS_OF_COMMAND[name]}:
        said = suggestions.suggest_option("--" + word, name, PARAMS_OF_COMMAND[name])
        if said.startswith("did you mean"):
            offered = [one for one in said.replace("?", "").replace("'*'", "").split() if one.startswith("-")]
            assert offered, (name, word, said)
            assert {*offered} <= FLAGS_OF_COMMAND[name], (name, word, said)
        else:
            assert "recall" in said or "--" in said or "ids" in said or "leave it out" in said, (name, word, said)


IRREVERSIBLE_WORDS = {"permanently", "permanent", "forever", "hard", "for-good", "purge", "irreversible"}


@for_each("name", list(COMMANDS))
def test_no_slip_leads_to_what_cannot_be_undone(name: str) -> None:
    """--now, --confirm and the like are suggested for words that mean exactly that, and for no misspelling."""
    for flag in FLAGS_OF_COMMAND[name] & suggestions.IRREVERSIBLE:
        word = flag.strip("-")
        slips = {word[:at] + word[at + 1 :] for at in range(len(word))} | {word + "s", word + "x"}
        slips |= {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
        for slip in slips - {word}:
            said = suggestions.suggest_option("--" + slip, name, PARAMS_OF_COMMAND[name])
            assert flag not in said.split("?")[0].split(), (name, slip, said)
    if "--now" in FLAGS_OF_COMMAND[name]:
        for word in OPTION_WORDS - IRREVERSIBLE_WORDS - {"now"}:
            assert "--now" not in suggestions.suggest_option("--" + word, name, PARAMS_OF_COMMAND[name]), word


@for_each("typed", ["erse", "eraze", "erasee", "earse", "eras", "era", "decrpyt", "dcrypt"])
def test_no_slip_leads_to_erasing(typed: str) -> None:
    """A mistyped erase is answered with the help: it is not for us to guess."""
    assert (
        suggestions.suggest_command(typed)
        == "recall help tasks says what to type for what; recall help --all lists all commands"
    )


EXPECTED_OPTIONS = (
    ("store --text", "recall store TEXT"), ("search --top-k", "--limit"), ("search --all", "--project '*'"),
    ("list --all", "--project '*'"), ("erase --all", "say what"), ("hooks --all", "recall hooks install"),
    ("delete --all", "recall list"), ("delete --force", "can be undone"),
    ("delete --hard", "--now"), ("erase --yes", "--confirm"), ("erase --dry-run", "only shows"),
    ("export --output", "recall export FILE"), ("import --file", "recall import FILE"),
    ("backup --to", "recall backup FILE"), ("restore --path", "recall backup --restore FILE"), ("update --tags", "recall tag"),
    ("undo --last", "recall undo alone"), ("tag --add", "recall tag ID K=V"), ("search --include-deleted", "--include"),
    ("feedback --score", "--helpful or --unhelpful"), ("review --yes", "--approve"), ("review --no", "--reject"),
    ("store --id", "--help"), ("store -q", "--help"), ("search --zzz", "--help"), ("search --zort-by", "--help"),
    ("search --Limit", "--limit"), ("search --limt", "--limit"), ("store --conf", "--confidence"),
    ("list --query", "recall search"), ("config --get", "recall config NAME"),
    ("store --tags", "--tag"), ("store --category", "--type"), ("store --namespace", "--topic"),
    ("store --file", "--anchor"), ("search -k", "--limit"), ("search --query", "recall search QUERY"),
    ("search --format", "--json"), ("search --all-projects", "--project '*'"), ("context --max-tokens", "--budget"),
    ("get --id", "recall get ID..."), ("update --content", "--text"), ("feedback --up", "--helpful"),
    ("store --importance-score", "--importance"), ("store --imprtance", "--importance"),
)  # fmt: skip


@for_each("typed, says", EXPECTED_OPTIONS)
def test_an_option_of_another_program_is_answered(typed: str, says: str) -> None:
    """Other programs' options lead to what does the same here, and where nothing does, to the help."""
    name, option = typed.split()
    assert says in suggestions.suggest_option(option, name, PARAMS_OF_COMMAND[name])


def test_ambiguous_ids_are_listed_with_their_texts(recall: Home) -> None:
    """Who gave too short an id sees which memories it fits, and can paste the right one."""
    for text in ("the queue is NATS", "the api port is 8080, " + "and much more of it " * 9):
        recall.store(text)
    ids = [one["id"] for one in recall.json("list")["memories"]]
    said = recall.quick("get", ids[0][:8]).err
    assert '"the queue is NATS"' in said
    assert '"the api port is 8080, and much more of' in said
    assert said.count("\n") == 1
    assert len(said) < 300


@pytest.mark.parametrize("typed", ["billing", "Billing-API", "bililng-api", "api"])
@pytest.mark.parametrize("words", ["list", "search queue", "count", "context", "diff", "conflicts", "review"])
def test_an_unknown_project_names_the_one_that_was_meant(recall: Home, words: str, typed: str) -> None:
    """A project that there is not finds nothing, status 0, and the one that is written nearly so is named."""
    recall.store("the queue is NATS", "--project", "billing-api")
    answer = recall.quick(*words.split(), "--project", typed)
    assert answer.status == 0
    assert answer.err == f"recall: there is no project {typed!r} (did you mean billing-api?)\n"


def test_erase_guesses_no_project(recall: Home) -> None:
    """What is erased cannot be brought back, so that no project is guessed there."""
    recall.store("the queue is NATS", "--project", "billing-api")
    assert "did you mean" not in recall.quick("erase", "--project", "billing").err


def test_the_version_has_a_short_name(recall: Home) -> None:
    """-V says what --version says, in JSON too, and -v is told so."""
    assert recall.quick("-V").out == recall.quick("--version").out
    assert recall.quick("--json", "-V").out == recall.quick("--version", "--json").out
    assert "did you mean --version?" in recall.quick("-v").err


@pytest.mark.parametrize("text", ["hm", "fixed it"])
def test_a_thin_text_is_refused_with_an_example(recall: Home, text: str) -> None:
    """Who says too little learns what would be enough, and how to keep it anyway."""
    answer = recall.quick("store", text, "--extractor", "rules")
    assert answer.status == 3, answer
    assert "say what and why" in answer.err
    assert "without --extractor the text is kept whole" in answer.err
