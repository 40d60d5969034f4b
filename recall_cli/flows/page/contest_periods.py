"""When facts and texts were contested, so that the page can show it for any moment."""

from recall_cli.engines.tables.links import CONTESTS
from recall_cli.flows.explain.evidence import contest_reason
from recall_cli.rules.secrets import mask_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction

MAX_PAIR_REASONS = 300
"""For so many contradicting pairs, the newest, the reason is found again from both texts."""


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
