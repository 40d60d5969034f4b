"""The statements of a conversation, and the few that are kept."""

import re

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.turn import AGENT, ANSWER, CALL, REFUSAL, TOOL, TYPED, USER, Turn
from recall_cli.rules.conversation.choose import (
    MAX_LINES,
    choose_statements,
    is_unclear,
    statement_text,
    statement_type,
)
from recall_cli.rules.conversation.signs import Signs
from recall_cli.rules.conversation.statements import is_machine_text, split_sentences, split_turns
from tests.for_each import for_each


def said(speaker: str, text: str, kind: str = "") -> Turn:
    """A turn."""
    return Turn(speaker=speaker, text=text, kind=kind or (TYPED if speaker == USER else ""))


def texts_of(text: str, speaker: str = AGENT) -> list[str]:
    """The statements of one turn, as they would be stored."""
    return [statement_text(statement) for statement in split_turns([said(speaker, text)])]


SPLIT = (
    ("The port is 8080. Use it.", ["The port is 8080.", "Use it."]),
    ("Use e.g. tabs. Not spaces.", ["Use e.g. tabs.", "Not spaces."]),
    ("Version 3.11 is needed! Why?", ["Version 3.11 is needed!", "Why?"]),
    ("这样可以。不要提交。", ["这样可以。", "不要提交。"]),
    ("ポートは8080です。変えないで。", ["ポートは8080です。", "変えないで。"]),
    ("It ends with `a.b`. Then it stops.", ["It ends with `a.b`.", "Then it stops."]),
    ("no end", ["no end"]),
)


@for_each("line, sentences", SPLIT)
def test_a_line_is_cut_at_the_ends_of_its_sentences(line: str, sentences: list[str]) -> None:
    """Not after an abbreviation or inside a number; in Chinese and Japanese without a space."""
    assert split_sentences(line) == sentences


def test_the_head_of_a_list_goes_into_its_items() -> None:
    """So that each item can be understood alone."""
    assert texts_of("The cache fails when:\n- the disk is full\n- the clock goes back\n\nThat is all.") == [
        "The cache fails when:",
        "The cache fails when: the disk is full",
        "The cache fails when: the clock goes back",
        "That is all.",
    ]
    long = "Add a field to the settings page where I can enter the key and the secret of the exchange. Three cases:"
    assert texts_of(f"{long}\n- new keys are added")[2:] == ["Three cases: new keys are added"]


@for_each(
    "line",
    [
        "2026-02-01T10:00:00Z INFO started the server",
        "| a | b |",
        "+++ b/main.py",
        "@@ -1,3 +1,4 @@",
        'File "/app/main.py", line 3, in run',
        "    at Object.run (/app/main.js:3:1)",
        "ValueError: bad port",
        '{"port": 8080, "host": "a"}',
        "[10:00:00] starting",
        "drwxr-xr-x   2 ada   staff    64 Feb  1 10:00 src",
        "$ make lint",
    ],
)
def test_what_a_machine_wrote_is_no_statement(line: str) -> None:
    """Logs, tables, code and listings that somebody pasted leave nothing."""
    assert is_machine_text(line.strip())
    assert texts_of(line, USER) == []


def test_code_and_headings_are_no_statements() -> None:
    """Only what stands outside of fences, and no titles."""
    assert texts_of("# Plan\n\n```python\nport = 8080\n```\n\n**Result**\n\nThe port is free.") == ["The port is free."]


SESSION = [
    said(USER, "the nightly export stops at midnight, can you look?"),
    said(AGENT, "Let me look at the job."),
    said(TOOL, "Bash cat rotate.sh", "call"),
    said(
        AGENT, "The cause is that `rotate.sh` closes every open file, so `export.py` loses its log and doesn't go on."
    ),
    said(USER, "don't touch rotate.sh, it's shared with the other team. we should reopen the log in export.py instead"),
    said(AGENT, "Done. All tests pass."),
    said(USER, "push it and open a draft PR please"),
]


def test_causes_and_rules_are_kept_and_routine_is_not() -> None:
    """The cause and the user's decision stay; narration, progress and requests do not."""
    kept = [statement.text for statement in choose_statements(SESSION, split_turns(SESSION))]
    assert any("rotate.sh` closes every open file" in text for text in kept)
    assert any("reopen the log in export.py" in text or "shared with the other team" in text for text in kept)
    assert not any(text.startswith(("Let me", "Done", "All tests", "push it", "the nightly")) for text in kept)


