"""A conversation as a model reads it: numbered passages, each with its speaker, and short enough for one question.

What tools printed, code, tables and the announcement of the next step are left out. If it is still too long, the
middle is cut first, and of the middle what the agent said.
"""

from recall_cli.domain.record import Record
from recall_cli.domain.turn import (
    AGENT,
    ANSWER,
    CALL,
    ERROR,
    NOTE,
    PLAN,
    QUESTION,
    REFUSAL,
    REPORT,
    SUBAGENT,
    TOOL,
    USER,
    Turn,
)
from recall_cli.rules.conversation.statements import split_sentences, split_turns
from recall_cli.rules.intake.extraction import split_speakers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from recall_cli.rules.conversation.statements import Statement

MAX_LETTERS, MAX_USER_LETTERS = 15_000, 10_000
"""The letters of all passages, and how many of them the user's own words may take first."""
MAX_PASSAGE_LETTERS, MAX_ERROR_LETTERS, MAX_ANNOUNCEMENT_LETTERS = 500, 160, 90
LINE_LETTERS = 6
"""The letters of a passage's number and its share of the speaker's name."""
TEXT = "text"
"""The speaker of a text that somebody stores."""
_LABELS = {
    AGENT: "agent",
    ANSWER: "user answers",
    CALL: "tools",
    ERROR: "error of a tool",
    PLAN: "agent's plan",
    QUESTION: "agent asks",
    REFUSAL: "user refuses a tool call",
    REPORT: "subagent reports",
}


class Passage(Record):
    """A sentence or line of a conversation, on one line."""

    number: int
    speaker: str
    text: str
    kind: str = ""
    turn: str = ""
    """The client's id of its turn."""
    at: "int | None" = None


def condense(turns: "Sequence[Turn]") -> "tuple[Passage, ...]":
    """The passages of a conversation that a model should read."""
    by_turn: dict[int, list[Statement]] = {}
    for statement in split_turns(turns):
        by_turn.setdefault(statement.turn, []).append(statement)
    passages: list[Passage] = []
    calls: list[str] = []
    for place, turn in enumerate(turns):
        if turn.kind == CALL:
            calls.append(turn.text.split(" ")[0])
        announces = not turn.kind and turn.speaker == AGENT and place + 1 < len(turns) and turns[place + 1].kind == CALL
        texts = [] if turn.kind == CALL else [*_texts_of_turn(turn, by_turn.get(place, []), announces=announces)]
        if calls and (texts or place + 1 == len(turns)):
            passages.append(Passage(number=0, speaker=TOOL, text=_count_names(calls), kind=CALL))
            calls = []
        for text in texts:
            passages.append(
                Passage(number=0, speaker=turn.speaker, text=text, kind=turn.kind, turn=turn.id, at=turn.at)
            )
    if sum(len(one.text) + LINE_LETTERS for one in passages) > MAX_LETTERS:
        passages = [one for one in passages if one.kind != CALL]
    return _cut_middle([one.but(number=number) for number, one in enumerate(passages, 1)])


def passages_of_text(text: str) -> "tuple[Passage, ...]":
    """The sentences and lines of a text that somebody stores; those of a pasted conversation keep their speakers."""
    said = (
        (TEXT if turn.speaker == USER else turn.speaker, sentence)
        for turn in split_speakers(text)
        for line in turn.text.splitlines()
        for sentence in split_sentences(line.strip())
    )
    return tuple(Passage(number=number, speaker=one[0], text=one[1]) for number, one in enumerate(said, 1))


def _texts_of_turn(turn: Turn, statements: "list[Statement]", *, announces: bool) -> "Iterator[str]":
    """What a model should read of a turn, one line each."""
    if turn.speaker in (TOOL, NOTE):
        yield " ".join(turn.text[:MAX_ERROR_LETTERS].split())
    elif turn.speaker != SUBAGENT or turn.kind == REPORT:
        for statement in statements:
            if not (announces and statement is statements[-1] and _is_announcement(statement.text)):
                text = statement.text  # the head of a list is a statement of its own
                yield text if len(text) <= MAX_PASSAGE_LETTERS else text[:MAX_PASSAGE_LETTERS] + "…"


def _is_announcement(text: str) -> bool:
    """Whether the last sentence before a tool's call only says what the agent does next."""
    return text.endswith((":", "：")) or len(text) <= MAX_ANNOUNCEMENT_LETTERS


def _count_names(names: "list[str]") -> str:
    """Each name once, with how often it comes."""
    return ", ".join(
        name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)
    )


def _cut_middle(passages: "list[Passage]") -> "tuple[Passage, ...]":
    """The passages within the limit: the user's first, then those that are far from the middle."""
    middle = len(passages) / 2
    kept: set[int] = set()
    letters = 0
    order = (USER, AGENT, SUBAGENT, TOOL, NOTE)
    full = ""
    for passage in sorted(passages, key=lambda one: (order.index(one.speaker), -abs(one.number - middle))):
        size = len(passage.text) + LINE_LETTERS
        if letters + size > (MAX_USER_LETTERS if passage.speaker == USER else MAX_LETTERS):
            full = passage.speaker
        if passage.speaker != full:
            letters += size
            kept.add(passage.number)
    return tuple(passage for passage in passages if passage.number in kept)


def render_passages(passages: "Iterable[Passage]") -> str:
    """The passages as lines: the speaker above, the number before; each part after a gap names its speaker again."""
    lines: list[str] = []
    label, expected = "", 1
    for passage in passages:
        if passage.number != expected:
            lines.append(f"[… {passage.number - expected} left out]")
            label = ""
        name = _LABELS.get(passage.kind) or _LABELS.get(passage.speaker, passage.speaker)
        if name != label:
            lines.append(f"[{name}]")
        lines.append(f"{passage.number} {passage.text}")
        label, expected = name, passage.number + 1
    return "\n".join(lines)


def passage_marks(passages: "Iterable[Passage]") -> "list[list[Any]]":
    """What is to be kept beside the texts of passages, so that a later reader knows who said them."""
    return [[one.number, one.speaker, one.kind, one.turn, one.at] for one in passages]


def restore_passages(text: str, marks: "Sequence[Sequence[Any]]") -> "tuple[Passage, ...]":
    """The passages of a text with one on each line; nobody's words if marks and lines do not fit."""
    lines = text.split("\n")
    if len(lines) != len(marks):
        return tuple(Passage(number=number, speaker=NOTE, text=line) for number, line in enumerate(lines, 1))
    return tuple(
        Passage(number=mark[0], speaker=mark[1], text=line, kind=mark[2], turn=mark[3], at=mark[4])
        for line, mark in zip(lines, marks, strict=True)
    )
