"""Does the code that a memory speaks of still say what it said?

An anchor is a file, perhaps some lines of it, with the commit at which it was looked at and a hash of what stood there.
Whoever has the file's text can say whether that still stands there, stands further up or down, or is gone.
"""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ANCHOR_STATES = ("unchanged", "moved", "changed", "gone")
"""From the best to the worst."""
STALE_STATES = frozenset(("changed", "gone"))
MAX_ANCHORS = 16
"""So many anchors of a memory are looked at."""
MAX_SEARCHED_LINES = 20_000
"""Lines through which lines are looked for that no longer stand where they stood."""
MAX_HASHED_LINES = 200_000
"""So many lines are hashed for it at most, the nearest first: a brief waits for the answer."""
MAX_COMPARED_PAIRS = 1_000_000
"""Pairs of lines in texts that are compared as a whole."""
MAX_LINE_NUMBER_DIGITS = 9
"""A number of more digits is no line's."""


class Anchor(Record):
    """A file, and the lines of it that are meant (counted from 1, both included), or all of it."""

    path: str
    lines: "tuple[int, int] | None" = None
    commit: "str | None" = None
    hash: str = ""

    @property
    def place(self) -> str:
        """As it is written: `src/app.py:3-9`."""
        if self.lines is None:
            return self.path
        first, last = self.lines
        return f"{self.path}:{first}" if first == last else f"{self.path}:{first}-{last}"

    @property
    def document(self) -> "dict[str, object]":
        """As it is kept."""
        lines = None if self.lines is None else [*self.lines]
        return {"path": self.path, "lines": lines, "commit": self.commit, "hash": self.hash}


class AnchorStatus(Record):
    """How an anchor stands now."""

    anchor: Anchor
    state: str
    commits: "int | None" = None
    """Commits that touched the file since, where that is known."""
    lines: "tuple[int, int] | None" = None
    """Where the lines are now, if they moved."""
    path: "str | None" = None
    """What the file is called now, if it was renamed."""

    @property
    def stale(self) -> bool:
        return self.state in STALE_STATES

    @property
    def said(self) -> str:
        """In words: `src/app.py:3-9 changed, 2 commits since`."""
        text = f"{self.anchor.place} {self.state}"
        if self.state == "moved":
            return f"{text} to {Anchor(path=self.path or '', lines=self.lines).place.removeprefix(':')}"
        if self.state == "unchanged" or self.commits is None:
            return text
        if self.commits == 0:
            return f"{text}, not committed yet"
        return f"{text}, {self.commits} commit{'' if self.commits == 1 else 's'} since"


def parse_anchor(text: str) -> "tuple[str, tuple[int, int] | None] | None":
    """`PATH`, `PATH:A` or `PATH:A-B` as a path and lines; None where the lines make no sense."""
    path, colon, tail = text.rpartition(":")
    first, _, last = tail.partition("-")
    if (
        not colon
        or not first.isdecimal()
        or not (last or first).isdecimal()
        or len(tail) > 2 * MAX_LINE_NUMBER_DIGITS + 1
    ):
        return (text, None) if text.strip() else None
    lines = int(first), int(last or first)
    return (path, lines) if path and 1 <= lines[0] <= lines[1] else None


def read_anchors(stored: "str | None") -> "list[Anchor]":
    """The anchors of a memory as they are kept; whatever is not one is passed over, for imports may say anything."""
    try:
        found = loads(stored) if stored else []
    except ValueError:
        return []
    read = []
    for one in found[:MAX_ANCHORS] if isinstance(found, list) else []:
        if not isinstance(one, dict) or not isinstance(one.get("path"), str) or not isinstance(one.get("hash"), str):
            continue
        lines, commit = one.get("lines"), one.get("commit")
        pair = tuple(lines) if isinstance(lines, list) and len(lines) == 2 else None
        whole = pair is not None and all(type(n) is int for n in pair) and 1 <= pair[0] <= pair[1]
        if lines is None or whole:
            read.append(Anchor(path=one["path"], lines=pair if whole else None,
                               commit=commit if isinstance(commit, str) else None, hash=one["hash"]))  # fmt: skip
    return read


def anchored_lines(text: str, lines: "tuple[int, int] | None") -> "list[str] | None":
    """The lines that are meant, without spaces at their ends; None where the text does not have them."""
    every = [line.rstrip() for line in text.split("\n")]
    if lines is None:
        while every and not every[-1]:
            every.pop()
        return every
    first, last = lines
    return every[first - 1 : last] if last <= len(every) else None


def hash_lines(lines: "Sequence[str]") -> str:
    """A hash of some lines."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return str(blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest())


def check_anchor(anchor: Anchor, text: "str | None") -> AnchorStatus:
    """How an anchor stands, from its file's text (None: there is no such file)."""
    if text is None:
        return AnchorStatus(anchor=anchor, state="gone")
    there = anchored_lines(text, anchor.lines)
    if there is not None and hash_lines(there) == anchor.hash:
        return AnchorStatus(anchor=anchor, state="unchanged", lines=anchor.lines)
    if anchor.lines is not None:
        every = [line.rstrip() for line in text.split("\n")][:MAX_SEARCHED_LINES]
        size = anchor.lines[1] - anchor.lines[0] + 1
        for first in _nearest_first(anchor.lines[0] - 1, len(every) - size + 1)[: max(1, MAX_HASHED_LINES // size)]:
            if hash_lines(every[first : first + size]) == anchor.hash:
                return AnchorStatus(anchor=anchor, state="moved", lines=(first + 1, first + size))
    return AnchorStatus(anchor=anchor, state="changed")


def worst_status(statuses: "Sequence[AnchorStatus]") -> "AnchorStatus | None":
    """The one to be told of: what is gone before what changed; None where nothing is stale."""
    stale = [one for one in statuses if one.stale]
    return max(stale, key=lambda one: ANCHOR_STATES.index(one.state), default=None)


def _nearest_first(middle: int, end: int) -> "list[int]":
    """Every place before `end`, those near the middle first."""
    return sorted(range(max(0, end)), key=lambda place: abs(place - middle))


def changed_lines(before: str, after: str, lines: "tuple[int, int] | None") -> "list[str]":
    """What changed of some lines of a text: gone lines with `-`, new ones with `+`, and the same ones with a space."""
    from difflib import SequenceMatcher

    old, new = (text.split("\n")[:MAX_SEARCHED_LINES] for text in (before, after))
    first, last = (lines[0] - 1, lines[1]) if lines else (0, len(old))
    if len(old) * len(new) > MAX_COMPARED_PAIRS:  # too long to be compared as a whole
        old, new = old[first:last], new[first : last + (last - first)]
        first, last = 0, len(old)
    told: list[str] = []
    for what, begin, end, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if begin == end:
            if what == "insert" and first < begin < last:
                told += [f"+ {line}" for line in new[start:stop]]
            continue
        kept = old[max(begin, first) : min(end, last)]
        if what == "equal":
            told += [f"  {line}" for line in kept] if lines else []
        elif kept:
            told += [*(f"- {line}" for line in kept), *(f"+ {line}" for line in new[start:stop])]
    return told
