"""What the documentation shows can be typed, and where it points there is something."""

import re
import shlex
from pathlib import Path

import pytest

from recall_cli.setting_errors import REMOVED_SETTINGS
from tests.command import ROOT, Home
from tests.docs import pages
from tests.for_each import for_each

SHOWN = [block for block in pages.blocks("console") if "pip " not in block.text]


@pytest.mark.parametrize("block", SHOWN, ids=lambda block: f"{block.page.stem}-{block.commands[0]}")
def test_what_is_shown_can_be_typed(recall: Home, block: pages.Block) -> None:
    """The commands of a `console` block, one after the other in a home with two memories, all succeed.

    Standard error may only say that there was nothing to show, or what was left out.
    """
    (recall.path / ".claude").mkdir()
    recall.store("Jane Doe asks for the invoices to be sent on Fridays.")
    recall.store("The queue is NATS.", "--entity", "queue", "--attribute", "engine", "--value", "NATS")
    for line in block.commands:
        answer = recall(*shlex.split(line)[1:])
        assert answer.status == 0, (line, answer)
        assert not (answer.out and answer.err) or "left out" in answer.err, (line, answer)


@for_each("page", pages.PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    """Every picture and every link into the repository leads to a file."""
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_the_paths_of_the_architecture_exist() -> None:
    """Each file and folder that the architecture page and CONTRIBUTING.md name is there."""
    pages_of_builders = (ROOT / "recall_cli/docs/architecture.md", ROOT / "CONTRIBUTING.md")
    page = "".join(path.read_text(encoding="utf-8") for path in pages_of_builders)
    named = re.findall(r"`([a-z_/]+/|[a-z_/]+\.py|tests/[a-z]+)`", page)
    assert len(named) > 20
    folders = (ROOT, ROOT / "recall_cli", *(ROOT / "recall_cli/flows").iterdir(), ROOT / "recall_cli/cli/parsing")
    for path in named:
        assert any((folder / path).exists() for folder in folders) or path == "store.py", path


def test_the_architecture_names_every_package() -> None:
    """Each folder with an `__init__.py` has one line in the table of packages."""
    page = (ROOT / "recall_cli/docs/architecture.md").read_text(encoding="utf-8")
    source = ROOT / "recall_cli"
    packages = [f"{path.parent.relative_to(source).as_posix()}/" for path in source.rglob("*/__init__.py")]
    assert len(packages) > 20
    assert sorted(re.findall(r"^\| `([a-z_0-9/]+/)` \|", page, re.MULTILINE)) == sorted(packages)


@for_each("page", pages.PAGES)
def test_no_page_names_a_setting_that_is_gone(page: Path) -> None:
    """A reader who types it would only hear that it is no longer a setting."""
    named = set(re.findall(r"`([a-z]+\.[a-z_]+)`", page.read_text(encoding="utf-8")))
    assert not named & REMOVED_SETTINGS
