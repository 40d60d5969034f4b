"""Questions: whether a new memory made an older one outdated, which a reader decides."""

from recall_cli.domain.json_text import dumps
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory

REPLACED, BOTH, BOTH_WHEN = "replaced", "both", "both-when"
"""The answers: the older memory is over; both hold; each holds in its own situation."""
ANSWERS = (REPLACED, BOTH, BOTH_WHEN)
MAX_QUESTIONS_FOR_MEMORY = 2
"""A new memory asks about so many older ones at most."""
MAX_LISTED_QUESTIONS = 200


class Question(Record):
    """Did a newer memory replace an older one? Both by their row numbers."""

    n: int
    newer: int
    older: int
    reason: str
    asked_at: int


class Answer(Record):
    """An answer to a question; an agent only proposes one about the user's own word."""

    answer: str
    is_proposal: bool
    agent: "str | None"
    at: int


class AnswerPeriod(Record):
    """An answer or a proposal to a question: since when it stands, and until when if it was undone."""

    question: int
    answer: str
    is_proposal: bool
    agent: "str | None"
    began: int
    undone: "int | None"


class Questions(Table):
    """The tables of questions and answers within one transaction."""

    def ask(self, op: int, newer: int, older: "Iterable[tuple[int, str]]") -> "dict[int, int]":
        """Ask about older memories, each with the reason, as part of an operation.

        Returns the number of the question for each of them that was not asked about before.
        """
        asked: dict[int, int] = {}
        for number, reason in older:
            if len(asked) == MAX_QUESTIONS_FOR_MEMORY:
                break
            rows = self._tx.run("questions", "ask", newer_n=newer, older_n=number, reason=reason, asked_at=None, op=op)
            if rows:
                asked[number] = int(rows[0][0])
                self._tx.any_question = True
        return asked

    def pass_on(self, op: int, ended: int, by: int) -> None:
        """Ask the open questions of a memory that ends again, of the one that takes its place."""
        for question in self.open_questions([ended]):
            if question.newer == ended and question.older != by:
                self.ask(op, by, [(question.older, question.reason)])

    def open_questions(
        self, numbers: "Iterable[int] | None" = None, limit: int = MAX_LISTED_QUESTIONS
    ) -> "list[Question]":
        """The open questions, the newest first; with row numbers, those about one of these memories."""
        if not self._is_any():
            return []
        listed = None if numbers is None else dumps(list(numbers))
        return [
            Question(n=row[0], newer=row[1], older=row[2], reason=row[3], asked_at=row[4])
            for row in self._tx.run("questions", "open", numbers=listed, limit=limit)
        ]

    def _is_any(self) -> bool:
        """Whether there is any question at all, open or not."""
        if self._tx.any_question is None:
            self._tx.any_question = bool(self._tx.run("questions", "any"))
        return self._tx.any_question

    def by_number(self, number: int) -> "Question | None":
        """A question that was asked, open or not."""
        rows = self._tx.run("questions", "by_number", n=number)
        return None if not rows else Question(**dict(zip(Question._fields, rows[0], strict=True)))

    def add_answer(self, op: int, number: int, answer: str, *, agent: "str | None", is_proposal: bool) -> None:
        """Record an answer or a proposal, as part of an operation."""
        self._tx.run(
            "questions", "answer", question=number, choice=answer, is_proposal=int(is_proposal), agent=agent, op=op
        )

    def answers(self, number: int) -> "list[Answer]":
        """The answers and proposals that stand, the newest first."""
        return [
            Answer(answer=row[0], is_proposal=bool(row[1]), agent=row[2], at=row[3])
            for row in self._tx.run("questions", "answers", question=number)
        ]

    def periods(self) -> "list[tuple[Question, int | None]]":
        """Every question, also those that are over, the oldest first, each with the time at which it was undone."""
        if not self._is_any():
            return []
        return [
            (Question(**dict(zip(Question._fields, row[:5], strict=True))), row[5])
            for row in self._tx.run("questions", "periods")
        ]

    def answer_periods(self) -> "list[AnswerPeriod]":
        """Every answer and proposal, also those that were undone, the oldest first."""
        rows = self._tx.run("questions", "answer_periods")
        return [AnswerPeriod(**dict(zip(AnswerPeriod._fields, row, strict=True))) for row in rows]

    def of_memories(self, numbers: "list[int]") -> "dict[int, list[tuple[str, str, int, str | None]]]":
        """What was asked when each of these memories was stored: the older one's id, reason, time, and the answer."""
        asked: dict[int, list[tuple[str, str, int, str | None]]] = {}
        for newer, older, reason, at, answer in self._tx.run("questions", "of_memories", numbers=dumps(numbers)):
            asked.setdefault(newer, []).append((older, reason, at, answer))
        return asked

    def restore(self, op: int, newer: str, older: str, reason: str, asked_at: int, answer: "str | None") -> None:
        """Ask what another store asked, with its answer, if both memories are here."""
        for (number,) in self._tx.run(
            "questions", "restore", newer=newer, older=older, reason=reason, asked_at=asked_at, op=op
        ):
            if answer is not None:
                self.add_answer(op, number, answer, agent=None, is_proposal=False)

    def ended_before_asking(self) -> "list[Memory]":
        """What another memory took the place of in the time when recall ended memories by likeness."""
        from recall_cli.engines.tables.memories import memories_from_rows

        return memories_from_rows(self._tx, self._tx.run("questions", "ended_before_asking"))
