"""Start-up is a feature: what the everyday commands must not load, asked of a fresh interpreter."""

import os
import subprocess
import sys

import pytest

from tests.command import Home

HEAVY_MODULES = (
    "typer", "click", "rich", "re", "json", "dataclasses", "typing", "datetime", "platformdirs", "numpy", "collections",
    "enum", "functools", "inspect", "subprocess", "uuid", "hashlib", "random", "pathlib", "argparse", "difflib",
    "tempfile", "shutil", "tomllib", "logging", "threading", "asyncio", "socket", "ssl", "urllib", "contextlib",
    "importlib.metadata", "fastembed", "onnxruntime", "anthropic", "sqlite3", "ast", "email", "string", "decimal",
)  # fmt: skip
SESSIONS = ("0b6f3c1e-8a41-4f0e-9a57-3d0c6c1f7a42", "ses_5f3a9c01be2dffeUq7ZxK2mLp0")
"""As Claude Code, Codex, Gemini CLI and Copilot CLI name them, and as opencode does."""
LIST_LOADED_MODULES = """
import sys
before = set(sys.modules)
from recall_cli.__main__ import run
status = run(sys.argv[1:])
sys.stdout.flush()
sys.stderr.write("LOADED " + " ".join(sorted(set(sys.modules) - before)) + "\\n")
sys.exit(status)
"""


def loaded_modules(recall: Home, *args: str, status: int = 0, stdin: str = "", program: str = "") -> set[str]:
    """The modules that a command loads, beside those of the bare interpreter; called as a `program`, if it is given.

    The whole input is in the pipe, and its end too, before the command starts. A hook loads `select` to wait for input
    that is late, so a parent that writes while the command runs would decide what is loaded.
    """
    reading_end = filled_pipe(stdin)
    try:
        ran = subprocess.run(
            [sys.executable, "-S", "-c", f"import sys\nsys.argv[0] = {program!r}\n" + _with_site(), *args],
            env=recall.environment(), cwd=recall.path, capture_output=True, text=True, stdin=reading_end,
        )  # fmt: skip
    finally:
        os.close(reading_end)
    assert ran.returncode == status, ran
    return set(ran.stderr.rpartition("LOADED ")[2].split())


def filled_pipe(text: str) -> int:
    """The reading end of a pipe that holds the text, and that nobody writes to any more."""
    reading_end, writing_end = os.pipe()
    with open(writing_end, "wb", buffering=0) as writer:
        os.set_blocking(writing_end, False)  # a text that does not fit is an error here, and not a test that hangs
        assert writer.write(text.encode()) == len(text.encode()), "the text is longer than a pipe holds"
    return reading_end


def _with_site() -> str:
    """The site's own start-up files load modules of theirs: the folders are named, and nothing of them is run."""
    return f"import sys\nsys.path[:] = {sys.path!r}\n" + LIST_LOADED_MODULES


HOT_CALLS = (
    ("store", "We chose NATS because replay was too slow.", "--type", "decision", "--tag", "a=b", "--json"),
    ("store", "Plain words."),
    ("search", "why did we choose NATS"),
    ("search", "NATS", "--json", "--type", "decision", "--limit", "3", "--no-touch"),
    ("search", "nothing at all like it"),
    ("get", "{id}"),
    ("get", "{id}", "--json"),
    ("count",),
    ("count", "--json"),
    ("count", "--project", "*", "--type", "decision"),
    ("--version",),
)


@pytest.mark.parametrize("args", HOT_CALLS, ids=" ".join)
def test_the_hot_paths_load_nothing_heavy(recall: Home, args: tuple[str, ...]) -> None:
    """Neither Typer nor rich, nor any module of the standard library that costs what an interpreter costs."""
    id_ = recall.store("Something is here already.")
    found = loaded_modules(recall, *(id_ if word == "{id}" else word for word in args))
    assert found & set(HEAVY_MODULES) == set()
    assert not {name for name in found if name.partition(".")[0] in ("typer", "rich", "click", "numpy", "fastembed")}


def test_with_a_settings_file_they_load_nothing_heavy_either(recall: Home) -> None:
    """A plain settings file is read without a parser."""
    recall.config.parent.mkdir(parents=True)
    recall.config.write_text("# mine\nmin_confidence = 0.2\nagent_scoping = true\n")
    found = loaded_modules(recall, "search", "anything", "--json")
    assert found & set(HEAVY_MODULES) == set()
    assert "recall_cli.settings_file" in found


