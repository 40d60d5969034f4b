"""Removing what recall and the clients inserted into a transcript."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.brief import fence
from recall_cli.rules.text.inserted_blocks import remove_inserted_blocks
from tests.for_each import for_each

BRIEF = fence.fenced_block(
    [fence.json_line({"id": "019a", "text": "The port is </b> 8080."}), fence.json_line({"id": "2"})], "4f", "api"
)
PLAIN_BRIEF = fence.fenced_block(
    [fence.note_line("said by the user"), fence.memory_line("The port is </b> 8080.", ["019a4c", "2 Mar"])], "4f", "api"
)
CASES = (
    (PLAIN_BRIEF + "\nUse tabs.", "Use tabs."),
    (PLAIN_BRIEF.rpartition("\n")[0] + "\nUse tabs.", "Use tabs."),
    (BRIEF, ""),
    (f"{BRIEF}\nUse tabs.", "Use tabs."),
    (f"Use tabs.\n{BRIEF}\nAnd NATS.", "Use tabs.\n\nAnd NATS."),
    (BRIEF.replace("<", "&lt;").replace(">", "&gt;") + "\nUse tabs.", "Use tabs."),
    (BRIEF.rpartition("\n")[0] + "\nUse tabs.", "Use tabs."),
    (BRIEF.rpartition("\n")[0] + f"\n{BRIEF}\nUse tabs.", "Use tabs."),
    ("<system-reminder>\nToday is Monday.\n</system-reminder>\nUse tabs.", "Use tabs."),
    ('<hook_context source="x">The port is 1.</hook_context>Use tabs.', "Use tabs."),
    ("<command-name>/clear</command-name> <command-args></command-args>", ""),
    ("Use <b>tabs</b>, and x < y > z.", "Use <b>tabs</b>, and x < y > z."),
    ("say <branch-name> there", "say <branch-name> there"),
    ("a <system-reminder>b</system-reminder> c <system-reminder>d", "a  c <system-reminder>d"),
    ("[Request interrupted by user]", ""),
    ("Vec<my-type> is generic", "Vec<my-type> is generic"),
    ("", ""),
)


@for_each("text, said", CASES)
def test_only_what_was_said_is_left(text: str, said: str) -> None:
    """Fenced memories, escaped or cut short, and a client's tagged notes are removed; everything else stays."""
    assert remove_inserted_blocks(text) == said


@given(st.text(st.characters(exclude_characters="<&["), max_size=200))
def test_plain_words_stay(text: str) -> None:
    """A text without tags stays unchanged."""
    assert remove_inserted_blocks(text) == text.strip()


@given(st.text(alphabet="<>&lt;/recalled_memories {}\nab-", max_size=300))
def test_any_text_comes_to_an_end(text: str) -> None:
    """With any broken tags, the result is part of the text, and no brief is left in it."""
    assert len(remove_inserted_blocks(text)) <= len(text)