def test_no_session_leaves_more_than_its_limit() -> None:
    """At most three lines, and none that says what another one says."""
    turns = [
        said(USER, f"We must never restart `{name}-db` during the day because {name} users lose work.")
        for name in "abcdefgh"
    ]
    assert len(choose_statements(turns, split_turns(turns))) <= MAX_LINES
    assert len(choose_statements(turns[:1] * 5, split_turns(turns[:1] * 5))) == 1
    assert choose_statements(turns, split_turns(turns), 0) == []


@for_each(
    "later",
    [
        "We moved the lock from Redis to Postgres.",
        "The lock is no longer in Redis.",
        "Not Redis but Postgres has the lock.",
    ],
)
def test_later_words_win(later: str) -> None:
    """What is ended later is not kept; but nothing said before ends it, and no agent ends the word of the user."""
    claim = "We must keep `lock` in Redis because two workers write at once."

    def is_kept(*turns: Turn) -> bool:
        return claim in [statement.text for statement in choose_statements(turns, split_turns(turns))]

    for speaker in (USER, AGENT):
        assert not is_kept(said(speaker, claim), said(AGENT, "Done."), said(speaker, later))
        assert is_kept(said(speaker, claim), said(AGENT, "Done."), said(speaker, "We moved the docs to GitLab."))
        assert is_kept(said(speaker, later), said(AGENT, "Done."), said(speaker, claim))
    assert is_kept(said(USER, claim), said(AGENT, later))


WORD = re.compile(r"\w+")
PIECES = st.sampled_from(
    ["We use", "`a_b()`", "**never**", "because", "8080", "port:", "- item", "\n", "\n\n", ". ", "! ", "。", "e.g.", "1. ",
     "The head:", "# Title", "```", "| a | b |", "instead of", "https://a.b/c", "don't", "  ", "ß", "端口", "[ ] ", "__x__"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map(" ".join))
def test_no_word_is_invented(text: str) -> None:
    """Each word of a line stands in its turn, in the same order."""
    for line in texts_of(text):
        words = iter(WORD.findall(text.lower()))
        assert all(word in words for word in WORD.findall(line.lower())), line


TYPES = (
    ([said(AGENT, "One file or two?"), said(USER, "one file, the other is for tests", ANSWER)], "decision"),
    ([said(AGENT, "I add a crate."), said(USER, "No new crates, we build offline", REFUSAL)], "preference"),
    ([said(AGENT, "I add a crate."), said(USER, "we build offline, without crates", REFUSAL)], "preference"),
    ([said(USER, "the port is 80"), said(AGENT, "You're right, it is 80.")], "correction"),
    ([said(USER, "which port?"), said(TOOL, "grep", CALL), said(AGENT, "The port is 80.")], "finding"),
)


@for_each("turns, type_", TYPES)
def test_the_type_follows_from_who_says_it_and_how(turns: list[Turn], type_: str) -> None:
    """An answer decides and a refusal is a wish, however they begin; what follows tools was found out."""
    statements = split_turns(turns)
    one = statements[0] if type_ == "correction" else statements[-1]
    assert statement_type(one, Signs(turns, statements).read(one)) == type_


UNCLEAR = [
    "No worries, go on.",
    "We decided that on Monday.",
    "Never do that again.",
    "It works now, thank you so much.",
    "Let us do the second one then.",
    "You can ignore what I said before.",
]


@for_each("text", UNCLEAR)
def test_a_short_session_leaves_nothing_that_is_not_understood_alone(text: str) -> None:
    """Two or three turns have nothing better to choose, so all of it would be kept."""
    turns = [said(USER, text, TYPED), said(AGENT, "Sure. What would you like to do next?")]
    assert choose_statements(turns, split_turns(turns)) == []


@for_each(
    "text",
    [
        "We use tabs in Go.",
        "Always use pnpm here.",
        "Never commit to main.",
        "The mail service listens on port 2525.",
        "我们在后端使用制表符缩进代码。",
    ],
)
def test_a_short_session_leaves_what_is_clear(text: str) -> None:
    """A rule or a fact with its names is kept, in any script."""
    assert not is_unclear(text)


def test_a_sentence_that_names_enough_may_point_back() -> None:
    """The pointing word changes nothing if four things are named."""
    assert not is_unclear("The billing queue uses NATS because replay of it was slow.")
    assert is_unclear("Replay of it was slow.")
