"""A conversation as a model reads it: who said what, numbered, short, and the same when it is read later."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.turn import (
    AGENT,
    CALL,
    ERROR,
    NOTE,
    PLAN,
    QUEUED,
    REFUSAL,
    REPORT,
    SHELL,
    SUBAGENT,
    TOOL,
    TYPED,
    USER,
    Turn,
)
from recall_cli.rules.conversation.condense import (
    LINE_LETTERS,
    MAX_LETTERS,
    MAX_USER_LETTERS,
    TEXT,
    condense,
    passage_marks,
    passages_of_text,
    render_passages,
    restore_passages,
)


def turn(speaker: str, text: str, kind: str = "", turn_id: str = "") -> Turn:
    return Turn(speaker=speaker, text=text, kind=kind or (TYPED if speaker == USER else ""), id=turn_id, at=5)


CONVERSATION = [
    turn(USER, "Why does the build fail? It worked on Monday.", turn_id="u1"),
    turn(AGENT, "Let me look at the log:"),
    turn(TOOL, "Bash make build", CALL),
    turn(TOOL, "Read build.log", CALL),
    turn(TOOL, "Bash make -n", CALL),
    turn(TOOL, "make: *** No rule\nto make target 'all'." + " and so on" * 50, ERROR),
    turn(
        AGENT,
        "The Makefile includes version.mk, which only the release job writes, so a fresh clone cannot build.\n\n"
        "```\ninclude version.mk\n```\nNow I'll fix it.",
    ),
    turn(TOOL, "Edit Makefile", CALL),
    turn(NOTE, "the user refused this tool call"),
    turn(USER, "no, write version.mk in make setup instead", REFUSAL, "u2"),
    turn(USER, "git status", SHELL),
    turn(SUBAGENT, "I am looking around."),
    turn(SUBAGENT, "Nothing else includes it.", REPORT),
    turn(USER, "and document it", QUEUED),
]
LINES = f"""\
[user]
1 Why does the build fail?
2 It worked on Monday.
[tools]
3 Bash ×2, Read
[error of a tool]
4 {("make: *** No rule to make target 'all'." + " and so on" * 50)[:160].strip()}
[agent]
5 The Makefile includes version.mk, which only the release job writes, so a fresh clone cannot build.
[tools]
6 Edit
[note]
7 the user refused this tool call
[user refuses a tool call]
8 no, write version.mk in make setup instead
[subagent reports]
9 Nothing else includes it.
[user]
10 and document it"""


def test_what_a_model_reads() -> None:
    """Speakers, tools by name, errors; no announcement, no output, no code, no shell, no work of a subagent."""
    passages = condense(CONVERSATION)
    assert render_passages(passages) == LINES
    assert [one.turn for one in passages if one.speaker == USER] == ["u1", "u1", "u2", ""]


def test_a_plan_and_the_last_calls() -> None:
    """A plan in the user's name is the agent's; the calls at the end are there too."""
    turns = [turn(AGENT, "Rename the flag first.", PLAN), turn(TOOL, "Edit a.py", CALL)]
    assert render_passages(condense(turns)) == "[agent's plan]\n1 Rename the flag first.\n[tools]\n2 Edit"


def test_the_middle_is_cut_first() -> None:
    """Of a long session, what the user said stays, and every part after a gap names its speaker again."""
    long = "The worker renews the lease while the program runs, because another one would take the job over then. "
    turns = [turn(AGENT, long * 3 + f"That was {number}.") for number in range(100)]
    turns.insert(50, turn(USER, "Never skip the lint step."))
    passages = condense(turns)
    assert sum(len(one.text) + LINE_LETTERS for one in passages) <= MAX_LETTERS
    text = render_passages(passages)
    assert text.startswith("[agent]\n1 The worker")
    assert "left out]\n[user]\n201 Never skip the lint step.\n[… " in text
    assert text.endswith("\n401 That was 99.")
    assert text.count("left out]\n[agent]") == 1


def test_the_user_does_not_take_everything() -> None:
    """A pasted page leaves room for the agent's words."""
    turns = [turn(USER, "This is a sentence of a long page that somebody pasted. " * 400), turn(AGENT, "It is a page.")]
    passages = condense(turns)
    assert sum(len(one.text) for one in passages if one.speaker == USER) <= MAX_USER_LETTERS
    assert passages[-1].text == "It is a page."


def test_a_conversation_that_waits_keeps_its_speakers() -> None:
    """Written down as a text with marks, it is the same afterwards; if lines were lost, they are nobody's."""
    passages = condense(CONVERSATION)
    text, marks = "\n".join(one.text for one in passages), passage_marks(passages)
    assert restore_passages(text, marks) == passages
    assert {one.speaker for one in restore_passages(text + "\nmore", marks)} == {NOTE}


def test_a_pasted_conversation_keeps_its_speakers() -> None:
    """What stands behind "Assistant:" is not the word of whoever stores the text."""
    passages = passages_of_text("User: Which port is it?\nAssistant: It is 8080. I looked.\nHuman: thanks")
    said = [(TEXT, "Which port is it?"), (AGENT, "It is 8080."), (AGENT, "I looked."), (TEXT, "thanks")]
    assert [(one.speaker, one.text) for one in passages] == said


@given(st.text(st.characters(exclude_characters=":")))
def test_no_word_of_a_text_is_lost_or_added(text: str) -> None:
    """The sentences of a text that somebody stores have its letters, in their order."""
    said = "".join("".join(one.text.split()) for one in passages_of_text(text))
    assert said == "".join(text.split())


@given(st.lists(st.tuples(st.sampled_from([USER, AGENT]), st.text(max_size=300)), max_size=12))
def test_no_word_is_invented(said: list[tuple[str, str]]) -> None:
    """The letters of each passage stand in its turn, and its speaker said them."""
    turns = [turn(speaker, text) for speaker, text in said]
    for passage in condense(turns):
        texts = ["".join(text.split()) for speaker, text in said if speaker == passage.speaker]
        words = passage.text.removesuffix("…").split()
        assert all(any(word.strip("*_:") in text for text in texts) for word in words)
