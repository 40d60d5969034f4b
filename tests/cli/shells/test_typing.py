"""Keys pressed in real shells: what stands on the line afterwards, and what recall is then run with."""

import re

import pytest

from tests.cli.shells.homes import odd_project_names
from tests.long_run import LONG_RUN

pytestmark = pytest.mark.shells
STATIC_COMPLETIONS = [
    ("recall sea\tx", ["search", "x"]),
    ("recall --json sea\tx", ["--json", "search", "x"]),
    ("recall search --min-c\t1", ["search", "--min-confidence", "1"]),
    ("recall list --type dec\t", ["list", "--type", "decision"]),
    ("recall list -t dec\t", ["list", "-t", "decision"]),
    ("recall list --type=dec\t", ["list", "--type=decision"]),
    ("recall completion sho\tfi\t", ["completion", "show", "fish"]),
    ("recall hooks inst\tcod\tgem\t", ["hooks", "install", "codex", "gemini"]),
    ("recall jobs ret\t", ["jobs", "retry"]),
    ("recall hook session-s\t--agent cop\t", ["hook", "session-start", "--agent", "copilot"]),
    ("recall list --include sup\t", ["list", "--include", "superseded"]),
    ("recall maintain --only pur\t", ["maintain", "--only", "purge"]),
    ("recall export mem\t", ["export", "memories.jsonl"]),
    ("recall --db mem\tsta\t", ["--db", "memories.jsonl", "stats"]),
    ("recall export my\t", ["export", "my $(file)"]),
    ("recall store dec\t", ["store", "dec"]),
    ("recall list -- --ty\t", ["list", "--", "--ty"]),
]


@pytest.fixture(params=["bash", "zsh"])
def shell(request):
    return request.getfixturevalue(request.param)


def test_what_is_fixed_is_typed_without_any_process(house, shell):
    """Commands, options, choices and files are completed by the shell alone."""
    (house.folder / "memories.jsonl").touch()
    (house.folder / "my $(file)").touch()
    for keys, call in STATIC_COMPLETIONS:
        words = house.call(shell, keys)
        assert (words if "=" in keys else [part for word in words for part in _split_option_value(word)]) == call, keys
        assert not house.started_a_process(), keys


def _split_option_value(word):
    """zsh completes to `--option=value` what takes a value."""
    return word.split("=", 1) if word.startswith("--") else [word]


def test_descriptions_are_listed(house, shell):
    """A second TAB lists commands, or options, with what they do."""
    assert re.search(r"tag +(-- )?Set or remove tags", shell.keys("recall t\b\t\t"))
    shell.keys("\x03")
    assert re.search(r"--since +(-- )?Only stored since this date", shell.keys("recall list --\t\t"))
    assert not house.started_a_process()


def test_an_id_is_completed(full, shell):
    """The beginning of an id becomes one that recall finds, and only its own."""
    ids = [line.split("\t")[0] for line in full.recall("list", "--project", "plain").splitlines()]
    assert len(ids) == 7
    for id_ in ids:
        assert full.call(shell, f"recall get {id_}\t") == ["get", id_]
    completed = full.call(shell, f"recall delete {ids[0][:3]}\t")[1]
    assert completed.startswith(ids[0][:3])
    assert len(completed) > 3 or sum(id_.startswith(completed) for id_ in ids) > 1


def test_memories_are_listed_but_never_run_nor_shown_raw(full, shell):
    """Beside ids stand the first words of memories: commands in them stay words, and control codes are escaped."""
    shown = shell.keys("recall get \t\t\t\t")
    assert "A memory of project 1." in shown
    assert "$(touch pwned) `touch pwned`" in shown
    assert "\\x1b[31mREDDENED\\x1b]0;pwned\\x07 \\x9b31m \\u202egnp" in shown
    assert "%F{red} %{x%} [brackets]:colons \\$(touch pwned) 100% a&b;c|d" in shown
    for raw in ("\x1b[31m", "\x1b]0;", "\x9b", "\u202e"):
        assert raw not in shown
    assert "get" in full.call(shell)
    assert full.nothing_was_run()


