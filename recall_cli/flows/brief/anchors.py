"""Anchors of memories to code: made when a memory is stored, checked when it is shown."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import dumps_utf8
from recall_cli.rules.places.staleness import (
    ANCHOR_STATES,
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
from recall_cli.workplace import client, current_workplace
from recall_cli.worktree import checked_out_commit, count_commits_since, current_name, read_text, text_at_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Hit, SearchResult
    from recall_cli.workplace import Client

GIT_TIMEOUT_SECONDS = 0.05
"""How long a reader waits for git, for all memories together."""


def make_anchors(places: "Iterable[str]") -> "list[dict[str, object]]":
    """The anchors that `--anchor PATH[:A-B]` names, relative to the folder that the command runs in."""
    if (served := client()) is not None:
        return [anchor.document for anchor in read_anchors(dumps_utf8(served.ask("anchors", [*places])))]
    top = _tree_top()
    commit = checked_out_commit(top) if top is not None else None
    anchors = []
    for place in places:
        parsed = parse_anchor(place)
        if parsed is None:
            raise UsageError(f"--anchor {place!r} has no valid lines", "e.g. --anchor src/app.py:10-24")
        path, lines = parsed
        full_path = os.path.realpath(path)
        if top is None or not full_path.startswith(top + os.sep):
            raise UsageError(f"{path} is not in this project", "an anchor is a file of the project that you are in")
        relative_path = os.path.relpath(full_path, top)
        text = read_text(top, relative_path)
        if text is None:
            raise UsageError(f"cannot read the file {path}", "an anchor is a text file of up to 2 MB")
        lines_now = anchored_lines(text, lines)
        if lines_now is None:
            raise UsageError(f"{path} has only {text.count(chr(10)) + 1} lines", f"and --anchor says {place}")
        anchors.append(Anchor(path=relative_path, lines=lines, commit=commit, hash=hash_lines(lines_now)).document)
    return anchors


def anchor_states(
    tx: "Transaction", memories: "Iterable[Memory]", timeout: float = GIT_TIMEOUT_SECONDS
) -> "dict[int, list[AnchorStatus]]":
    """The states of these memories' anchors by row number, for memories of the current project.

    If no memory has anchors, no file is read; if all anchors are unchanged, git is not asked.
    """
    anchored = {memory.n: memory for memory in memories if memory.anchors}
    if not anchored:
        return {}
    project, top = _current_project(tx)
    served = client()
    if top is None and (served is None or project is None):
        return {}
    asked = {
        n: anchors
        for n, memory in anchored.items()
        if memory.project == project and (anchors := read_anchors(memory.anchors))
    }
    if served is not None:
        return _states_at_client(served, asked)
    assert top is not None, "there is a project here"
    return states_in_tree(top, asked, timeout)


def code_states(tx: "Transaction", memories: "Sequence[Memory]") -> "dict[int, list[AnchorStatus]]":
    """The states of these memories' anchors, and of the branches of colleagues that are not merged here."""
    states = anchor_states(tx, memories)
    if not any(memory.may_be_unmerged for memory in memories):
        return states
    project, top = _current_project(tx)
    if top is None:
        return states
    from recall_cli.flows.team.branches import unmerged_memories

    for n, status in unmerged_memories(tx, top, [memory for memory in memories if memory.project == project]).items():
        states.setdefault(n, []).append(status)
    return states


def states_in_tree(top: str, asked: "dict[int, list[Anchor]]", timeout: float) -> "dict[int, list[AnchorStatus]]":
    """The states of anchors in a work tree."""
    return _add_commit_counts(top, states_without_history(top, asked), timeout)


def states_without_history(top: str, asked: "dict[int, list[Anchor]]") -> "dict[int, list[AnchorStatus]]":
    """The states of anchors in a work tree, without the number of commits since."""
    if (served := client()) is not None:
        return _states_at_client(served, {n: anchors for n, anchors in asked.items() if anchors})
    texts: dict[str, str | None] = {}
    states: dict[int, list[AnchorStatus]] = {}
    for n, anchors in asked.items():
        for anchor in anchors:
            if anchor.path not in texts:
                texts[anchor.path] = read_text(top, anchor.path)
            states.setdefault(n, []).append(check_anchor(anchor, texts[anchor.path]))
    return states


def _states_at_client(served: "Client", asked: "dict[int, list[Anchor]]") -> "dict[int, list[AnchorStatus]]":
    """The states of anchors as the client of a server sees them: it sends the states, and nothing of its files."""
    documents = [[n, [anchor.document for anchor in anchors]] for n, anchors in asked.items()]
    answered = dict(served.ask("anchor states", documents)) if documents else {}
    states = {}
    for n, anchors in asked.items():
        pairs = zip(anchors, answered.get(n, ()), strict=False)
        states[n] = [status for anchor, answer in pairs if (status := unpack_status(anchor, answer)) is not None]
    return {n: found for n, found in states.items() if found}


def pack_status(status: AnchorStatus) -> "list[Any]":
    """The state of an anchor, without the anchor."""
    return [status.state, status.commits, None if status.lines is None else [*status.lines], status.path]


