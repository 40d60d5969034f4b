"""A brief as Markdown: its sections, and memories that stay text."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.markdown import escape_markdown
from recall_cli.rules.brief.budget import estimate_tokens
from tests.command import Home
from tests.for_each import for_each


def store_texts(home: Home, *texts: str) -> None:
    for text in texts:
        home.quick("store", text, "--type", "decision", "--importance", "0.9")
        home.later()


def test_sections_are_headings(recall: Home) -> None:
    """A heading for each section, an item for each memory with its kind, its source, its day and its id."""
    store_texts(recall, "Deploys run on Tuesdays.")
    page = recall.quick("context", "--format", "markdown").out
    assert re.fullmatch(
        r"## Preferences and decisions\n\n- Deploys run on Tuesdays\. \(decision, an agent, 2026-03-01, `[0-9a-f]{4}`\)\n",
        page,
    )


def test_the_other_formats(recall: Home) -> None:
    """json is what --json answers, text what nothing answers, and the form for agents stands alone."""
    store_texts(recall, "Deploys run on Tuesdays.")
    asked = ("context", "deploys", "--no-touch")
    assert json.loads(recall.quick(*asked, "--format", "json").out) == recall.quick(*asked, "--json").data
    assert recall.quick(*asked, "--format", "text").out == recall.quick(*asked).out
    assert recall.quick(*asked, "--compact", "--format", "markdown").status == 2


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_an_empty_brief_is_empty(recall: Home, form: str) -> None:
    """Zero bytes of filler in every format."""
    store_texts(recall, "Deploys run on Tuesdays.")
    assert recall.quick("context", "what is the capital of France", "--format", form).out == ""


def test_the_budget_holds(recall: Home) -> None:
    """Also where escapes take more room than the form for agents."""
    store_texts(recall, *(f"{n}: " + "*_#" * 40 for n in range(12)))
    page = recall.quick("context", "--format", "markdown", "--budget", "200").out
    assert 0 < estimate_tokens(page.rstrip("\n")) <= 200


MARKUP_PIECES = some.sampled_from(
    ["`", "``", "```", "*", "_", "a_b", "(", ")", "[", "](x)", "!", "&", "amp;", "<b>", "~~", "|", "\\", "# ", "- ", "1. ",
     " ", "x", "job_id", "---", "=", "+", "\n", "é"]
)  # fmt: skip


@given(some.one_of(some.text(), some.lists(MARKUP_PIECES).map("".join)))
def test_no_text_is_markup(text: str) -> None:
    """Read as Markdown, an item is one paragraph that says the text letter for letter, and nothing but code is marked."""
    shown = escape_markdown(text)
    assert len(shown.splitlines()) <= 1
    tokens_ = MarkdownIt("commonmark").parse(f"- {shown} (x)")
    kinds = [token.type for token in tokens_]
    assert kinds == ["bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close",
                     "list_item_close", "bullet_list_close"]  # fmt: skip
    read = tokens_[3].children or []
    assert {token.type for token in read} <= {"text", "code_inline"}
    marks = [token.markup if token.type == "code_inline" else "" for token in read]
    said = "".join(mark + token.content + mark for mark, token in zip(marks, read, strict=True))
    assert said.replace(" ", "") == (make_printable(text) + "(x)").replace(" ", "")


@for_each("text", [
        "Call `get_job_id(x)` and `a * b` (never both).", "snake_case_name stays", "f(x) and g(y)", "R&D owns it",
        "use ``a ` b`` here", "it is done!", "{braces} stay", "a #tag", "x > y is false".replace(">", "over"),
    ],)  # fmt: skip
def test_what_is_no_markup_is_not_escaped(text: str) -> None:
    """Code in backticks, brackets and names with underscores are shown as they were written."""
    assert escape_markdown(text) == text