PROJECT_FORMS = ("-p p{:02}\t", "--project=p{:02}\t", '-p "p{:02}\t', "-p 'p{:02}\t")


@pytest.mark.parametrize("typed", PROJECT_FORMS)
def test_projects_with_odd_letters(full, shell, typed, request):
    """Whatever a project is called, what TAB types is its name to the letter, within any quotes.

    In the daily run each shell completes each name in one form, and the other shell in the form after the next.
    """
    others_first = 2 * (request.node.callspec.params["shell"] == "zsh")
    for number, name in enumerate(odd_project_names()):
        if not LONG_RUN and (number + PROJECT_FORMS.index(typed) + others_first) % len(PROJECT_FORMS):
            continue
        if '"' in typed and "!" in name:  # in double quotes bash would expand it, so nothing is typed there
            continue
        arguments = full.call(shell, "recall list " + typed.format(number))
        assert arguments[-1].removeprefix("--project=") == name
    assert full.nothing_was_run()


NAME_COMPLETIONS = [
    ("recall list -p p02a:\t", ["list", "-p", "p02a:b:c"]),
    ("recall list -p p02a:b\t", ["list", "-p", "p02a:b:c"]),
    ("recall list --project=p02a:b:\t", ["list", "--project=p02a:b:c"]),
    ("recall list -p p17eq=\t", ["list", "-p", "p17eq=al"]),
    ("recall list -p p01two\\ w\t", ["list", "-p", "p01two words"]),
    ("recall list -p p01two' 'w\t", ["list", "-p", "p01two words"]),
    ("recall projects merge plain p02\t", ["projects", "merge", "plain", "p02a:b:c"]),
    ("recall config min\t", ["config", "min_confidence"]),
    ("recall config clearance conf\t", ["config", "clearance", "confidential"]),
    ("recall projects mer\tplain x", ["projects", "merge", "plain", "x"]),
    ("recall --db store.db list -p pl\t", ["--db", "store.db", "list", "-p", "plain"]),
    ("recall --db 'store.db' list -p pl\t", ["--db", "store.db", "list", "-p", "plain"]),
    ("recall --db=~/store.db list -p pl\t", None),
    ("recall list --db other.db -p pl\t", ["list", "--db", "other.db", "-p", "pl"]),
    ("recall list --db $(touch${IFS}pwned) -p pl\x01echo \x05\t", None),
]


def test_names_in_their_places(full, shell):
    """Word breaks, quotes begun, another store, arguments that depend on the one before."""
    for keys, call in NAME_COMPLETIONS:
        if call is None:
            shell.keys(keys)
            assert full.nothing_was_run(), keys
            shell.keys("\x03")
        else:
            assert full.call(shell, keys) == call, keys


def test_an_operation_is_completed(full, shell):
    """`recall undo` offers the numbers of operations, with what each did."""
    assert re.search(r"1 +(-- )?import", shell.keys("recall undo \t\t\t"))


def test_a_missing_or_broken_store_is_silent(house, shell):
    """Where there is nothing to offer, nothing is written over the line."""
    (house.folder / "store.db").write_text("no store at all " * 100)
    shown = shell.keys("recall get 0\t\t")
    assert "recall:" not in shown
    assert house.call(shell) == ["get", "0"]
    assert house.started_a_process()


def test_a_menu_inserts_values_alone(full, bash):
    """Where TAB goes through the values one by one, no description ever gets into the line."""
    bash.run("bind 'TAB: menu-complete'")
    for tabs in range(1, 8):
        arguments = full.call(bash, "recall get " + "\t" * tabs)
        assert len(arguments) == 2
        assert not arguments[1].strip("0123456789abcdef-")
    assert full.nothing_was_run()
