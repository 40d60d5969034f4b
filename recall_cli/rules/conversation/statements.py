"""The statements of a conversation: each sentence or line that somebody said, numbered, with its place.

Code, tables, logs and headings are no statements. The head of a list goes into its items.
"""

import re

from recall_cli.domain.record import Record
from recall_cli.domain.turn import SHELL, SPOKEN, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Statement(Record):
    """One sentence or line of a turn."""

    number: int
    """Its number in the conversation, from 1."""
    turn: int
    """The place of its turn."""
    speaker: str
    kind: str
    text: str
    """Its words, without the marks of lists and bold type."""
    head: str = ""
    """The head of the list that it stands in, if the list has a short one."""
    is_item: bool = False
    line: int = 0
    """The line of the turn."""


_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"#{1,6} +(.*)|\*\*([^*]+)\*\*:?\s*$")
_ITEM = re.compile(r"(?:[-*•+]|\d{1,3}[.)]|\([a-z0-9]\))\s+(?:\[[ xX]\]\s+)?")
_RULE = re.compile(r"[-=_*~─━\s]{3,}$")
_SENTENCE_END = re.compile(r"(?<=[.!?…][\"')\]`*])\s+(?=\S)|(?<=[.!?…])\s+(?=\S)|(?<=[。！？])(?=\S)")
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|z\.B|p\.ej|etc|[A-Z])|(?:^|\s)\d{1,2})\.[\"')\]`*]?$", re.IGNORECASE
)
_MACHINE = re.compile(
    r"\s*(?:[$>|+]\s|[{}\[\]<]|at \S+ ?\(|\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|diff --git|@@ |[-+]{3} |"
    r"(?:Traceback|File \"|\w*(?:Error|Exception|WARN|INFO|DEBUG|FATAL)\b[:\]]))|.*\S {3,}\S.*\S {3,}\S"
)
MIN_LETTER_SHARE = 0.62
MAX_HEAD_WORDS = 12
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")


def split_turns(turns: "Sequence[Turn]") -> "list[Statement]":
    """The statements of all turns that hold somebody's words."""
    statements: list[Statement] = []
    for place, turn in enumerate(turns):
        if turn.speaker in SPOKEN and turn.kind != SHELL:
            for text, head, is_item, line in _split_text(turn.text):
                statements.append(
                    Statement(
                        number=len(statements) + 1,
                        turn=place,
                        speaker=turn.speaker,
                        kind=turn.kind,
                        text=text,
                        head=head,
                        is_item=is_item,
                        line=line,
                    )
                )
    return statements


def _split_text(text: str) -> "Iterator[tuple[str, str, bool, int]]":
    """Each sentence of a text, the head of its list, whether it is an item of one, and its line."""
    head, head_used = "", True
    in_fence = False
    for number, line in enumerate(_joined_lines(text)):
        if _FENCE.match(line):
            in_fence = not in_fence
            continue
        bare = line.strip()
        if in_fence or not bare or _RULE.match(bare):
            head = "" if bare and not in_fence else head
            continue
        if is_machine_text(bare):
            continue
        heading = _HEADING.match(bare)
        if heading:
            head = ""
            continue
        item = _ITEM.match(bare)
        plain = _plain(bare[item.end() :] if item else bare)
        if not item and plain.endswith((":", "：")):
            last = split_sentences(plain)[-1]
            head = last if len(last.split()) <= MAX_HEAD_WORDS and len(last) <= 100 else ""
            head_used = False
        elif not item:
            head = "" if head_used else head
        else:
            head_used = True
        for sentence in split_sentences(plain):
            yield sentence, head if item else "", bool(item), number


def _joined_lines(text: str) -> "Iterator[str]":
    """The lines of a text; a line that was broken in mid-sentence is joined with the next one."""
    before = ""
    for line in text.splitlines():
        if (
            before
            and len(before) > 50
            and before[-1:] not in ".!?:;。！？`|"
            and line[:1].islower()
            and line[:1] != " "
        ):
            before += f" {line}"
            continue
        if before:
            yield before
        before = line.rstrip()
        if not before:
            yield ""
    if before:
        yield before


def _plain(line: str) -> str:
    """A line without the marks of bold type."""
    return _BOLD.sub(r"\1", line).strip() if "*" in line or "_" in line else line


def split_sentences(line: str) -> "list[str]":
    """The sentences of a line."""
    sentences: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(line):
        if not _NO_END.search(line[start : end.start()]):
            sentences.append(line[start : end.start()].strip())
            start = end.end()
    sentences.append(line[start:].strip())
    return [sentence for sentence in sentences if sentence]


def is_machine_text(line: str) -> bool:
    """Whether a line looks like code, a log, a table or the output of a command."""
    if _MACHINE.match(line):
        return True
    if len(line) < 20:
        return False
    letters = sum(letter.isalpha() or letter == " " for letter in line)
    return letters < MIN_LETTER_SHARE * len(line)
