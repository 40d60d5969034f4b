"""Staleness: whether the code that a memory is anchored to has changed.

An anchor is a file, or some lines of it, with the commit at that time and a hash of the lines. From the file's present
text follows whether the lines are unchanged, moved, changed or gone.
"""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ANCHOR_STATES = ("unchanged", "moved", "unmerged", "changed", "gone")
"""In order, from best to worst."""
STALE_STATES = frozenset(("unmerged", "changed", "gone"))
MAX_ANCHORS = 16
"""Further anchors of a memory are ignored."""
MAX_TRAVELLING_LETTERS = 300
"""Letters of a path in an anchor of a colleague."""
MAX_SEARCHED_LINES = 20_000
"""Moved lines are searched for in this many lines of a file."""
MAX_HASHED_LINES = 200_000
"""At most this many lines are hashed for this search, the nearest first, because a brief waits for the answer."""
MAX_COMPARED_PAIRS = 1_000_000
"""Two files are compared as a whole only up to this many pairs of lines."""
MAX_LINE_NUMBER_DIGITS = 9
"""A number with more digits is not a line number."""


class Anchor(Record):
    """A file and a range of its lines (counted from 1, both ends included), or the whole file."""

    path: str
    lines: "tuple[int, int] | None" = None
    commit: "str | None" = None
    hash: str = ""

    @property
    def place(self) -> str:
        """The anchor as a user writes it: `src/app.py:3-9`."""
        if self.lines is None:
            return self.path
        first, last = self.lines
        return f"{self.path}:{first}" if first == last else f"{self.path}:{first}-{last}"

    @property
    def document(self) -> "dict[str, object]":
        """The anchor as JSON for the store."""
        lines = None if self.lines is None else [*self.lines]
        return {"path": self.path, "lines": lines, "commit": self.commit, "hash": self.hash}


class AnchorStatus(Record):
    """The present state of an anchor."""

    anchor: Anchor
    state: str
    commits: "int | None" = None
    """The number of commits that changed the file since, if known."""
    lines: "tuple[int, int] | None" = None
    """The present position of the lines, if they moved."""
    path: "str | None" = None
    """The present path of the file, if it was renamed."""

    @property
    def stale(self) -> bool:
        return self.state in STALE_STATES

    @property
    def document(self) -> "dict[str, object]":
        """The state as JSON."""
        lines = self.lines or self.anchor.lines
        return {"path": self.anchor.path, "lines": lines, "state": self.state, "commits": self.commits}

    @property
    def description(self) -> str:
        """The state in words: `src/app.py:3-9 changed, 2 commits since`."""
        text = f"{self.anchor.place} {self.state}"
        if self.state == "moved":
            return f"{text} to {Anchor(path=self.path or '', lines=self.lines).place.removeprefix(':')}"
        if self.state == "unchanged" or self.commits is None:
            return text
        if self.commits == 0:
            return f"{text}, not committed yet"
        return f"{text}, {self.commits} commit{'' if self.commits == 1 else 's'} since"


class BranchStatus(AnchorStatus):
    """The state of a memory that was stated on a branch which is not merged here."""

    anchor: Anchor = Anchor(path="")
    state: str = "unmerged"
    branch: str
    mark: str
    """The branch in words, as everybody may read them."""

    @property
    def document(self) -> "dict[str, object]":
        return {"branch": self.branch, "state": self.state}

    @property
    def description(self) -> str:
        return self.mark


def parse_anchor(text: str) -> "tuple[str, tuple[int, int] | None] | None":
    """`PATH`, `PATH:A` or `PATH:A-B` as a path and a range of lines; None if it is not valid."""
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
    """The stored anchors of a memory; invalid ones are skipped, because an import can contain anything."""
    try:
        return parse_anchors(loads(stored) if stored else [])
    except ValueError:
        return []


def parse_anchors(entries: object) -> "list[Anchor]":
    """The valid ones of some anchors."""
    read = []
    for entry in entries[:MAX_ANCHORS] if isinstance(entries, list) else []:
        if (
            not isinstance(entry, dict)
            or not isinstance(entry.get("path"), str)
            or not isinstance(entry.get("hash"), str)
        ):
            continue
        lines, commit = entry.get("lines"), entry.get("commit")
        pair = tuple(lines) if isinstance(lines, list) and len(lines) == 2 else None
        is_valid = pair is not None and all(type(number) is int for number in pair) and 1 <= pair[0] <= pair[1]
        if lines is None or is_valid:
            read.append(
                Anchor(
                    path=entry["path"],
                    lines=pair if is_valid else None,
                    commit=commit if isinstance(commit, str) else None,
                    hash=entry["hash"],
                )
            )
    return read


