"""A brief as Markdown: its sections, and memories that stay text."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from recall_cli.cli.page import MARKUP, escaped
from recall_cli.rules.budget import tokens
from tests.command import Home


def stored(home: Home, *texts: str) -> None:
    for text in texts:
        home.quick("store", text, "--type", "decision", "--importance", "0.9")
        home.later()


def test_sections_are_headings(recall: Home) -> None:
    """A heading for each section, an item for each memory with its kind, its source, its day and its id."""
    stored(recall, "Deploys run on Tuesdays.")
    page = recall.quick("context", "--format", "markdown").out
    assert re.fullmatch(
        r"## Preferences and decisions\n\n- Deploys run on Tuesdays\. \(decision, an agent, 2026-03-01, `[0-9a-f-]{13}`\)\n",
        page,
    )


def test_the_other_formats(recall: Home) -> None:
    """json is what --json answers, text what nothing answers, and the form for agents stands alone."""
    stored(recall, "Deploys run on Tuesdays.")
    asked = ("context", "deploys", "--no-touch")
    assert json.loads(recall.quick(*asked, "--format", "json").out) == recall.quick(*asked, "--json").data
    assert recall.quick(*asked, "--format", "text").out == recall.quick(*asked).out
    assert recall.quick(*asked, "--compact", "--format", "markdown").status == 2


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_nothing_is_told_as_nothing(recall: Home, form: str) -> None:
    """Zero bytes of filler in every format."""
    stored(recall, "Deploys run on Tuesdays.")
    assert recall.quick("context", "what is the capital of France", "--format", form).out == ""


def test_the_budget_holds(recall: Home) -> None:
    """Also where escapes take more room than the form for agents."""
    stored(recall, *(f"{n}: " + "*_#" * 40 for n in range(12)))
    page = recall.quick("context", "--format", "markdown", "--budget", "200").out
    assert 0 < tokens(page.rstrip("\n")) <= 200


@given(some.text())
def test_no_text_is_markup(text: str) -> None:
    """Every letter that could begin markup stands behind a backslash, and the text is one line that begins no list."""
    shown = escaped(text)
    assert not [letter for letter in re.sub(r"\\.", "", shown) if letter in MARKUP]
    assert len(shown.splitlines()) <= 1
    assert not re.match(r"[-+=]|\d+[.)]", shown)
