"""Which memories of colleagues were stated on a branch that is not merged here.

A sync asks this of all of them, and remembers the answer. What is shown between two syncs takes that answer, and asks
again only if another commit is checked out. The repository is read as files, within limits; git is not started for it.
"""

import os

from recall_cli.flows.team.place import BranchKnowledge, known_branches
from recall_cli.repository.history import History, find_ancestors
from recall_cli.repository.location import find_repository
from recall_cli.repository.refs import branch_commit, default_branch, remote_branch_commits
from recall_cli.rules.places.staleness import BranchStatus
from recall_cli.rules.places.stated_place import branch_mark, read_stated_place
from recall_cli.rules.team.shareable import origin_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.rules.places.stated_place import StatedPlace

MAX_COMMITS_AT_SYNC, MAX_COMMITS_TO_SHOW = 50_000, 1_000
"""Commits that are read to find out whether some of them are in a history: by a sync, and before something is shown."""
MAX_ASKED_BRANCHES = 100
"""Branches that the remote is asked about at once."""
USUAL_NAMES = ("main", "master")
"""The default branch, where neither the remote nor its copy here says which one it is."""


def unmerged_memories(tx: "Transaction", top: str, memories: "list[Memory]") -> "dict[int, BranchStatus]":
    """The marks of those memories of colleagues that were stated on a branch which is not merged here."""
    stated = {
        memory.n: place
        for memory in memories
        if memory.may_be_unmerged and origin_of(memory.metadata) and (place := read_stated_place(memory.metadata))
    }
    number = tx.memories.project_of(next(iter(stated))) if stated else None
    if number is None:
        return {}
    known = known_branches(tx, number)
    open_ = {n: place for n, place in stated.items() if place.commit not in known.merged}
    absent = _absent_commits(top, known, {place.commit for place in open_.values()})
    return {
        n: BranchStatus(branch=place.branch, mark=branch_mark(place.branch))
        for n, place in open_.items()
        if place.commit in absent
    }


def _absent_commits(top: str, known: BranchKnowledge, commits: "set[str]") -> "set[str]":
    """Those of these commits that are not in the history of what is checked out, as far as that is known."""
    location = find_repository(os.path.realpath(top)) if commits else None
    if location is None:
        return set()
    before = {commit for commit in commits if known.open.get(commit, ("", False))[1]}
    with History(location) as history:
        head = history.head or ""
        asked = commits.difference(known.open) if head == known.head else commits
        found = find_ancestors(history, head, asked, MAX_COMMITS_TO_SHOW) if asked else {}
    return {commit for commit in commits if not found.get(commit, commit not in before)}


def learn_branches(
    known: BranchKnowledge,
    theirs: "Collection[StatedPlace]",
    own: "Collection[StatedPlace]",
    top: str,
    ask_remote: "Callable[[list[str]], dict[str, str] | None]",
) -> BranchKnowledge:
    """What is known now of the places where colleagues' memories and the shared ones of this machine were stated.

    `ask_remote` gives the commits of HEAD and of those of these branches that the remote has; None if it cannot say.
    """
    branches = {place.commit: place.branch for place in (*theirs, *own)}
    merged = known.merged & branches.keys()
    left = {commit: branch for commit, branch in branches.items() if commit not in merged}
    location = find_repository(os.path.realpath(top)) if left else None
    if location is None:
        return known.but(merged=merged, open={commit: known.open[commit] for commit in left if commit in known.open})
    names = sorted({*left.values()})[:MAX_ASKED_BRANCHES]
    remote = ask_remote(names)
    at_remote = known.at_remote.intersection(names)
    over = frozenset() if remote is None else at_remote.difference(remote)
    with History(location) as history:
        here = _Repository(history, location.shared, (remote or {}).get("HEAD", ""))
        is_same = (known.head, known.main) == (here.head, here.main)
        asked = [commit for commit in left if not (is_same and commit in known.open)]
        in_main = here.ancestors(here.main, asked)
        merged |= {
            commit
            for commit, branch in left.items()
            if in_main.get(commit) or branch in over or branch == here.main_name
        }
        merged |= {place.commit for place in own if place.commit not in merged and here.has_ended(place)}
        in_head = here.ancestors(here.head, [commit for commit in asked if commit not in merged])
    open_ = {commit: branch for commit, branch in left.items() if commit not in merged}
    return BranchKnowledge(
        merged=frozenset(merged),
        open={
            commit: known.open[commit] if commit not in asked else (branch, not in_head.get(commit, True))
            for commit, branch in open_.items()
        },
        head=here.head,
        main=here.main,
        at_remote=frozenset(at_remote.union(remote or ()).intersection(open_.values())),
    )


class _Repository:
    """What the repository here says of branches and commits."""

    def __init__(self, history: History, shared: str, remote_head: str) -> None:
        self._history, self._shared = history, shared
        self.head = history.head or ""
        self.main_name, main = _default_branch(shared)
        self.main = main or remote_head

    def ancestors(self, tip: str, commits: "Collection[str]") -> "dict[str, bool]":
        """Whether each of these commits is part of the history of `tip`, as far as that can be known."""
        return find_ancestors(self._history, tip, commits, MAX_COMMITS_AT_SYNC) if commits else {}

    def has_ended(self, place: "StatedPlace") -> bool:
        """Was a branch of this machine merged in another form, or removed? Unknown without its commit."""
        if self._history.commit(place.commit) is None:
            return False
        tip = branch_commit(self._shared, place.branch)
        if tip is None:
            return not remote_branch_commits(self._shared, place.branch)
        return self.ancestors(self.main, [tip]).get(tip, False)


def _default_branch(shared: str) -> "tuple[str, str]":
    """The name and the commit of the default branch; empty if nothing says which one it is."""
    found = default_branch(shared)
    if found is not None:
        return found
    for name in USUAL_NAMES:
        commits = [*remote_branch_commits(shared, name), branch_commit(shared, name)]
        if (commit := next(filter(None, commits), None)) is not None:
            return name, commit
    return "", ""
