"""Memories held against the code that they speak of: anchored when they are stored, looked at when they are shown."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.rules.places.staleness import (
    Anchor,
    Standing,
    anchors,
    changed_lines,
    digest,
    judged,
    meant,
    named,
    worst,
)
from recall_cli.rules.ranking.scoring import STALE
from recall_cli.worktree import commits_since, head, renamed, text_at, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.search.search import Found, Hit

PATIENCE = 0.05
"""Seconds that a reader waits for git, all memories together."""


def made(given: "Iterable[str]") -> "list[dict[str, object]]":
    """The anchors that `--anchor PATH[:A-B]` names, relative to the folder that the command runs in."""
    top = _top()
    commit = head(top) if top is not None else None
    found = []
    for said in given:
        read = named(said)
        if read is None:
            raise UsageError(f"--anchor {said!r} names no lines", "e.g. --anchor src/app.py:10-24")
        path, lines = read
        whole = os.path.realpath(path)
        if top is None or not whole.startswith(top + os.sep):
            raise UsageError(f"{path} is not in this project", "an anchor is a file of the project that you are in")
        below = os.path.relpath(whole, top)
        text = text_of(top, below)
        if text is None:
            raise UsageError(f"there is no file {path} that could be read", "an anchor is a text file of up to 2 MB")
        there = meant(text, lines)
        if there is None:
            raise UsageError(f"{path} has only {text.count(chr(10)) + 1} lines", f"and --anchor says {said}")
        found.append(Anchor(path=below, lines=lines, commit=commit, hash=digest(there)).document)
    return found


def standing(
    tx: "Transaction", memories: "Iterable[Memory]", patience: float = PATIENCE
) -> "dict[int, list[Standing]]":
    """How the anchors of these memories stand, by row number: of those that belong to the project one is in.

    Where none has anchors, nothing is looked at; where all stand unchanged, git is not asked.
    """
    anchored = {memory.n: memory for memory in memories if memory.anchors}
    if not anchored:
        return {}
    project, top = _here(tx)
    if top is None:
        return {}
    texts: dict[str, str | None] = {}
    found: dict[int, list[Standing]] = {}
    for n, memory in anchored.items():
        for anchor in anchors(memory.anchors) if memory.project == project else []:
            if anchor.path not in texts:
                texts[anchor.path] = text_of(top, anchor.path)
            found.setdefault(n, []).append(judged(anchor, texts[anchor.path]))
    return _counted(top, found, patience)


def faded(tx: "Transaction", found: "Found") -> "Found":
    """What was found, with how it stands in the code; what is stale counts for less, among its likes."""
    stands = standing(tx, [hit.memory for hit in found.hits])
    if not stands:
        return found
    hits = [_faded(hit, stands[hit.memory.n]) if hit.memory.n in stands else hit for hit in found.hits]
    return found.but(hits=tuple(sorted(hits, key=lambda hit: -hit.score)))


def _faded(hit: "Hit", stands: "list[Standing]") -> "Hit":
    hit = hit.but(standing=tuple(stands))
    total, belief = hit.terms.get("total", 0.0), hit.terms.get("belief", 0.0)
    if worst(stands) is None or total <= 0:
        return hit
    less = belief * (1 - STALE)
    terms = {**hit.terms, "stale": round(-less, 6), "total": round(total - less, 6)}
    return hit.but(score=round(hit.score * (total - less) / total, 6), terms=terms)


def _counted(top: str, found: "dict[int, list[Standing]]", patience: float) -> "dict[int, list[Standing]]":
    """The same with the commits since, for what is stale, as far as git tells in time."""
    stale = [one.anchor for each in found.values() for one in each if one.stale]
    asked = [(anchor.commit, anchor.path) for anchor in stale if anchor.commit]
    if not asked:
        return found
    counts = commits_since(top, asked, patience)

    def counted(one: Standing) -> Standing:
        return one.but(commits=counts.get((one.anchor.commit or "", one.anchor.path))) if one.stale else one

    return {n: [counted(one) for one in each] for n, each in found.items()}


def traced(stands: "list[Standing]") -> "list[Standing]":
    """The same after git was asked at leisure what files that are gone are called now."""
    top = _top()
    found = []
    for one in stands:
        path = (
            renamed(top, one.anchor.path, one.anchor.commit)
            if top and one.state == "gone" and one.anchor.commit
            else None
        )
        if top is None or path is None:
            found.append(one)
            continue
        there = judged(one.anchor, text_of(top, path))
        state = "moved" if there.state in ("unchanged", "moved") else there.state
        found.append(there.but(state=state, path=path, commits=one.commits))
    return found


def changes(one: Standing) -> "list[str]":
    """What became of anchored lines: those that went with `-`, those that came with `+`; where they were, if known."""
    top = _top()
    if top is None:
        return []
    path = one.path or one.anchor.path
    before = text_at(top, one.anchor.path, one.anchor.commit) if one.anchor.commit else None
    there = None if before is None else meant(before, one.anchor.lines)
    after = text_of(top, path)
    if before is not None and there is not None and digest(there) == one.anchor.hash:
        return changed_lines(before, after or "", one.anchor.lines)
    now = None if after is None else (meant(after, one.anchor.lines) or meant(after, None))
    return [] if now is None else [f"  {line}" for line in now]


def anew(stands: "list[Standing]") -> "list[dict[str, object]]":
    """Anchors to the same code as it is now: where it stands by now; the whole file where the lines are no more."""
    top = _top()
    commit = head(top) if top is not None else None
    found = []
    for one in stands:
        path = one.path or one.anchor.path
        text = text_of(top, path) if top is not None else None
        if text is None:
            continue
        lines = one.lines or one.anchor.lines
        there = meant(text, lines)
        if there is None:
            lines, there = None, meant(text, None)
        found.append(Anchor(path=path, lines=lines, commit=commit, hash=digest(there or [])).document)
    return found


def _here(tx: "Transaction") -> "tuple[str | None, str | None]":
    """The project that the command runs in, and the top of its tree."""
    from recall_cli.flows.projects import recognised
    from recall_cli.workplace import here

    place = here()
    project = recognised(tx, place, ask_git=True)
    return (None, None) if project is None else (project.name, _top())


def _top() -> "str | None":
    from recall_cli.workplace import here

    place = here()
    if place.top is not None:
        return os.path.realpath(place.top)
    return os.path.realpath(os.getcwd()) if place.marks else None