def travelling_anchors(documents: object) -> "list[dict[str, object]]":
    """Those of some anchors that may go to other people's machines, or come from there: files inside the repository."""
    return [anchor.document for anchor in parse_anchors(documents) if _may_travel(anchor)]


def _may_travel(anchor: Anchor) -> bool:
    """Is it a path that leads nowhere else and says nothing to a model, with digits as its commit and its hash?"""
    from recall_cli.rules.injection import injection_reason

    path, digits = anchor.path, (anchor.commit or "") + anchor.hash
    is_inside = 0 < len(path) <= MAX_TRAVELLING_LETTERS and path.isprintable() and "\\" not in path
    is_inside = is_inside and not any(part in ("", ".", "..", ".git") for part in path.split("/"))
    is_bounded = len(digits) <= MAX_TRAVELLING_LETTERS and (anchor.lines or (1, 1))[1] < 10**MAX_LINE_NUMBER_DIGITS
    words = "".join(letter if letter.isalnum() else " " for letter in path)
    return is_inside and is_bounded and not digits.strip("0123456789abcdef") and injection_reason(words) is None


def anchored_lines(text: str, lines: "tuple[int, int] | None") -> "list[str] | None":
    """The anchored lines of a text, without trailing spaces; None if the text is too short."""
    all_lines = [line.rstrip() for line in text.split("\n")]
    if lines is None:
        while all_lines and not all_lines[-1]:
            all_lines.pop()
        return all_lines
    first, last = lines
    return all_lines[first - 1 : last] if last <= len(all_lines) else None


def hash_lines(lines: "Sequence[str]") -> str:
    """A hash of some lines."""
    from recall_cli.domain.digest import blake2b

    return str(blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest())


def check_anchor(anchor: Anchor, text: "str | None") -> AnchorStatus:
    """The state of an anchor, from the text of its file; None means that the file does not exist."""
    if text is None:
        return AnchorStatus(anchor=anchor, state="gone")
    current = anchored_lines(text, anchor.lines)
    if current is not None and hash_lines(current) == anchor.hash:
        return AnchorStatus(anchor=anchor, state="unchanged", lines=anchor.lines)
    if anchor.lines is not None:
        lines = [line.rstrip() for line in text.split("\n")][:MAX_SEARCHED_LINES]
        size = anchor.lines[1] - anchor.lines[0] + 1
        for first in _nearest_first(anchor.lines[0] - 1, len(lines) - size + 1)[: max(1, MAX_HASHED_LINES // size)]:
            if hash_lines(lines[first : first + size]) == anchor.hash:
                return AnchorStatus(anchor=anchor, state="moved", lines=(first + 1, first + size))
    return AnchorStatus(anchor=anchor, state="changed")


def worst_status(statuses: "Sequence[AnchorStatus]") -> "AnchorStatus | None":
    """The worst of the stale states: gone before changed; None if nothing is stale."""
    stale = [status for status in statuses if status.stale]
    return max(stale, key=lambda status: ANCHOR_STATES.index(status.state), default=None)


def _nearest_first(middle: int, end: int) -> "list[int]":
    """Every position before `end`, those nearest to `middle` first."""
    return sorted(range(max(0, end)), key=lambda place: abs(place - middle))


def changed_lines(before: str, after: str, lines: "tuple[int, int] | None") -> "list[str]":
    """A diff of some lines of a text: removed lines with `-`, new lines with `+`, unchanged lines with a space."""
    from difflib import SequenceMatcher

    old, new = (text.split("\n")[:MAX_SEARCHED_LINES] for text in (before, after))
    first, last = (lines[0] - 1, lines[1]) if lines else (0, len(old))
    if len(old) * len(new) > MAX_COMPARED_PAIRS:  # too long to compare as a whole
        old, new = old[first:last], new[first : last + (last - first)]
        first, last = 0, len(old)
    result: list[str] = []
    for change, begin, end, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if begin == end:
            if change == "insert" and first < begin < last:
                result += [f"+ {line}" for line in new[start:stop]]
            continue
        old_lines = old[max(begin, first) : min(end, last)]
        if change == "equal":
            result += [f"  {line}" for line in old_lines] if lines else []
        elif old_lines:
            result += [*(f"- {line}" for line in old_lines), *(f"+ {line}" for line in new[start:stop])]
    return result
