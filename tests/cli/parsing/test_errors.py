"""Every way to go wrong: its exit status, its one line, its JSON."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_cli.cli.registry import COMMANDS
from tests.command import Home
from tests.for_each import for_each

USAGE_ERRORS = (
    (["serach", "x"], "no command 'serach'", "search"),
    (["find", "x"], "no command 'find'", "search"),
    (["remember", "x"], "no command 'remember'", "store"),
    (["xyzzy"], "no command 'xyzzy'", "recall help --all"),
    (["add", "x"], "no command 'add'", "did you mean store?"),
    (["store", "--text", "x"], "no option --text", "needs no option: recall store TEXT"),
    (["store", "-m", "x"], "no option -m", "needs no option: recall store TEXT"),
    (["store", "--message=x"], "no option --message", "needs no option: recall store TEXT"),
    (["store", "x", "--importance", "7"], "7", "--help"),
    (["store", "x", "--importance", "-0.1"], "-0.1", "--help"),
    (["store", "x", "--importance", "nan"], "nan", ""),
    (["store", "x", "--importance", "much"], "'much'", "--help"),
    (["store", "x", "--type", "opinion"], "'opinion'", "--help"),
    (["store", "x", "--classification", "secret"], "'secret'", "--help"),
    (["store", "x", "--tag", "=b"], "'=b' is not a tag", "k=v"),
    (["store", "x", "--valid-until", "someday"], "'someday' is not a date", "2026-03-01"),
    (["store", "x", "--valid-from", "2026-03-02", "--valid-until", "2026-03-01"], "valid-until must come after", ""),
    (["store", "x", "--project", "--"], "", ""),
    (["store", "   "], "nothing to store", ""),
    (["search"], "QUERY", "--help"),
    (["search", "x", "--limit", "0"], "0", "--help"),
    (["search", "x", "--limit", "x"], "'x'", "--help"),
    (["search", "x", "--since", "2026-02-30"], "'2026-02-30' is not a date", "expected"),
    (["search", "x", "--include", "ghosts"], "not 'ghosts'", ""),
    (["search", "x", "--min-confidence", "2"], "2", "--help"),
    (["get"], "ID", "--help"),
    (["get", "abc"], "too short for an id", "4 characters"),
    (["update", "{id}"], "say what to change", "--help"),
    (["update", "{id}", "--clear", "text"], "--clear takes", ""),
    (["update", "{id}", "--text", " "], "cannot be empty", "recall delete"),
    (["tag", "{id}"], "name tags", "recall tag"),
    (["undo", "x"], "'x' is not an operation", "recall log"),
    (["history"], "ENTITY", "--help"),
    (["diff", "--since", "2026-03-01", "--until", "2026-02-01"], "--until is before --since", ""),
    (["diff", "--since", "2099-01-01"], "--since is in the future", ""),
    (["config", "min_confidance"], "no setting 'min_confidance'", "did you mean min_confidence?"),
    (["config", "min_confidence", "much"], "must be a number", ""),
    (["config", "--", "min_confidence", "-1"], "must be 0 or more", ""),
    (["config", "clearance", "top"], "must be one of public", ""),
    (["config", "off", "maybe"], "must be true or false", ""),
    (["config", "a", "b", "c"], "a setting and a value", "quote"),
    (["config", "--unset"], "a setting and a value", ""),
    (["config", "project", "explode"], "projects takes", "recall list --project explode"),
    (["config", "project", "merge", "a"], "projects takes", "--help"),
    (["--db", "{folder}", "count"], "is a folder", "name a file"),
    (["--db", "", "list"], "--db is empty", "name a file"),
    (["list", "--db="], "--db is empty", "leave it out"),
    (["import"], "FILE", "--help"),
    (["--nonsense"], "no option --nonsense", "--help"),
)
NOT_FOUND_CALLS = (
    ["get", "0123456789ab"],
    ["get", "not-an-id"],
    ["get", ""],
    ["update", "0123456789ab", "--text", "x"],
    ["tag", "0123456789ab", "a=b"],
    ["delete", "0123456789ab"],
    ["delete", "{id}", "0123456789ab"],
    ["undo", "99"],
    ["undo", "99999999999999999"],
    ["history", "0123456789ab"],
    ["history", "no", "fact"],
    ["log", "0123456789ab"],
    ["config", "project", "rename", "a", "b"],
    ["config", "project", "enable", "a"],
    ["get", "{deleted}"],
    ["update", "{deleted}", "--text", "x"],
    ["get", "{id}", "--as-of", "2020-01-01"],
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A store with one memory and one deleted one; the calls above write nothing, so they share it."""
    home = Home(tmp_path_factory.mktemp("filled") / "home")
    home.id = home.store("kept")  # type: ignore[attr-defined]  # for the cases above
    home.later(days=1)
    home.deleted = home.store("deleted")  # type: ignore[attr-defined]  # for the cases above
    home.quick("delete", home.deleted)  # type: ignore[attr-defined]  # set above
    home.later(days=1)
    yield home
    home.drop_databases()


