"""Which commits are part of a history."""

from heapq import heappop, heappush

from recall_cli.repository.history import MAX_SKEWED_COMMITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from recall_cli.repository.history import History


def find_ancestors(history: "History", tip: str, wanted: "Collection[str]", limit: int) -> "dict[str, bool]":
    """Whether each of these commits is an ancestor of `tip`, or is it. One that cannot be decided is left out.

    At most `limit` commits are read. What is older than all that are looked for is not read: with a wrong clock, a
    parent can be newer than its child, so a few more are.
    """
    first = history.commit(tip)
    if first is None:
        return {}
    dates = {id_: commit.date for id_ in wanted if (commit := history.commit(id_)) is not None}
    missing = set() if history.is_shallow else set(wanted) - dates.keys()
    waiting, seen, slack = [(-first.date, tip)], {tip}, MAX_SKEWED_COMMITS
    found: set[str] = set()
    oldest = min(dates.values(), default=0)
    is_whole, left = True, limit
    while waiting and slack and found < dates.keys():
        date, id_ = heappop(waiting)
        left -= 1
        commit = history.commit(id_)
        if commit is None or left < 0:
            is_whole = False
            break
        if id_ in dates:
            found.add(id_)
            slack, oldest = MAX_SKEWED_COMMITS, min((dates[one] for one in dates if one not in found), default=0)
        slack = slack - 1 if -date < oldest else MAX_SKEWED_COMMITS
        for parent in commit.parents:
            if parent not in seen:
                seen.add(parent)
                known = history.commit(parent)
                heappush(waiting, (-known.date if known else date, parent))
    absent = missing | (dates.keys() - found if is_whole else set())
    return dict.fromkeys(found, True) | dict.fromkeys(absent, False)
