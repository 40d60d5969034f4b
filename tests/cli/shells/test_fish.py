"""What fish offers, asked by its own `complete -C` with the installed script."""

import subprocess

import pytest

from tests.cli.shells.homes import odd_project_names, require_shell

pytestmark = pytest.mark.shells


@pytest.fixture
def offered(house):
    """The values that fish offers for a line, with their descriptions."""
    require_shell("fish")
    house.recall("completion", "install", "fish")

    def offers(line):
        done = subprocess.run(
            ["fish", "-c", "complete -C $argv[1]", line],
            env=house.environment, cwd=house.folder, capture_output=True, check=True,
        )  # fmt: skip
        assert not done.stderr
        rows = [row.partition("\t") for row in done.stdout.decode().splitlines()]
        return {value: about for value, _, about in rows}

    return offers


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("recall sea", {"search": "Find memories by words and meaning"}),
        ("recall --json sea", {"search": "Find memories by words and meaning"}),
        ("recall list --sin", {"--since": "Only stored since this date"}),
        ("recall list --type dec", {"decision": "Only this type; repeatable"}),
        ("recall list --type=dec", {"--type=decision": "Only this type; repeatable"}),
        ("recall list -t dec", {"decision": "Only this type; repeatable"}),
        ("recall completion show ba", {"bash": ""}),
        ("recall completion show --dry-run ba", {"bash": ""}),
        ("recall completion show bash ", {}),
        ("recall export mem", {"memories.jsonl": ""}),
        ("recall --db mem", {"memories.jsonl": ""}),
        ("recall store mem", {}),
        ("recall list --topic list --since x --ag", {"--agent": "Only memories that this agent stored"}),
    ],
)
def test_what_is_fixed_is_offered_without_any_process(house, offered, line, some):
    """Commands, options, choices and files come from the script alone."""
    (house.folder / "memories.jsonl").touch()
    assert offered(line) == some
    assert not house.started_a_process()


def test_ids_with_their_words(full, offered):
    """Ids come with the first words of their memories, safe to show, and nothing in them is run."""
    found = offered("recall get ")
    assert len(found) == 7
    assert "A memory of project 1." in found.values()
    assert any(about.startswith("\\x1b[31mREDDENED\\x1b]0;pwned") for about in found.values())
    assert all(about.isprintable() for about in found.values())
    assert full.nothing_was_run()


def test_projects_with_odd_letters(full, offered):
    """Names are offered to the letter; fish itself quotes what it inserts."""
    assert set(offered("recall list -p p")) == {*odd_project_names(), "plain"}
    assert set(offered("recall list --project=p02")) == {"--project=p02a:b:c"}
    assert set(offered("recall list -p 'p01two w")) == {"p01two words"}
    assert set(offered("recall projects merge plain p02")) == {"p02a:b:c"}
    assert set(offered("recall --db other.db list -p p")) == set()
    assert set(offered("recall --db 'store.db' list -p pl")) == {"plain"}
    assert full.nothing_was_run()


def test_operations_and_settings(full, offered):
    """Numbers of operations with what they did; settings with what they are for, and their values."""
    assert offered("recall undo 1")["1"].startswith("import, 3 memories")
    assert "clearance" in offered("recall config ")
    assert set(offered("recall config clearance conf")) == {"confidential"}