def unpack_status(anchor: Anchor, answer: "Any") -> "AnchorStatus | None":
    """The state of an anchor that a client has sent; None for anything else."""
    state, commits, lines, path = answer if isinstance(answer, list) and len(answer) == 4 else (None,) * 4
    is_pair = isinstance(lines, list) and len(lines) == 2 and all(type(number) is int for number in lines)
    if state not in ANCHOR_STATES or not (commits is None or type(commits) is int) or not (lines is None or is_pair):
        return None
    pair = (lines[0], lines[1]) if isinstance(lines, list) and is_pair else None
    return AnchorStatus(
        anchor=anchor, state=state, commits=commits, lines=pair, path=path if isinstance(path, str) else None
    )


def lower_stale_hits(tx: "Transaction", result: "SearchResult") -> "SearchResult":
    """The result with the state of each anchor; stale memories rank lower among equally good ones."""
    states = code_states(tx, [hit.memory for hit in result.hits])
    if not states:
        return result
    hits = [_lower_stale_hit(hit, states[hit.memory.n]) if hit.memory.n in states else hit for hit in result.hits]
    return result.but(hits=tuple(sorted(hits, key=lambda hit: -hit.score)))


def _lower_stale_hit(hit: "Hit", states: "list[AnchorStatus]") -> "Hit":
    hit = hit.but(anchor_statuses=tuple(states))
    total, belief = hit.terms.get("total", 0.0), hit.terms.get("belief", 0.0)
    if worst_status(states) is None or total <= 0:
        return hit
    less = belief * (1 - STALE_FACTOR)
    terms = {**hit.terms, "stale": round(-less, 6), "total": round(total - less, 6)}
    return hit.but(score=round(hit.score * (total - less) / total, 6), terms=terms)


def _add_commit_counts(
    top: str, states: "dict[int, list[AnchorStatus]]", timeout: float
) -> "dict[int, list[AnchorStatus]]":
    """The states, those of stale anchors with the number of commits since, as far as git answers in time."""
    stale = [status.anchor for statuses in states.values() for status in statuses if status.stale]
    questions = [(anchor.commit, anchor.path) for anchor in stale if anchor.commit]
    if not questions:
        return states
    counts = count_commits_since(top, questions, timeout)

    def with_count(status: AnchorStatus) -> AnchorStatus:
        anchor = status.anchor
        return status.but(commits=counts.get((anchor.commit or "", anchor.path))) if status.stale else status

    return {n: [with_count(status) for status in statuses] for n, statuses in states.items()}


def follow_renames(states: "list[AnchorStatus]") -> "list[AnchorStatus]":
    """The states after following renames: git is asked, without a time limit, for the new names of missing files."""
    top = _tree_top()
    followed = []
    for status in states:
        path = (
            current_name(top, status.anchor.path, status.anchor.commit)
            if top and status.state == "gone" and status.anchor.commit
            else None
        )
        if top is None or path is None:
            followed.append(status)
            continue
        status_now = check_anchor(status.anchor, read_text(top, path))
        state = "moved" if status_now.state in ("unchanged", "moved") else status_now.state
        followed.append(status_now.but(state=state, path=path, commits=status.commits))
    return followed


def changed_code_lines(state: AnchorStatus) -> "list[str]":
    """What changed in the anchored lines: removed lines with `-`, new ones with `+`; else the present lines."""
    top = _tree_top()
    if top is None:
        return []
    path = state.path or state.anchor.path
    before = text_at_commit(top, state.anchor.path, state.anchor.commit) if state.anchor.commit else None
    old_lines = None if before is None else anchored_lines(before, state.anchor.lines)
    after = read_text(top, path)
    if before is not None and old_lines is not None and hash_lines(old_lines) == state.anchor.hash:
        return changed_lines(before, after or "", state.anchor.lines)
    present_lines = (
        None if after is None else (anchored_lines(after, state.anchor.lines) or anchored_lines(after, None))
    )
    return [] if present_lines is None else [f"  {line}" for line in present_lines]


def renew_anchors(states: "list[AnchorStatus]") -> "list[dict[str, object]]":
    """New anchors to the same code as it is now; to the whole file if the lines no longer exist."""
    top = _tree_top()
    commit = checked_out_commit(top) if top is not None else None
    anchors = []
    for status in states:
        path = status.path or status.anchor.path
        text = read_text(top, path) if top is not None else None
        if text is None:
            continue
        lines = status.lines or status.anchor.lines
        lines_now = anchored_lines(text, lines)
        if lines_now is None:
            lines, lines_now = None, anchored_lines(text, None)
        anchors.append(Anchor(path=path, lines=lines, commit=commit, hash=hash_lines(lines_now or [])).document)
    return anchors


def _current_project(tx: "Transaction") -> "tuple[str | None, str | None]":
    """The project that the command runs in, and the top folder of its tree."""
    from recall_cli.flows.projects import project_of_workplace

    place = current_workplace()
    project = project_of_workplace(tx, place, ask_git=True)
    return (None, None) if project is None else (project.name, _tree_top())


def _tree_top() -> "str | None":
    place = current_workplace()
    if client() is not None:
        return None  # its files are on another machine
    if place.top is not None:
        return os.path.realpath(place.top)
    return os.path.realpath(os.getcwd()) if place.marks else None
