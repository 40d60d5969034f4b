"""A repository's history: its first commit, the files of a commit, and the commits that changed a file."""

import os
from heapq import heappop, heappush

from recall_cli.repository.objects import BLOB, COMMIT, TREE, ObjectStore
from recall_cli.repository.refs import head_commit, is_object_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from recall_cli.repository.location import Location

MAX_ROOT_COMMITS = 20_000
"""Commits that are read to find the first one. After that, only first parents are followed, twice as many."""
MAX_COMMITS_SINCE = 4_000
"""Commits that are read to find the changes since one of them."""
MAX_SKEWED_COMMITS = 16
"""More commits that are checked when the result seems final: with a wrong clock, parents are newer than children."""
MAX_PARENTS = 64
MAX_FOLDER_DEPTH = 128
"""Nested folders that a path may name."""
MAX_CACHED_ENTRIES = 100_000
"""Cached entries of trees, so that a tree is not read again for the next commit."""
TREE_WORK_FACTOR = 10
"""Parsing a tree costs this many times more than unpacking it."""


class UnreadableTree(Exception):
    """A tree is missing, as in a partial clone, or too large, so its content is unknown."""


class Commit:
    """The parts of a commit that recall needs."""

    __slots__ = ("date", "parents", "tree")

    def __init__(self, tree: str, parents: "tuple[str, ...]", date: int) -> None:
        self.tree, self.parents, self.date = tree, parents, date


