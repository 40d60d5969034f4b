"""Memories held against the code that they speak of: anchored when they are stored, looked at when they are shown."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.rules.places.staleness import (
    Anchor,
    AnchorStatus,
    anchored_lines,
    changed_lines,
    check_anchor,
    hash_lines,
    parse_anchor,
    read_anchors,
    worst_status,
)
from recall_cli.rules.ranking.scoring import STALE_FACTOR
from recall_cli.worktree import checked_out_commit, count_commits_since, current_name, read_text, text_at_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit, SearchResult

GIT_TIMEOUT_SECONDS = 0.05
"""Seconds that a reader waits for git, all memories together."""


def make_anchors(places: "Iterable[str]") -> "list[dict[str, object]]":
    """The anchors that `--anchor PATH[:A-B]` names, relative to the folder that the command runs in."""
    top = _tree_top()
    commit = checked_out_commit(top) if top is not None else None
    found = []
    for said in places:
        read = parse_anchor(said)
        if read is None:
            raise UsageError(f"--anchor {said!r} names no lines", "e.g. --anchor src/app.py:10-24")
        path, lines = read
        whole = os.path.realpath(path)
        if top is None or not whole.startswith(top + os.sep):
            raise UsageError(f"{path} is not in this project", "an anchor is a file of the project that you are in")
        below = os.path.relpath(whole, top)
        text = read_text(top, below)
        if text is None:
            raise UsageError(f"there is no file {path} that could be read", "an anchor is a text file of up to 2 MB")
        there = anchored_lines(text, lines)
        if there is None:
            raise UsageError(f"{path} has only {text.count(chr(10)) + 1} lines", f"and --anchor says {said}")
        found.append(Anchor(path=below, lines=lines, commit=commit, hash=hash_lines(there)).document)
    return found


def anchor_states(
    tx: "Transaction", memories: "Iterable[Memory]", timeout: float = GIT_TIMEOUT_SECONDS
) -> "dict[int, list[AnchorStatus]]":
    """How the anchors of these memories stand, by row number: of those that belong to the project one is in.

    Where none has anchors, nothing is looked at; where all stand unchanged, git is not asked.
    """
    anchored = {memory.n: memory for memory in memories if memory.anchors}
    if not anchored:
        return {}
    project, top = _current_project(tx)
    if top is None:
        return {}
    texts: dict[str, str | None] = {}
    found: dict[int, list[AnchorStatus]] = {}
    for n, memory in anchored.items():
        for anchor in read_anchors(memory.anchors) if memory.project == project else []:
            if anchor.path not in texts:
                texts[anchor.path] = read_text(top, anchor.path)
            found.setdefault(n, []).append(check_anchor(anchor, texts[anchor.path]))
    return _add_commit_counts(top, found, timeout)


def lower_stale_hits(tx: "Transaction", result: "SearchResult") -> "SearchResult":
    """What was found, with how it stands in the code; what is stale counts for less, among its likes."""
    stands = anchor_states(tx, [hit.memory for hit in result.hits])
    if not stands:
        return result
    hits = [_lower_stale_hit(hit, stands[hit.memory.n]) if hit.memory.n in stands else hit for hit in result.hits]
    return result.but(hits=tuple(sorted(hits, key=lambda hit: -hit.score)))


def _lower_stale_hit(hit: "Hit", states: "list[AnchorStatus]") -> "Hit":
    hit = hit.but(standing=tuple(states))
    total, belief = hit.terms.get("total", 0.0), hit.terms.get("belief", 0.0)
    if worst_status(states) is None or total <= 0:
        return hit
    less = belief * (1 - STALE_FACTOR)
    terms = {**hit.terms, "stale": round(-less, 6), "total": round(total - less, 6)}
    return hit.but(score=round(hit.score * (total - less) / total, 6), terms=terms)


def _add_commit_counts(
    top: str, states: "dict[int, list[AnchorStatus]]", timeout: float
) -> "dict[int, list[AnchorStatus]]":
    """The same with the commits since, for what is stale, as far as git tells in time."""
    stale = [one.anchor for each in states.values() for one in each if one.stale]
    asked = [(anchor.commit, anchor.path) for anchor in stale if anchor.commit]
    if not asked:
        return states
    counts = count_commits_since(top, asked, timeout)

    def counted(one: AnchorStatus) -> AnchorStatus:
        return one.but(commits=counts.get((one.anchor.commit or "", one.anchor.path))) if one.stale else one

    return {n: [counted(one) for one in each] for n, each in states.items()}


def follow_renames(states: "list[AnchorStatus]") -> "list[AnchorStatus]":
    """The same after git was asked at leisure what files that are gone are called now."""
    top = _tree_top()
    found = []
    for one in states:
        path = (
            current_name(top, one.anchor.path, one.anchor.commit)
            if top and one.state == "gone" and one.anchor.commit
            else None
        )
        if top is None or path is None:
            found.append(one)
            continue
        there = check_anchor(one.anchor, read_text(top, path))
        state = "moved" if there.state in ("unchanged", "moved") else there.state
        found.append(there.but(state=state, path=path, commits=one.commits))
    return found


def changed_code_lines(state: AnchorStatus) -> "list[str]":
    """What became of anchored lines: those that went with `-`, those that came with `+`; where they were, if known."""
    top = _tree_top()
    if top is None:
        return []
    path = state.path or state.anchor.path
    before = text_at_commit(top, state.anchor.path, state.anchor.commit) if state.anchor.commit else None
    there = None if before is None else anchored_lines(before, state.anchor.lines)
    after = read_text(top, path)
    if before is not None and there is not None and hash_lines(there) == state.anchor.hash:
        return changed_lines(before, after or "", state.anchor.lines)
    now = None if after is None else (anchored_lines(after, state.anchor.lines) or anchored_lines(after, None))
    return [] if now is None else [f"  {line}" for line in now]


def renew_anchors(states: "list[AnchorStatus]") -> "list[dict[str, object]]":
    """Anchors to the same code as it is now: where it stands by now; the whole file where the lines are no more."""
    top = _tree_top()
    commit = checked_out_commit(top) if top is not None else None
    found = []
    for one in states:
        path = one.path or one.anchor.path
        text = read_text(top, path) if top is not None else None
        if text is None:
            continue
        lines = one.lines or one.anchor.lines
        there = anchored_lines(text, lines)
        if there is None:
            lines, there = None, anchored_lines(text, None)
        found.append(Anchor(path=path, lines=lines, commit=commit, hash=hash_lines(there or [])).document)
    return found


def _current_project(tx: "Transaction") -> "tuple[str | None, str | None]":
    """The project that the command runs in, and the top of its tree."""
    from recall_cli.flows.projects import project_of_workplace
    from recall_cli.workplace import current_workplace

    place = current_workplace()
    project = project_of_workplace(tx, place, ask_git=True)
    return (None, None) if project is None else (project.name, _tree_top())


def _tree_top() -> "str | None":
    from recall_cli.workplace import current_workplace

    place = current_workplace()
    if place.top is not None:
        return os.path.realpath(place.top)
    return os.path.realpath(os.getcwd()) if place.marks else None
