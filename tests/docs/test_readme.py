"""The README keeps what it shows: its commands run, its files are there, its picture is of today."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.command import ROOT, Home
from tests.docs.terminal_picture import PICTURE, draw_svg, picture_text, run_session

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE_BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("block", [block for block in CONSOLE_BLOCKS if "pip " not in block], ids=str.split)
def test_what_is_shown_can_be_typed(recall: Home, block: str) -> None:
    """The commands of a block, one after the other in a home with one memory, all do what they say."""
    (recall.path / ".claude").mkdir()
    recall.store("Jane Doe asks for the invoices to be sent on Fridays.")
    for line in re.findall(r"^\$ (recall .*)$", block, re.MULTILINE):
        answer = recall(*shlex.split(line)[1:])
        assert (answer.status, answer.err) == (0, ""), line


def test_the_picture_is_of_today(tmp_path: Path) -> None:
    """It shows what the same commands say now; `python -m tests.docs.terminal_picture` draws it anew."""
    kept = PICTURE.read_text(encoding="utf-8")
    ElementTree.fromstring(kept)
    assert picture_text(draw_svg(run_session(tmp_path))) == picture_text(kept)


def test_what_is_pointed_to_is_there() -> None:
    """Every picture and link into the repository leads to a file."""
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert "://" in target or (ROOT / target).exists(), target


def test_a_newcomer_can_read_it() -> None:
    """Two commands stand at the very top, and the whole is no book."""
    first = README.index("```sh")
    assert README[:first].count("\n") < 8
    assert len(README.splitlines()) < 430
    for heading in ("What it is", "In your agents", "How finding works", "How trust works", "Security, and its limits"):
        assert f"\n## {heading}\n" in README