class History:
    """The commits and trees of one repository."""

    def __init__(self, location: "Location") -> None:
        self._location = location
        self.objects = ObjectStore(location.shared)
        self._commits: "dict[str, Commit | None]" = {}
        self._trees: "dict[str, dict[bytes, tuple[bytes, str]]]" = {}
        self._cached_entries = 0

    def __enter__(self) -> "History":
        return self

    def __exit__(self, *_: object) -> None:
        self.objects.close()

    @property
    def head(self) -> "str | None":
        """The commit that is checked out."""
        return head_commit(self._location.private, self._location.shared)

    @property
    def is_shallow(self) -> bool:
        """Whether older commits were left out when it was cloned."""
        return os.path.lexists(os.path.join(self._location.shared, "shallow"))

    def commit(self, id_: str) -> "Commit | None":
        """A commit; None if it is missing."""
        if id_ not in self._commits:
            raw = self.objects.read(id_, COMMIT)
            self._commits[id_] = None if raw is None else parse_commit(raw)
        return self._commits[id_]

    def first_commit(self, limit: int = 0) -> "str | None":
        """The oldest commit without parents; None if the history is incomplete or too long."""
        head = self.head
        if head is None or self.commit(head) is None:
            return None
        root = self._oldest_root(head, limit or MAX_ROOT_COMMITS)
        return root if root is not None and self._has_its_own_id(root) else None

    def _oldest_root(self, head: str, limit: int) -> "str | None":
        """The last root in the order of git's own list: commits by date, the newest first."""
        from heapq import heappop, heappush

        waiting: list[tuple[int, int, str]] = [(0, 0, head)]
        seen, root, number = {head}, None, 0
        while waiting:
            id_ = heappop(waiting)[2]
            commit = self.commit(id_)
            if commit is None:
                return None
            root = id_ if not commit.parents else root
            for parent in commit.parents:
                if parent not in seen:
                    seen.add(parent)
                    number += 1
                    parent_commit = self.commit(parent)
                    heappush(waiting, (-parent_commit.date if parent_commit else 0, number, parent))
            if number > limit:
                return self._root_by_first_parents(head, 2 * limit)
        return root

    def _root_by_first_parents(self, id_: str, limit: int) -> "str | None":
        for _ in range(limit):
            commit = self.commit(id_)
            if commit is None or not commit.parents:
                return id_ if commit else None
            id_ = commit.parents[0]
        return None

    def _has_its_own_id(self, id_: str) -> bool:
        """Whether the commit's content has the id under which it is stored. Otherwise a repository could claim
        another's id.
        """
        raw = self.objects.read(id_, COMMIT)
        return raw is not None and compute_object_id("commit", raw, len(id_)) == id_

    def blob_id_at(self, commit: str, path: str) -> "str | None":
        """The id of a file's content at a commit."""
        try:
            entry = self._entry_at(commit, path)
        except UnreadableTree:
            return None
        return entry[1] if entry is not None and entry[0][:2] == b"10" else None

    def surely_lacks(self, commit: str, path: str) -> bool:
        """Whether a commit certainly did not have this path."""
        try:
            return self._entry_at(commit, path) is None
        except UnreadableTree:
            return False

    def content(self, blob: str) -> "bytes | None":
        """The content of a file."""
        return self.objects.read(blob, BLOB)

    def _entry(self, tree: str, path: str) -> "tuple[bytes, str] | None":
        try:
            parts = os.fsencode(path).split(b"/")
        except UnicodeEncodeError:  # no file can have this name
            return None
        entry: tuple[bytes, str] | None = (b"40000", tree)
        for part in parts[: MAX_FOLDER_DEPTH + 1]:
            if entry is None or entry[0] != b"40000":
                return None
            entry = self._tree(entry[1]).get(part)
        return entry if len(parts) <= MAX_FOLDER_DEPTH else None

    def _tree(self, id_: str) -> "dict[bytes, tuple[bytes, str]]":
        if id_ not in self._trees:
            raw = self.objects.read(id_, TREE)
            if raw is None or not self.objects.work.spend(TREE_WORK_FACTOR * len(raw)):
                raise UnreadableTree
            tree = parse_tree(raw, len(id_) // 2)
            self._cached_entries += len(tree)
            if self._cached_entries > MAX_CACHED_ENTRIES:
                self._trees.clear()
                self._cached_entries = len(tree)
            self._trees[id_] = tree
        return self._trees[id_]

    def count_changes_since(self, commit: str, path: str, in_time: "Callable[[], bool]") -> "int | None":
        """The number of commits since `commit` that changed a file; None if it cannot be known."""
        head = self.head
        if head is None or self.commit(commit) is None:
            return None
        ours = self._commits_missing_from(head, commit, in_time)
        try:
            count = None if ours is None else self._count_changing(head, ours, commit, path, in_time)
        except UnreadableTree:
            return None
        return count if self.objects.work.remaining > 0 else None

    def _commits_missing_from(self, head: str, commit: str, in_time: "Callable[[], bool]") -> "set[str] | None":
        """The ancestors of HEAD that are not ancestors of `commit`."""
        from heapq import heappop, heappush

        if head == commit:
            return set()
        ours, theirs, queued = {head}, {commit}, {head, commit}
        waiting: list[tuple[int, str]] = []
        for id_ in (head, commit):
            known = self.commit(id_)
            if known is None:
                return None
            heappush(waiting, (-known.date, id_))
        undecided = taken = 1
        slack, oldest = MAX_SKEWED_COMMITS, -(10**16)  # dates are negated here, so that the newest come first
        while waiting and slack:
            taken += 1
            if taken > MAX_COMMITS_SINCE or not in_time():
                return None
            date, id_ = heappop(waiting)
            queued.discard(id_)
            if id_ not in theirs:
                undecided -= 1
                oldest = max(oldest, date)
            slack = MAX_SKEWED_COMMITS if undecided or date <= oldest else slack - 1
            known = self.commit(id_)
            for parent in known.parents if known else ():
                is_new = parent not in ours and parent not in theirs
                if id_ in theirs:
                    undecided -= self._mark_as_theirs(parent, ours, theirs, queued)
                elif is_new:
                    undecided += 1
                    ours.add(parent)
                if is_new:
                    older = self.commit(parent)
                    queued.add(parent)
                    heappush(waiting, (-older.date if older else 0, parent))
        return ours - theirs

    def _mark_as_theirs(self, id_: str, ours: "set[str]", theirs: "set[str]", queued: "set[str]") -> int:
        """Mark a commit and its known ancestors as `theirs`; returns how many of them were queued."""
        waiting, count = [id_], 0
        while waiting:
            commit_id = waiting.pop()
            if commit_id in theirs:
                continue
            theirs.add(commit_id)
            if commit_id in queued:
                count += 1
            elif commit_id in ours:
                known = self.commit(commit_id)
                waiting += known.parents if known else ()
        return count

    def _count_changing(
        self, head: str, ours: "set[str]", bottom: str, path: str, in_time: "Callable[[], bool]"
    ) -> "int | None":
        """The number of these commits that changed a file, counted like `git rev-list BOTTOM..HEAD -- PATH`.

        If a merge left the file as it was on one side, only that side is followed.
        """
        count, waiting, seen = 0, [head], {head}
        while waiting:
            if not in_time():
                return None
            id_ = waiting.pop()
            commit = self.commit(id_)
            if commit is None or id_ not in ours:
                continue
            entry = self._entry(commit.tree, path)
            unchanged = {parent for parent in commit.parents if self._entry_at(parent, path) == entry}
            inside = [parent for parent in commit.parents if parent in ours or parent == bottom]
            followed = [parent for parent in inside if parent in unchanged][:1]
            compared = inside or commit.parents
            if not followed:
                count += not unchanged.issuperset(compared) if compared else entry is not None
            for parent in followed or commit.parents:
                if parent not in seen:
                    seen.add(parent)
                    waiting.append(parent)
        return count

    def _entry_at(self, commit: str, path: str) -> "tuple[bytes, str] | None":
        known = self.commit(commit)
        return self._entry(known.tree, path) if known is not None else None


def parse_commit(raw: bytes) -> "Commit | None":
    """A commit's tree, parents and date; None if it is not valid."""
    head = raw.partition(b"\n\n")[0].split(b"\n", MAX_PARENTS + 3)
    tree = head[0][5:].decode("ascii", "replace") if head[0].startswith(b"tree ") else ""
    parents = tuple(line[7:].decode("ascii", "replace") for line in head[1:] if line.startswith(b"parent "))
    written = next((line for line in head if line.startswith(b"committer ")), b"").rsplit(b" ", 2)
    date = int(written[1]) if len(written) == 3 and written[1].isdigit() and len(written[1]) < 16 else 0
    if not is_object_id(tree) or not all(map(is_object_id, parents)):
        return None
    return Commit(tree, parents, date)


def parse_tree(raw: bytes, hash_size: int) -> "dict[bytes, tuple[bytes, str]]":
    """The entries of a tree by name: mode and id."""
    entries: dict[bytes, tuple[bytes, str]] = {}
    at = 0
    while at < len(raw):
        space, end = raw.find(b" ", at, at + 8), raw.find(b"\0", at)
        if space < 0 or end < space or end + 1 + hash_size > len(raw):
            break
        entries[raw[space + 1 : end]] = raw[at:space], raw[end + 1 : end + 1 + hash_size].hex()
        at = end + 1 + hash_size
    return entries


def compute_object_id(kind: str, content: bytes, digits: int) -> str:
    """The id of an object, by SHA-1 or SHA-256."""
    from hashlib import sha1, sha256

    stored = f"{kind} {len(content)}\0".encode() + content
    return sha256(stored).hexdigest() if digits == 64 else sha1(stored, usedforsecurity=False).hexdigest()


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
