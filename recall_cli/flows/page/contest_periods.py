"""When facts and texts were contested, so that the page can show it for any moment."""

from recall_cli.flows.explain.evidence import contest_reason
from recall_cli.flows.write.masking import mask_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.page.memory_columns import MemoryColumns

MAX_PAIR_REASONS = 300
"""For so many contradicting pairs, the newest, the reason is found again from both texts."""


def contested_facts(tx: "Transaction", columns: "MemoryColumns") -> "list[dict[str, Any]]":
    """Each contest about a fact of these memories: since when, until when, and while which answers held."""
    answers = tx.contests.settled_periods()
    contests = []
    for contest in tx.contests.periods():
        project = None if contest.project is None else tx.projects.name(contest.project)
        if (contest.fact, project) not in columns.facts:
            continue
        settled = [
            [answer.began, min((end for end in (answer.undone, answer.deleted) if end is not None), default=None)]
            for answer in answers
            if (answer.fact, answer.project) == (contest.fact, contest.project) and answer.op > contest.op
        ]
        contests.append({
            "fact": contest.fact, "project": project, "reason": mask_text(contest.reason), "opened": contest.opened_at,
            "began": contest.began, "undone": contest.undone, "settled": settled,
        })  # fmt: skip
    return contests


def contested_pairs(tx: "Transaction", columns: "MemoryColumns") -> "list[dict[str, Any]]":
    """Each pair of these memories that contradict each other, or that a person said are both true."""
    places = columns.places
    periods = [period for period in tx.links.contest_periods() if period[0] in places and period[1] in places]
    explained = {pair[:2] for pair in [period for period in periods if period[2] == "contests"][-MAX_PAIR_REASONS:]}
    pairs = []
    for one, other, kind, began, undone in periods:
        reason = ""
        if (one, other) in explained and kind == "contests":
            newer, older = tx.memories.by_number([max(one, other), min(one, other)])
            reason = mask_text(contest_reason(tx, newer, older))
        pairs.append({
            "one": one, "other": other, "contested": kind == "contests", "began": began, "undone": undone,
            "reason": reason,
        })  # fmt: skip
    return pairs
