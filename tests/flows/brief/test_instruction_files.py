"""What stands in the project's CLAUDE.md or AGENTS.md: the agent reads it itself, so a brief tells other things."""

import os
import re
from pathlib import Path

import pytest

from recall_cli.flows.brief.instruction_files import MAX_BYTES
from tests.command import Home
from tests.flows.brief.test_stored_brief import forbid_making

RULE = "Always run the migrations before the tests."


@pytest.fixture
def folder(recall: Home) -> Path:
    """A project with a rule and seven other memories."""
    path = recall.path / "shop"
    path.mkdir()
    for number in range(7):
        recall.store(f"Service number {number} writes its log to disk {number * 7}.", cwd=path)
    recall.store(RULE, "--type", "preference", cwd=path)
    assert RULE in told(recall, path)
    return path


def told(recall: Home, folder: Path) -> list[str]:
    """The lines of the brief for a session, as the hook tells them."""
    block = recall.quick("context", "--compact", cwd=folder).out
    return [re.sub(r" \w+\[.*\]$", "", line[2:]) for line in block.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize("name", ["CLAUDE.md", "AGENTS.md"])
@pytest.mark.parametrize("text", [f"# Rules\n\n- {RULE}\n- Use pnpm.\n", f"{RULE} They take a minute.\n"])
def test_what_stands_in_a_file_is_not_told(name: str, text: str, recall: Home, folder: Path) -> None:
    """As soon as the file is there, and no longer when it is gone; also in the JSON and for a folder below."""
    (folder / name).write_text(text)
    assert RULE not in told(recall, folder)
    assert len(told(recall, folder)) == 7
    assert RULE not in [line["text"] for line in recall.json("context", cwd=folder)["told"]]
    (folder / name).write_text("# Rules\n\nUse pnpm.\n")
    assert RULE in told(recall, folder)
    (folder / name).unlink()
    assert RULE in told(recall, folder)


@pytest.mark.parametrize(
    "text",
    ["Never run the migrations before the tests.", "Run the migrations after the tests.", "Migrations: see the tests."],
)
def test_what_only_sounds_alike_does_not_count(text: str, recall: Home, folder: Path) -> None:
    """Every word, negation and order must be the same."""
    (folder / "CLAUDE.md").write_text(f"- {text}\n")
    assert RULE in told(recall, folder)


def test_a_short_brief_tells_it_all_the_same(recall: Home, folder: Path) -> None:
    """No agent reads both files, so nothing is held back where there is room."""
    other = recall.path / "other"
    other.mkdir()
    recall.store(RULE, "--type", "preference", cwd=other)
    recall.store("The port of the shop is 8080.", cwd=other)
    (other / "CLAUDE.md").write_text(RULE)
    assert sorted(told(recall, other)) == [RULE, "The port of the shop is 8080."]


def test_what_the_user_pinned_is_told_all_the_same(recall: Home, folder: Path) -> None:
    """Who pins a memory wants it in every brief."""
    (folder / "CLAUDE.md").write_text(RULE)
    pinned = recall.store("Ask before you push.", "--type", "preference", cwd=folder, person=True)
    recall.quick("pin", pinned, person=True)
    (folder / "CLAUDE.md").write_text(f"- {RULE}\n- Ask before you push.\n")
    assert "Ask before you push." in told(recall, folder)
    assert RULE not in told(recall, folder)


def test_a_brief_that_lies_ready_reads_no_file(recall: Home, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name holds the time and the size of each file."""
    (folder / "CLAUDE.md").write_text(RULE)
    first = told(recall, folder)
    forbid_making(monkeypatch)
    assert told(recall, folder) == first


def test_a_link_or_a_pipe_is_not_read(recall: Home, folder: Path) -> None:
    """A link may lead out of the folder, and a pipe would be waited for."""
    outside = recall.path / "outside.md"
    outside.write_text(RULE)
    (folder / "CLAUDE.md").symlink_to(outside)
    os.mkfifo(folder / "AGENTS.md")
    assert RULE in told(recall, folder)


def test_of_a_large_file_only_the_beginning_is_read(recall: Home, folder: Path) -> None:
    """What stands behind it counts as not said; bytes that are no text do no harm."""
    (folder / "CLAUDE.md").write_bytes(b"\xff\x00 word\n\n" * (MAX_BYTES // 8) + b"\n\n- " + RULE.encode())
    assert RULE in told(recall, folder)
