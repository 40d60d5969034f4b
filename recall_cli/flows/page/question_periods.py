"""When it was open whether a newer memory replaced an older one, so that the page can show it for any moment."""

from recall_cli.rules.secrets import mask_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from recall_cli.engines.tables.questions import AnswerPeriod
    from recall_cli.engines.transaction import Transaction


def sides_of_questions(tx: "Transaction") -> "set[int]":
    """The memories that any question is about, by their row numbers."""
    return {number for question, _ in tx.questions.periods() for number in (question.newer, question.older)}


def asked_questions(tx: "Transaction", shown: "Container[int]") -> "list[dict[str, Any]]":
    """Each question about two memories of the page, the oldest first: its period, and the periods of its answers."""
    questions = [pair for pair in tx.questions.periods() if pair[0].newer in shown and pair[0].older in shown]
    answers: dict[int, list[AnswerPeriod]] = {}
    for answer in tx.questions.answer_periods() if questions else ():
        answers.setdefault(answer.question, []).append(answer)
    return [
        {
            "number": question.n,
            "newer": question.newer,
            "older": question.older,
            "reason": mask_text(question.reason),
            "asked": question.asked_at,
            "undone": undone,
            "settled": [[a.began, a.undone] for a in answers.get(question.n, ()) if not a.is_proposal],
            "proposal": _standing_proposal(answers.get(question.n, [])),
        }
        for question, undone in questions
    ]


def _standing_proposal(answers: "list[AnswerPeriod]") -> "dict[str, str] | None":
    """What an agent proposed last, because the older memory is the user's word."""
    proposals = [answer for answer in answers if answer.is_proposal and answer.undone is None]
    if not proposals:
        return None
    return {"answer": proposals[-1].answer, "by": mask_text(proposals[-1].agent or "an agent")}