def fill_in_ids(recall: Home, words: list[str]) -> list[str]:
    names = {"id": recall.id, "deleted": recall.deleted, "folder": str(recall.path)}  # type: ignore[attr-defined]
    return [word.format(**names) if word.startswith("{") else word for word in words]


@for_each("args, says, hints", USAGE_ERRORS)
def test_usage_is_status_2(filled: Home, args: list[str], says: str, hints: str) -> None:
    """One line that says what is wrong and what to do; the same as JSON; nothing on standard output or in the store."""
    args = fill_in_ids(filled, args)
    before = filled.json("log")
    plain = filled.quick(*args)
    assert (plain.status, plain.out) == (2, ""), plain
    assert plain.err.startswith("recall: ")
    assert plain.err.count("\n") == 1
    assert says in plain.err
    assert hints in plain.err
    error = filled.quick("--json", *args).error
    assert error["code"] == "usage"
    assert says in error["message"]
    assert hints in error["hint"] + error["message"]
    assert filled.json("log") == before


@pytest.mark.parametrize("args", NOT_FOUND_CALLS, ids=" ".join)
def test_what_is_not_there_is_status_4(filled: Home, args: list[str]) -> None:
    """No such memory, operation, fact or project: status 4, and nothing written, not even the half of it."""
    args = fill_in_ids(filled, args)
    before = filled.json("log")
    answer = filled.quick(*args)
    assert (answer.status, answer.out) == (4, ""), answer
    assert answer.err.count("\n") == 1
    assert filled.quick("--json", *args).error["code"] == "not_found"
    assert filled.json("log") == before


def test_a_deleted_memory_says_how_to_bring_it_back(recall: Home) -> None:
    """The error names the undo."""
    id_ = recall.store("deleted")
    recall.quick("delete", id_)
    assert recall.quick("get", id_).err.endswith("was deleted (recall undo 2 brings it back)\n")
    assert recall.quick("undo", "2").status == 0


def test_a_prefix_of_several_lists_them(recall: Home) -> None:
    """An ambiguous prefix is status 4, with the candidates, each long enough to be pasted."""
    ids = [recall.store(f"text {n}") for n in range(3)]
    answer = recall.quick("get", ids[0][:8])
    assert answer.status == 4
    shown = [one.split()[0] for one in answer.err.partition("memories: ")[2].split(", ")]
    assert len(shown) == 3
    assert [recall.quick("get", prefix).status for prefix in shown] == [0, 0, 0]
    assert recall.quick("--json", "get", ids[0][:8]).error["code"] == "ambiguous"


def test_a_prefix_finds_the_live_one_among_many_deleted(recall: Home) -> None:
    """Deleted memories that share a prefix do not hide the one that is there."""
    ids = [recall.store(f"text {n}") for n in range(15)]
    recall.quick("delete", *ids)
    recall.later()
    kept = recall.store("the only one")
    assert recall.json("get", kept[:6])["text"] == "the only one"


def test_refused_is_status_3(recall: Home) -> None:
    """Too long, or switched off: status 3, the reason on standard error, and in the JSON answer."""
    answer = recall.quick("store", "x" * 40_000)
    assert (answer.status, answer.out) == (3, "")
    assert answer.err.startswith(
        "recall: not stored (length): the text has 40,000 bytes, and a memory at most 32,768 ("
    )
    said = recall.quick("--json", "store", "x" * 40_000)
    assert said.status == 3
    document = json.loads(said.out)
    assert (document["status"], document["memories"]) == ("refused", [])
    assert document["refused"][0]["gate"] == "length"
    off = recall.quick("store", "x", env={"RECALL_OFF": "yes"})
    assert (off.status, off.err) == (3, "recall: not stored (off): recall is switched off (RECALL_OFF is set)\n")
    assert recall.json("count")["count"] == 0


def test_an_agent_cannot_change_what_the_user_said(recall: Home) -> None:
    """The user's own word is the user's: refused with status 3 to anybody else."""
    recall.quick("store", "I want tabs.", person=True)
    id_ = recall.json("list")["memories"][0]["id"]
    assert recall.json("get", id_)["trust"] == "user"
    answer = recall.quick("update", id_, "--text", "I want spaces.")
    assert answer.status == 3
    assert recall.quick("update", id_, "--text", "I want spaces.", person=True).status == 0


