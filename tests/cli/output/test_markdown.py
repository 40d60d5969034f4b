"""Memories in Markdown pages stay text."""

from hypothesis import given
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from recall_cli.cli.output.formatting import make_printable
from recall_cli.cli.output.markdown import escape_markdown
from tests.for_each import for_each

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
