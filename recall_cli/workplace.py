"""The project in which a command runs: a repository, recognized by its content and not by the name of its folder.

The files in `.git` are read, and git is never started: the settings of a repository could name programs to run.
Nothing in a repository can switch memory on or choose the store.
"""

import os
from _thread import _local

from recall_cli.domain.record import Record
from recall_cli.repository import read_regular_file
from recall_cli.repository.location import MAX_CONFIG_BYTES, Location, find_repository, first_remote_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.rules.places.stated_place import StatedPlace


class Workplace(Record):
    """A folder as a project."""

    marks: "tuple[str, ...]"
    """Texts that identify it, the best one first."""
    names: "tuple[str, ...]"
    """Names for a new project, the best one first."""
    git: "str | None" = None
    """The folder of the repository's shared data, if it is a repository."""
    top: "str | None" = None
    """The top folder of the work tree, if it is a repository."""
    folder: "str | None" = None
    """The folder itself."""


class Unanswered(Exception):
    """The client of a server has to answer a question first, and sends its command again with the answer."""

    def __init__(self, kind: str, subject: "Any") -> None:
        super().__init__(kind)
        self.kind, self.subject = kind, subject


class Client:
    """The machine for which a thread of a server runs a command: no file of the server's own stands for its files."""

    def __init__(self, place: Workplace, facts: "dict[str, Any]", answers: "dict[str, Any]") -> None:
        self.place = place
        """The folder in which the command was given; its marks and names only."""
        self.facts = facts
        """What the client said of itself with the command."""
        self._answers = answers

    @property
    def off_reason(self) -> "str | None":
        """Why nothing is stored at the client, as it says."""
        reason = self.facts.get("off")
        return reason[:300] if isinstance(reason, str) else None

    @property
    def masked(self) -> "tuple[tuple[str, int], ...]":
        """How many secrets of each kind the client has masked."""
        rows = self.facts.get("masked")
        pairs = rows.items() if isinstance(rows, dict) else ()
        return tuple((kind, count) for kind, count in pairs if kind.isprintable() and type(count) is int)

    def ask(self, kind: str, subject: "Any") -> "Any":
        """The client's answer to a question about its files; Unanswered if it did not come with the command."""
        from recall_cli.domain.json_text import dumps

        key = dumps([kind, subject])
        if key not in self._answers:
            raise Unanswered(kind, subject)
        return self._answers[key]


_thread = _local()


def client() -> "Client | None":
    """The client for which this thread works; None in a command on the user's own machine."""
    return getattr(_thread, "client", None)


def serve_client(served: "Client | None") -> None:
    """From now on this thread works for a client, or (None) for nobody."""
    _thread.client = served


MAX_ROOTS = 500
"""So many known first commits are compared with those of a repository."""
NO_WORKPLACE = Workplace(marks=(), names=())


def current_workplace(folder: "str | None" = None) -> Workplace:
    """The workplace of a folder, by default of the current one. Secrets in its marks and names are masked."""
    if (served := client()) is not None:
        return served.place if folder is None else NO_WORKPLACE
    workplace = _find_workplace(folder)
    if not any(map(_may_hold_secret, workplace.marks)):
        return workplace
    marks, names = map(mask_mark_uniquely, workplace.marks), map(mask_mark, workplace.names)
    return workplace.but(marks=tuple(marks), names=tuple(names))