def test_in_a_repository_they_load_nothing_heavy_either(recall: Home) -> None:
    """The project is read from files."""
    git = recall.path / ".git"
    git.mkdir()
    (git / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/api.git\n')
    assert loaded_modules(recall, "store", "x", "--json") & set(HEAVY_MODULES) == set()
    assert loaded_modules(recall, "search", "x", "--json") & set(HEAVY_MODULES) == set()


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize("event", ["session-start", "prompt", "compact", "turn-end", "session-end"])
def test_the_id_of_a_session_is_not_searched_for_secrets(recall: Home, event: str, session: str) -> None:
    """Every hook is told one, and it looks so random that the patterns would be loaded for it."""
    recall.store("We chose NATS because replay was too slow.")
    record = recall.path / "s.jsonl"
    record.write_text("")
    said = f'{{"session_id": "{session}", "cwd": "{recall.path}", "transcript_path": "{record}", "source": "startup"}}'
    found = loaded_modules(recall, "hook", event, "--agent", "claude-code", stdin=said)
    assert found & {"re", "recall_cli.rules.secrets", "recall_cli.rules.secrets.detection"} == set()


@pytest.mark.parametrize("event", ["session-start", "compact", "session-end", "prompt"])
def test_hooks_load_nothing_heavy(recall: Home, event: str) -> None:
    """An agent waits for each of them: no Typer, no model; what only puts work down opens no meaning either.

    Not even `select`, as long as the message is there when the hook looks.
    """
    recall.store("Something — with a “dash”.")
    record = recall.path / "s.jsonl"
    record.write_text("")
    said = f'{{"session_id": "s", "cwd": "{recall.path}", "transcript_path": "{record}", "prompt": "what?"}}'
    found = loaded_modules(recall, "hook", event, "--agent", "claude-code", stdin=said)
    assert found & {*HEAVY_MODULES, "select", "_json", "json"} == set()
    if event in ("compact", "session-end"):
        assert not {
            name for name in found if name.startswith(("recall_cli.flows.brief.context", "recall_cli.inference"))
        }
    assert recall.json("jobs")["jobs"] or event not in ("compact", "session-end")


def test_a_prompt_that_says_nothing_stays_cheap(recall: Home) -> None:
    """A brief is loaded only for an answer, and the store is not even opened for a prompt of few words."""
    recall.store("We chose NATS because replay was too slow.")

    def at_prompt(prompt: str) -> "set[str]":
        message = f'{{"session_id": "s", "cwd": "{recall.path}", "prompt": "{prompt}"}}'
        return loaded_modules(recall, "hook", "prompt", "--agent", "claude-code", stdin=message)

    silent = at_prompt("write a haiku about autumn leaves")
    assert "recall_cli.flows.brief.prompt_answers" in silent
    assert not silent & {"recall_cli.flows.brief.context", "recall_cli.flows.search.search", *HEAVY_MODULES}
    at_prompt("fix the tests")  # writes the index that the next one finds
    assert not {name for name in at_prompt("fix the tests") if name.startswith(("apsw", "recall_cli.engines"))}
    assert "recall_cli.flows.brief.context" in at_prompt("why did we choose NATS over the replay?")


def test_the_version_opens_nothing(recall: Home) -> None:
    """`recall --version` loads no engine and no command."""
    assert {
        name for name in loaded_modules(recall, "--version") if name.startswith(("apsw", "recall_cli.cli"))
    } == set()


def test_other_commands_do_not_load_rich_into_a_pipe(recall: Home) -> None:
    """What goes through the full door into a pipe needs Typer, but no drawing."""
    assert not {name for name in loaded_modules(recall, "list") if name.startswith("recall_cli.cli.output.terminal")}


@pytest.mark.parametrize(
    "args",
    [("store", "Plain words."), ("search", "why NATS"), ("get", "{id}"), ("count",), ("list",), ("context",)],
    ids=" ".join,
)
def test_what_goes_well_loads_no_errors(recall: Home, args: tuple[str, ...]) -> None:
    """The classes of the errors are made where one is raised, and not at every start."""
    id_ = recall.store("We chose NATS because replay was too slow.")
    assert "recall_cli.domain.errors" not in loaded_modules(recall, *(id_ if word == "{id}" else word for word in args))


def test_a_hook_that_another_has_answered_loads_no_patterns(recall: Home) -> None:
    """Its reason is a sentence of recall's own, so nobody looks for secrets in it."""
    recall.store("We chose NATS because replay was too slow.")
    message = '{"session_id": "s1", "source": "startup"}'
    for _ in range(2):
        found = loaded_modules(recall, "hook", "session-start", "--agent", "claude-code", stdin=message)
    assert "recall_cli.rules.secrets.detection" not in found
    assert "re" not in found


def test_a_command_beside_the_path_loads_no_patterns_for_its_name(recall: Home) -> None:
    """Where the shell does not find `recall`, a brief names its path, quoted for a shell."""
    recall.store("We chose NATS because replay was too slow.")
    assert "re" not in loaded_modules(recall, "context", "--compact", program="/opt/the tools/recall")


RUN = """
import sys
from recall_cli.engines.sqlite.connection import SqliteEngine
ran = []
one, many = SqliteEngine.run, SqliteEngine.run_many
SqliteEngine.run = lambda self, table, name, values: ran.append(f"{table}.{name}") or one(self, table, name, values)
SqliteEngine.run_many = lambda self, table, name, all: ran.append(f"{table}.{name}") or many(self, table, name, all)
from recall_cli.__main__ import run
run(sys.argv[1:])
sys.stdout.flush()
sys.stderr.write("RAN " + " ".join(ran) + "\\n")
"""


def asked_statements(recall: Home) -> list[str]:
    """The statements of `recall context --compact`."""
    ran = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys\nsys.path[:] = {sys.path!r}\n" + RUN, "context", "--compact"],
        env=recall.environment(), cwd=recall.path, capture_output=True, text=True,
    )  # fmt: skip
    return ran.stderr.rpartition("RAN ")[2].split()