def test_nobody_can_raise_trust_by_an_argument(recall: Home) -> None:
    """`--source user` from an agent is kept as an agent's, and trusted as an agent."""
    said = recall.json("get", recall.store("x", "--source", "user"))
    assert (said["source"], said["trust"], said["author"]) == ("agent", "agent", "an agent")
    assert recall.json("get", recall.store("y", "--source", "tool"))["trust"] == "tool"


def test_a_broken_store_is_status_5(recall: Home) -> None:
    """A file that is no store: status 5, one line, its code in JSON."""
    file = recall.path / "notes.txt"
    file.write_text("just notes, and enough of them to be read as a page " * 20)
    answer = recall.quick("--db", str(file), "count")
    assert answer.status == 5
    assert answer.err.count("\n") == 1
    assert recall.quick("--json", "--db", str(file), "count").error["code"] == "not_a_store"


def test_broken_settings_are_one_line(recall: Home) -> None:
    """A settings file that is no TOML, or holds nonsense, is status 2 and names the file."""
    recall.config.parent.mkdir(parents=True)
    for text in ("min_confidence = = 1", "min_confidence = 'much'", "[a\n", 'clearance = "top"', "db = [1, 2]"):
        recall.config.write_text(text)
        answer = recall.quick("search", "x")
        assert (answer.status, answer.err.count("\n")) == (2, 1), answer
        assert str(recall.config) in answer.err


WITHOUT_SERVING = {"serve": ["--check"], "ui": ["--project", "nowhere"]}
"""Servers would run until somebody ends them."""


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_ends_in_a_traceback(recall: Home, name: str) -> None:
    """Each command with nothing, with rubbish, and with a store that is none: a status of the contract, one line."""
    (recall.path / "notes.txt").write_text("x" * 5000)
    for args in (
        [name, *WITHOUT_SERVING.get(name, [])],
        [name, "\udcff"],
        [name, "rubbish", "--json"],
        [name, "--db", "notes.txt"],
        [name, "--frobnicate"],
    ):
        answer = recall.quick(*args, cwd=recall.path)
        assert answer.status in (0, 1, 2, 3, 4, 5), answer
        assert "Traceback" not in answer.err
        assert "unexpected error" not in answer.err, answer
        assert answer.err.count("\n") <= 1 or answer.status in (0, 1)


UNDECODABLE_CALLS = (
    ["store", "caf\udce9"],
    ["store", "x", "--topic", "\udce9"],
    ["store", "x", "--tag", "\udce9=\udce9"],
    ["store", "x", "--entity", "\udce9", "--attribute", "\udce9", "--value", "\udce9"],
    ["store", "x", "--agent", "\udce9"],
    ["store", "x", "--session", "\udce9"],
    ["store", "x", "--project", "\udce9"],
    ["search", "caf\udce9"],
    ["search", "x", "--topic", "\udce9"],
    ["search", "x", "--project", "\udce9"],
    ["search", "x", "--agent", "\udce9"],
    ["search", "x", "--tag", "\udce9"],
    ["count", "--topic", "\udce9"],
    ["list", "--topic", "\udce9"],
    ["get", "\udce9\udce9\udce9"],
    ["update", "{id}", "--text", "\udce9"],
    ["update", "{id}", "--topic", "\udce9"],
    ["tag", "{id}", "\udce9=\udce9"],
    ["tag", "{id}", "--remove", "\udce9"],
    ["history", "\udce9", "\udce9"],
    ["log", "--kind", "\udce9"],
    ["config", "user", "\udce9"],
    ["config", "project", "enable", "\udce9"],
    ["config", "\udce9"],
    ["import", "\udce9"],
    ["--db", "\udce9.db", "store", "x"],
    ["\udce9"],
    ["search", "x", "--\udce9"],
)


@pytest.mark.parametrize("args", UNDECODABLE_CALLS, ids=[ascii(" ".join(case)) for case in UNDECODABLE_CALLS])
def test_arguments_that_are_no_utf_8_are_understood_or_refused(filled: Home, args: list[str]) -> None:
    """Bytes of another encoding are kept in readable form or named in one line; never a crash."""
    answer = filled.quick(*fill_in_ids(filled, args))
    assert "unexpected error" not in answer.err, answer
    assert answer.status in (0, 1, 2, 4)
    assert filled.quick("list", "--json").status == filled.quick("export").status == 0


def test_bytes_of_another_encoding_are_read_as_what_they_nearly_always_are(recall: Home) -> None:
    """A Latin-1 é on the command line, and on standard input, is kept as é, with a note."""
    answer = recall("store", b"caf\xe9 au lait")
    assert (answer.status, "café au lait" in answer.out) == (0, True)
    assert "kept in readable form" in answer.err
    piped = recall.quick("store", stdin=b"na\xefve")
    assert "naïve" in piped.out