def current_folder() -> "str | None":
    """The folder that the command runs in; None if it was removed meanwhile."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _find_workplace(folder: "str | None") -> Workplace:
    try:
        folder = os.path.realpath(folder or os.getcwd())
    except OSError:  # the current folder was removed
        return NO_WORKPLACE
    if "/projects/" in folder and (described := _claude_memory_workplace(folder)) is not None:
        return described
    repository = find_repository(folder)
    if repository is None:
        if folder in ("/", os.path.realpath(os.path.expanduser("~"))):
            return NO_WORKPLACE
        mark, name = "path:" + printable_path(folder), printable_path(os.path.basename(folder))
        return Workplace(marks=(mark,), names=(name,), folder=folder)
    top, common = repository.top, repository.shared
    own_mark = _repository_mark(common)
    path_mark = "path:" + printable_path(top)  # the folder may have been a project before it became a repository
    raw = read_regular_file(os.path.join(common, "config"), MAX_CONFIG_BYTES)
    remote = first_remote_url(raw) if raw else None
    if remote is not None:
        from recall_cli.rules.places.remotes import normalize_address, project_name_choices

        address = normalize_address(remote)
        names, marks = project_name_choices(address), ("git:" + address, own_mark, path_mark)
        return Workplace(marks=marks, names=names, git=common, top=top, folder=folder)
    name = printable_path(os.path.basename(top))
    return Workplace(marks=(own_mark, path_mark), names=(name,), git=common, top=top, folder=folder)


def _claude_memory_workplace(folder: str) -> "Workplace | None":
    """If the folder is a memory folder of Claude Code: the project that this memory is about."""
    from recall_cli.agents.claude_memory import resolve_project_folder

    resolved = resolve_project_folder(folder)
    if resolved is None:
        return None
    memory_folder, project = resolved
    if project is not None and resolve_project_folder(os.path.realpath(project)) is None:
        return _find_workplace(project)
    name = printable_path(os.path.basename(memory_folder)).strip("-")
    return Workplace(marks=("path:" + printable_path(memory_folder),), names=(name,))


def printable_path(path: str) -> str:
    """A path as text that can be stored: bytes that are not UTF-8 become escapes."""
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")


_SECRET_HINTS = ("=", "@", "?", "pass", "pw", "secret", "token", "key", "cred")


def _may_hold_secret(mark: str) -> bool:
    """Might this hold a secret? This runs for every folder, so it only checks for simple signs."""
    lower = mark.lower()
    return any(word in lower for word in _SECRET_HINTS) or any(map(_looks_random, mark.replace(":", "/").split("/")))


def _looks_random(part: str) -> bool:
    """Is this a long word with several digits, or with one digit and both upper and lower case letters?"""
    digits = sum(map(part.count, "0123456789")) if len(part) >= 20 else 0
    return digits > 2 or (digits > 0 and part.lower() != part != part.upper())


def mask_mark(mark: str) -> str:
    """A mark or a name with its secrets masked."""
    if not _may_hold_secret(mark):
        return mark
    from recall_cli.rules.secrets import mask

    kind, _, rest = mark.partition(":")
    return f"{kind}:{mask(rest).text}" if kind in ("path", "git", "gitdir", "root") else mask(mark).text


def mask_mark_uniquely(mark: str) -> str:
    """A mark with its secrets masked. The inode number of a folder distinguishes paths that become equal by masking."""
    masked = mask_mark(mark)
    if masked != mark and mark.startswith("path:"):
        try:
            return f"{masked}:{os.stat(mark[5:]).st_ino}"
        except OSError:
            pass
    return masked


def path_key(path: str) -> str:
    """Identifies a file in the store: its path, with secrets masked and then with its inode number."""
    return mask_mark_uniquely("path:" + printable_path(path))[5:]


def stated_place_of(place: Workplace) -> "StatedPlace | None":
    """The branch and the commit that are checked out; None if HEAD is detached or cannot be read."""
    from recall_cli.rules.places.stated_place import BRANCH, COMMIT, stated_place

    if (served := client()) is not None:
        return stated_place(served.facts.get("stated"))
    repository = find_repository(place.top) if place.git is not None and place.top is not None else None
    if repository is None:
        return None
    from recall_cli.repository.refs import head_branch

    found = head_branch(repository.private, repository.shared)
    return None if found is None else stated_place({BRANCH: found[0], COMMIT: found[1]})


def root_commit(common: str, limit: int = 0) -> "str | None":
    """The repository's first commit, as a mark; None if the history cannot be read to its end.

    With a limit, a longer history is followed along first parents only, and only for a limited time.
    """
    if (served := client()) is not None:
        return _as_root(served.ask("root commit", limit))
    from recall_cli.repository.history import History

    with History(Location(top=common, private=common, shared=common)) as history:
        first = history.first_commit(limit)
    return "root:" + first if first else None


def has_commit(common: str, roots: "list[str]") -> bool:
    """Whether the repository has one of the commits that these marks name."""
    if (served := client()) is not None:
        return served.ask("has commit", roots) is True
    from recall_cli.repository.history import History

    with History(Location(top=common, private=common, shared=common)) as history:
        return any(history.objects.has(mark[5:]) for mark in roots)


def known_root_commit(common: str, roots: "list[str]") -> "str | None":
    """The repository's first commit, if it is one of these marks. Most repositories have none of these commits."""
    if (served := client()) is not None:
        root = _as_root(served.ask("known root commit", roots))
        return root if root in roots else None
    from recall_cli.repository.history import History

    with History(Location(top=common, private=common, shared=common)) as history:
        if not any(history.objects.has(mark[5:]) for mark in roots):
            return None
        mark = f"root:{history.first_commit()}"
    return mark if mark in roots else None


def _as_root(answer: "Any") -> "str | None":
    """The answer of a client as the mark of a first commit."""
    digits = answer[5:] if isinstance(answer, str) and answer.startswith("root:") else ""
    return answer if 7 <= len(digits) <= 64 and digits.isalnum() and digits.isascii() else None


def inode_of(git: str) -> str:
    """The inode number of a repository's folder."""
    served = client()
    marks = () if served is None else served.place.marks
    own = (mark.rpartition(":")[2] for mark in marks if mark.startswith("gitdir:"))
    return str(os.stat(git).st_ino) if served is None else next(own, "")


def has_inode(path: str, inode: str) -> bool:
    """Whether the folder with this inode number still exists."""
    if (served := client()) is not None:
        return served.ask("has inode", [path, inode]) is True
    try:
        return str(os.stat(path).st_ino) == inode
    except (OSError, ValueError):
        return False


def _repository_mark(common: str) -> str:
    """A mark of a repository on this machine: its path and inode number, since its folder may be made again."""
    try:
        return f"gitdir:{printable_path(common)}:{os.stat(common).st_ino}"
    except OSError:
        return f"gitdir:{printable_path(common)}"
