"""Pairs in a brief: of an open question the newer memory, and directly below it the older one, with a mark."""

from recall_cli.domain.memory import PERHAPS_REPLACED, Memory
from recall_cli.domain.record import Record
from recall_cli.rules.beliefs.visibility import is_believed
from recall_cli.rules.brief.choice import MAX_PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.tables.questions import Question
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.brief_lines import BriefLine
    from recall_cli.flows.brief.line_choice import LineChooser

USER_MARK = "an agent says otherwise"
"""The mark on the user's own word, which keeps its place whatever an agent stored later."""


class PairedLines(Record):
    """The lines of a brief, the older memories attached to the newer ones, and the marks of the user's words."""

    lines: "list[BriefLine]"
    marks: "dict[int, str]"
    """By the row number of a memory of the user's that an agent's newer note perhaps replaces."""


def pair_lines(tx: "Transaction", chooser: "LineChooser") -> PairedLines:
    """The chosen lines, with both sides of the open questions that they belong to.

    Of the questions about the user's words, the other side is shown as far as there is room for pairs.
    """
    if not tx.any_question:
        return PairedLines(lines=chooser.chosen, marks={})
    lines = {line.memories[0].n: line for line in chooser.chosen if len(line.memories) == 1}
    questions = tx.questions.open_questions(lines)
    for question in questions:
        if len(chooser.questions) < chooser.max_pairs:
            chooser.questions[question.n] = question
    shown = [question for question in questions if question.n in chooser.questions]
    pairing = _Pairing(chooser, lines)
    pairing.add_missing(tx, shown)
    for question in questions:
        pairing.pair(question, is_shown=question in shown, with_command=question in shown[:MAX_PAIRS])
    return pairing.result()


class _Pairing:
    """The lines by the row numbers of their memories while they are paired."""

    def __init__(self, chooser: "LineChooser", lines: "dict[int, BriefLine]") -> None:
        self._chooser, self._lines = chooser, lines
        self._added: list[BriefLine] = []
        self._marks: dict[int, str] = {}
        self._newer_of: dict[int, int] = {}
        """The newer memory directly above an older one."""

    def add_missing(self, tx: "Transaction", questions: "list[Question]") -> None:
        """Make the lines of the other sides that were not chosen; a contest has a line or a mark of its own."""
        missing = {n for question in questions for n in (question.newer, question.older)} - self._lines.keys()
        for memory in tx.memories.by_number(sorted(missing)) if missing else ():
            if not is_believed(memory, tx.now, frozenset()) or (memory.contested and memory.trust != "user"):
                continue
            self._lines[memory.n] = self._chooser.line_of(memory)
            self._added.append(self._lines[memory.n])

    def pair(self, question: "Question", *, is_shown: bool, with_command: bool) -> None:
        """Put the older memory below the newer one; the user's own word stays and gets a mark instead."""
        newer, older = self._lines.get(question.newer), self._lines.get(question.older)
        if older is None or question.older in self._newer_of:
            return
        command = f": recall conflicts {question.n}" if with_command else ""
        if older.is_of_user and (not newer.is_of_user if newer is not None else not is_shown):
            self._marks[question.older] = USER_MARK + command
        elif newer is not None:
            self._newer_of[question.older] = question.newer
            self._marks[question.older] = PERHAPS_REPLACED + command

    def result(self) -> PairedLines:
        """The lines in the order in which they were chosen; what was added for a pair comes last."""
        below: dict[int, list[BriefLine]] = {}
        for number in sorted(self._newer_of, reverse=True):
            older = self._lines[number]
            below.setdefault(self._topmost(number), []).append(older.but(marks=(*older.marks, self._marks[number])))
        lines = []
        for line in [*self._chooser.chosen, *self._added]:
            number = line.memories[0].n
            if len(line.memories) != 1:
                lines.append(line)
            elif number not in self._newer_of:
                lines.append(line.but(older=tuple(below[number])) if number in below else line)
        return PairedLines(lines=lines, marks=self._marks)

    def _topmost(self, number: int) -> int:
        seen = {number}
        while (above := self._newer_of.get(number)) is not None and above not in seen:
            number = above
            seen.add(number)
        return number


def memories_of(line: "BriefLine") -> "tuple[Memory, ...]":
    """The memories of a line and of the older ones below it."""
    return (*line.memories, *(memory for older in line.older for memory in older.memories))
