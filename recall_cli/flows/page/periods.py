"""What was contested, asked and shown when, so that the page can show it for any moment."""

from recall_cli.engines.tables.links import CONTESTS
from recall_cli.flows.explain.evidence import contest_reason
from recall_cli.rules.secrets import mask_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from recall_cli.engines.tables.questions import AnswerPeriod
    from recall_cli.engines.transaction import Transaction

MAX_PAIR_REASONS = 300
"""For so many contradicting pairs, the newest, the reason is found again from both texts."""
MAX_SESSIONS = 2_000
"""A page has what so many sessions were shown, the newest."""
MAX_REFRESHED_SESSIONS = 20
"""When a live page asks what changed, so many sessions are sent again."""


def contested_facts(tx: "Transaction") -> "list[dict[str, Any]]":
    """Each contest about a fact of visible memories: since when, until when, and while which answers held."""
    answers = tx.contests.settled_periods()
    visible: dict[str, bool] = {}
    contests = []
    for contest in tx.contests.periods():
        if contest.fact not in visible:
            visible[contest.fact] = bool(tx.memories.with_fact(contest.fact, None))
        if not visible[contest.fact]:
            continue
        settled = [
            [answer.began, min((end for end in (answer.undone, answer.deleted) if end is not None), default=None)]
            for answer in answers
            if (answer.fact, answer.project) == (contest.fact, contest.project) and answer.op > contest.op
        ]
        contests.append(
            {
                "fact": contest.fact,
                "project": None if contest.project is None else tx.projects.name(contest.project),
                "reason": mask_text(contest.reason),
                "opened": contest.opened_at,
                "began": contest.began,
                "undone": contest.undone,
                "settled": settled,
            }
        )
    return contests


def contested_pairs(tx: "Transaction", *, held: bool) -> "list[dict[str, Any]]":
    """Each pair of visible memories that contradict each other, or that a person said are both true."""
    periods = tx.links.contest_periods()
    numbers = sorted({number for period in periods for number in period[:2]})
    memories = {memory.n: memory for memory in tx.memories.by_number(numbers) if held or memory.held is None}
    periods = [period for period in periods if period[0] in memories and period[1] in memories]
    explained = {period[:2] for period in [period for period in periods if period[2] == CONTESTS][-MAX_PAIR_REASONS:]}
    pairs = []
    for one, other, kind, began, undone in periods:
        reason = ""
        if kind == CONTESTS and (one, other) in explained:
            reason = mask_text(contest_reason(tx, memories[max(one, other)], memories[min(one, other)]))
        pairs.append(
            {
                "one": one,
                "other": other,
                "contested": kind == CONTESTS,
                "began": began,
                "undone": undone,
                "reason": reason,
            }
        )
    return pairs


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


def shown_sessions(tx: "Transaction", numbers: "Container[int]", limit: int) -> "list[list[Any]]":
    """Sessions as rows: id, agent, and pairs of a row number with the time at which it was last shown.

    Memories outside of `numbers` are left out, and so is a session that was shown no other.
    """
    rows = []
    for session in tx.shown_memories.sessions(None, limit):
        shown = [[n, at] for n, at, _ in tx.shown_memories.of_session(session.session) if n in numbers]
        if shown:
            agent = None if session.agent is None else mask_text(session.agent)
            rows.append([mask_text(session.session), agent, shown])
    return rows


def recently_shown(tx: "Transaction", limit: int) -> "set[int]":
    """The memories that the newest sessions were shown."""
    sessions = [session.session for session in tx.shown_memories.sessions(None, limit)]
    return {number for session in sessions for number, _, _ in tx.shown_memories.of_session(session)}
