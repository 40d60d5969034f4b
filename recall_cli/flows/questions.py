"""Open questions: did a newer memory replace an older one? Whoever reads both answers, once."""

from recall_cli.domain.errors import NotFound, RecallError, UsageError
from recall_cli.domain.memory import TRUST_LEVELS, Memory
from recall_cli.domain.record import Record
from recall_cli.engines.tables.questions import BOTH, BOTH_WHEN, REPLACED, Answer, Question
from recall_cli.flows.write.end_belief import end_belief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_SITUATION_LETTERS = 80


class OpenQuestion(Record):
    """A question with both memories, as a reader sees it."""

    number: int
    newer: Memory
    older: Memory
    reason: str
    asked_at: int
    proposal: "Answer | None" = None
    """What an agent proposes, because the older memory is the user's word."""


class AnswerResult(Record):
    """What an answer did; with `is_proposal` only a note for the user."""

    question: OpenQuestion
    answer: str
    is_proposal: bool
    op: int


def list_open_questions(tx: "Transaction", filters: "Filters") -> "list[OpenQuestion]":
    """The open questions of some projects, the newest first."""
    names = None if filters.projects is None else {tx.projects.name(number) for number in filters.projects} | {None}
    questions = _with_memories(tx, tx.questions.open_questions())
    return [q for q in questions if names is None or q.newer.project in names or q.older.project in names]


def _with_memories(tx: "Transaction", questions: "list[Question]") -> "list[OpenQuestion]":
    """The questions with their memories; without those of which this view may not see both."""
    numbers = sorted({n for question in questions for n in (question.newer, question.older)})
    memories = {memory.n: memory for memory in tx.memories.by_number(numbers)} if numbers else {}
    return [
        OpenQuestion(
            number=question.n,
            newer=memories[question.newer],
            older=memories[question.older],
            reason=question.reason,
            asked_at=question.asked_at,
            proposal=next((answer for answer in tx.questions.answers(question.n) if answer.is_proposal), None),
        )
        for question in questions
        if question.newer in memories and question.older in memories
    ]


def answer_question(
    app: "App", number: int, answer: str, situation: str = "", *, note: str = "", judge: "str | None" = None
) -> AnswerResult:
    """Answer a question as the caller, or as a model that judges, which counts as an agent.

    An agent settles what agents stored, and only proposes about the user's word.
    """
    channel, agent = (app.channel, app.agent) if judge is None else ("agent", judge)
    with app.write_transaction() as tx:
        question = _find_open(tx, number)
        label = _check_situation(answer, situation)
        changed = (question.newer, question.older) if answer == BOTH_WHEN else (question.older,)
        is_proposal = not _may_settle(channel, tx, changed)
        op = tx.operations.add("resolve", trust=channel, agent=agent, note=note or None)
        if not is_proposal:
            _apply(app, tx, op, question, answer, label)
        tx.questions.add_answer(op, number, answer, agent=agent, is_proposal=is_proposal)
        if is_proposal or answer == BOTH:
            for memory in (question.newer, question.older):
                tx.operations.record_change(op, memory.n, {}, {})
        tx.operations.add_touched(op, 2)
        return AnswerResult(question=question, answer=answer, is_proposal=is_proposal, op=op)


def _find_open(tx: "Transaction", number: int) -> OpenQuestion:
    """The open question with a number; an error says what became of it."""
    asked = tx.questions.by_number(number)
    if asked is None:
        raise NotFound(f"there is no question {number}", "recall conflicts shows the open ones")
    found = [q for q in _with_memories(tx, tx.questions.open_questions([asked.newer])) if q.number == number]
    if not found:
        raise RecallError(f"question {number} is settled", "recall log shows how; recall undo takes it back")
    return found[0]


def _check_situation(answer: str, situation: str) -> str:
    """The situation in which the newer memory holds, as one short line."""
    label = " ".join(situation.split()).rstrip(":.")
    if answer == BOTH_WHEN and not (label and len(label) <= MAX_SITUATION_LETTERS and label.isprintable()):
        raise UsageError(
            f"--both-when needs the situation of the newer memory, in at most {MAX_SITUATION_LETTERS} letters",
            'e.g. --both-when "in staging"',
        )
    return label


def _may_settle(channel: str, tx: "Transaction", memories: "tuple[Memory, ...]") -> bool:
    """Whether who answers is trusted enough to change these memories."""
    level = TRUST_LEVELS.index(channel)
    if channel == TRUST_LEVELS[0]:
        return True
    pinned = tx.memories.pinned_by_user([memory.n for memory in memories])
    return not pinned and all(TRUST_LEVELS.index(memory.trust) >= level for memory in memories)


def _apply(app: "App", tx: "Transaction", op: int, question: OpenQuestion, answer: str, label: str) -> None:
    """Change the memories as the answer says."""
    if answer == REPLACED:
        end_belief(tx, op, question.older, question.newer.n)
        return
    tx.links.declare_compatible(op, [(question.newer.n, question.older.n)])
    if answer == BOTH_WHEN:
        from recall_cli.flows.edit.memory_edits import MemoryChange, apply_change
        from recall_cli.rules.beliefs.settled_facts import text_for_situation, text_outside_situation

        texts = (
            (question.newer, text_for_situation(question.newer.text, label)),
            (question.older, text_outside_situation(question.older.text, label)),
        )
        for memory, text in texts:
            apply_change(app, tx, op, memory, MemoryChange(id=memory.id, columns={"text": text}))