def test_a_stored_brief_asks_and_loads_almost_nothing(recall: Home) -> None:
    """Its text is read, and its use is counted: no memory is weighed, and no line is made."""
    recall.store("We chose NATS because replay was too slow.")
    asked_statements(recall)
    assert asked_statements(recall) == ["meta.stored_brief", "told.add"]
    found = loaded_modules(recall, "context", "--compact")
    assert not {name for name in found if name.startswith(("recall_cli.rules.brief", "recall_cli.flows.brief.brief_"))}
    assert "_json" not in found


def test_a_brief_asks_the_store_little(recall: Home) -> None:
    """What lasts, the user's own words, the pins and the newest: each once for a place, and once for the lines told."""
    recall.store("We chose NATS because replay was too slow.")
    asked = asked_statements(recall)
    assert len(asked) <= 16, asked
    assert {name: asked.count(name) for name in asked if asked.count(name) > 1}.keys() <= {
        "memories.standing", "memories.own", "projects.by_mark", "meta.get",
    }  # fmt: skip


def test_a_brief_loads_no_more_than_it_tells(recall: Home) -> None:
    """A plain project name is not judged, and no line outside the store is looked for where there is none."""
    work = recall.path / "billing-api"
    work.mkdir()
    recall.store("We chose NATS because replay was too slow.", "--project", "billing-api")
    assert "recall_cli.rules.text.project_names" not in loaded_modules(
        recall, "context", "--compact", "--project", "billing-api"
    )
    message = '{"session_id": "s1", "source": "startup"}'
    assert "recall_cli.flows.agents.spool" not in loaded_modules(
        recall, "hook", "session-start", "--agent", "claude-code", stdin=message
    )


def test_hooks_load_no_codec_and_no_gate_that_is_not_theirs(recall: Home) -> None:
    """Loading a codec for a few letters takes longer than the letters; the gate is for tools and prompts."""
    recall.store("KeyError: 'LEDGER_DSN' means that the .env file is missing — run make env 🙂.", "--type", "finding")
    message = '{"session_id": "s1", "source": "startup"}'
    begun = loaded_modules(recall, "hook", "session-start", "--agent", "claude-code", stdin=message)
    assert not {name for name in begun if name.startswith(("encodings", "recall_cli.flows.at_action"))}
    failed = (
        '{"session_id": "%s", "tool_name": "Bash", "tool_input": {"command": "make"},'
        ' "error": "Exit code 1\\nKeyError: \'LEDGER_DSN\'"}'
    )
    for session in ("s1", "s2"):
        loaded = loaded_modules(recall, "hook", "tool-failed", "--agent", "claude-code", stdin=failed % session)
    assert "recall_cli.flows.at_action.answer" in loaded
    assert not {name for name in loaded if name.startswith("encodings")}


MAX_MODULES, MAX_FUNCTIONS = 90, 25
"""What a reader can follow: so many modules are on the way of a text or of a question, and so many functions get a whole
text."""


@pytest.mark.parametrize("known", [(), ("We chose NATS because replay was too slow.",)], ids=["new store", "old store"])
def test_few_modules_are_on_the_way(recall: Home, known: tuple[str, ...]) -> None:
    """A text is stored and a question is answered by few modules of recall, in a new store too."""
    for text in known:
        recall.store(text)
    for args in (("search", "Which port does the API listen on?"), ("store", "The API listens on port 6060 now.")):
        own = {name for name in loaded_modules(recall, *args) if name.startswith("recall_cli")}
        assert len(own) <= MAX_MODULES, (args, len(own))


LIST_FUNCTIONS = """
import sys
from recall_cli.__main__ import run
text, found = sys.argv[-1], set()
def note(frame, event, _argument):
    code = frame.f_code
    if event == "call" and "recall_cli" in code.co_filename:
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if any(frame.f_locals.get(name) == text for name in arguments):
            found.add(f"{code.co_filename.rpartition('recall_cli')[2]}:{code.co_qualname}")
sys.setprofile(note)
status = run(sys.argv[1:])
sys.setprofile(None)
sys.stdout.flush()
sys.stderr.write("FOUND " + " ".join(sorted(found)) + "\\n")
sys.exit(status)
"""


def test_few_functions_get_a_whole_text(recall: Home) -> None:
    """It is read, masked, judged and embedded once; what was read of it is handed on."""
    ran = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys\nsys.path[:] = {sys.path!r}\n" + LIST_FUNCTIONS,
         "store", "The API listens on port 6060 now."],
        env=recall.environment(), cwd=recall.path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = ran.stderr.rpartition("FOUND ")[2].split()
    assert 5 < len(found) <= MAX_FUNCTIONS, found