def test_a_folder_as_a_file_to_read_is_one_line(recall: Home) -> None:
    """`recall import FOLDER`, and a file that is not there."""
    for name in (str(recall.path), "missing.jsonl"):
        answer = recall.quick("import", name)
        assert (answer.status, answer.out, answer.err.count("\n")) == (1, "", 1)
        assert answer.err.startswith(f"recall: cannot read {name}: ")


def test_an_export_does_not_overwrite_unasked(recall: Home) -> None:
    """A file that is there stays; --force replaces it whole."""
    recall.store("x")
    file = recall.path / "out.jsonl"
    file.write_text("precious")
    assert recall.quick("export", str(file)).status == 2
    assert file.read_text() == "precious"
    assert recall.quick("export", str(file), "--force").status == 0
    assert len(file.read_text().splitlines()) == 2
    assert (file.stat().st_mode & 0o777) == 0o600
    assert recall.quick("export", str(recall.path / "no/such/folder/x")).status == 1
    assert {path.name for path in recall.path.iterdir()} == {".local", "out.jsonl"}


def test_a_working_folder_that_is_gone_is_no_project(recall: Home) -> None:
    """A shell may stand in a folder that was removed."""
    gone = recall.path / "gone"
    gone.mkdir()
    answer = subprocess.run(
        ["/bin/sh", "-c", f"rmdir '{gone}' && exec \"$0\" -m recall_cli store x", _python_command()],
        cwd=gone,
        env=recall.environment(),
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer


def _python_command() -> str:
    import sys

    return sys.executable


def test_debugging_shows_where(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw is one line; RECALL_DEBUG=1 shows the whole."""
    from recall_cli.flows.search import listing as flow

    def broken(*_: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(flow, "count_memories", broken)
    answer = recall.quick("count")
    assert (answer.status, answer.err.count("\n")) == (1, 1)
    assert answer.err.startswith("recall: unexpected error: ZeroDivisionError: boom (RECALL_DEBUG=1")
    with pytest.raises(ZeroDivisionError):
        recall.quick("count", env={"RECALL_DEBUG": "1"})
    assert Path.cwd().exists()


WRONG_VALUES = (
    (["store", "x", "--importance", "7"], "--importance must be from 0 to 1, not 7.0"),
    (["search", "x", "-n", "0"], "--limit must be from 1 to 10000, not 0"),
    (["search", "x", "-n", "many"], "--limit must be a whole number, not 'many'"),
    (["list", "--offset", "-1"], "--offset must be from 0 to 1000000000, not -1"),
    (["search", "x", "--min-score", "two"], "--min-score must be a number, not 'two'"),
    (["completion", "show", "tcsh"], "shell must be one of bash, zsh, fish, not 'tcsh'"),
)


@pytest.mark.parametrize(("args", "said"), WRONG_VALUES)
def test_a_wrong_value_is_told_what_it_may_be(recall: Home, args: list[str], said: str) -> None:
    """In the words in which a wrong setting is told."""
    assert recall.quick(*args).err == f"recall: {said} (see --help)\n"


def test_a_store_that_is_not_there_is_named(recall: Home) -> None:
    """A wrong path in --db is told by every command that reads, for programs too; without --db a new user is greeted."""
    recall.store("The vault opens at nine.", "--project", "museum")
    wrong = str(recall.path / "recal.db")
    for words in (["list"], ["search", "vault"], ["count"], ["context"]):
        said = recall.quick("--db", wrong, *words)
        assert f"there is no store at {wrong} (check --db; recall store would create it)" in said.err, said
        assert "no memories yet" not in said.out + said.err
    assert wrong in recall.json("--db", wrong, "list")["notes"][0]
    assert not Path(wrong).exists()
    assert "no store at" not in recall.quick("--db", recall.store_name, "list").err


def test_nothing_found_says_where_else_to_look(recall: Home) -> None:
    """Not that nothing is stored, where something is."""
    shown = {"FORCE_COLOR": "1", "NO_COLOR": "1"}
    assert "no memories yet" in recall.quick("list", env=shown).out
    recall.store("The vault opens at nine.", "--project", "museum")
    assert "no match in this project (1 memory in all) · --project '*'" in recall.quick("list", env=shown).out
    assert "no match in 1 memory" in (
        wide := recall.quick("list", "--project", "*", "--type", "estimate", env=shown).out
    )
    assert "--project" not in wide
    assert "--project '*' searches all" in recall.quick("search", "zebra", env=shown).out
    assert "--project '*'" not in recall.quick("search", "zebra", "--project", "*", env=shown).out
