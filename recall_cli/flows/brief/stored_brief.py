"""Stored briefs: the brief of a project is the same until something changes, so its text is kept in the store.

A stored brief lies beside the memories that it is made of, in the same file. No stale one can be shown:

- Every transaction that changes a row removes all of them before its commit. Only counting uses leaves them.
- One is kept only if nothing was changed since it was read, by this process or another.
- Its name holds what was asked for: the version of recall, the view, the project, the confidence, the budget, and the
  times and sizes of the files that the agent reads itself.
- It holds for one day, and only until the next memory begins or ceases to be valid.
- A brief with a memory that is anchored to files is not kept, since files change unnoticed.
"""

from recall_cli import __version__
from recall_cli.domain.moment import DAY
from recall_cli.flows.brief.instruction_files import find_files
from recall_cli.flows.projects import projects_to_read
from recall_cli.workplace import Workplace, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.brief.instruction_files import FileState

MAX_STORED_BRIEFS = 16
"""Maximum number of stored briefs: one for each project, agent and budget that was asked for."""


class ShownMemory:
    """A memory of a stored brief: its row number and its id."""

    __slots__ = ("id", "n")

    def __init__(self, n: int, id_: str) -> None:
        self.n, self.id = n, id_


class StoredBrief:
    """The text of a brief for the start of a session, with the memories that it shows."""

    __slots__ = ("_head", "_mark", "_name", "block", "memories")

    def __init__(self, block: str, memories: "Sequence[ShownMemory | Memory]") -> None:
        self.block, self.memories = block, memories
        self._name, self._head, self._mark = "", "", (0, 0)

    def may_be_kept(self, tx: "Transaction", name: str) -> None:
        """Note under which name it may be kept, and as long as which state of the store; before the reading ends."""
        operation, *changes = tx.run("meta", "next_change")[0]
        until = min([tx.now - tx.now % DAY + DAY, *(moment for moment in changes if moment is not None)])
        self._name, self._head = name, f"{operation} {tx.now} {until}"
        self._mark = tx.engine.content_mark()

    def save(self, tx: "Transaction") -> None:
        """Keep the brief, if it was just made and nothing was changed since; before anything else is written."""
        if not self._name or tx.engine.content_mark() != self._mark:
            return
        if tx.run("meta", "count_stored_briefs")[0][0] >= MAX_STORED_BRIEFS:
            tx.run("meta", "drop_stored_briefs")
        shown = [f" {memory.n} {memory.id}" for memory in self.memories]
        tx.run("meta", "put_stored_brief", key=self._name, value=f"{self._head}{''.join(shown)}\n{self.block}")


def stored_session_brief(
    app: "App",
    tx: "Transaction",
    budget: int,
    project: "str | None" = None,
    *,
    only_global: bool = False,
    folder: "str | Workplace | None" = None,
) -> StoredBrief:
    """The brief for the start of a session, as `context.make_brief` makes it without a question."""
    files: tuple[FileState, ...] = ()
    if not (project or only_global):
        folder = folder if isinstance(folder, Workplace) else current_workplace(folder)
        files = find_files(folder)
    projects = projects_to_read(app, tx, project, only_global=only_global, folder=folder)
    if not tx.engine.keeps_briefs:
        return _make(app, tx, projects, budget, files)
    view = tx.view
    shown = (view.user, view.clearance, view.agent, view.topics, view.projects)
    name = repr((__version__, shown, projects, app.settings["min_confidence"], budget, [state[1:] for state in files]))
    return _find(tx, name) or _make(app, tx, projects, budget, files, name)


def _find(tx: "Transaction", name: str) -> "StoredBrief | None":
    """The stored brief with this name, if it holds now."""
    for value, newest_operation in tx.run("meta", "stored_brief", key=name):
        head, _, block = str(value).partition("\n")
        operation, since, until, *shown = head.split(" ")
        if int(operation) == newest_operation and int(since) <= tx.now < int(until):
            pairs = zip(shown[::2], shown[1::2], strict=True)
            return StoredBrief(block, [ShownMemory(int(n), id_) for n, id_ in pairs])
    return None


def _make(
    app: "App",
    tx: "Transaction",
    projects: "tuple[int, ...] | None",
    budget: int,
    files: "tuple[FileState, ...]",
    name: str = "",
) -> StoredBrief:
    """Make the brief from the memories."""
    from recall_cli.flows.brief.context import brief_of_projects

    brief = brief_of_projects(app, tx, projects, budget, files)
    made = StoredBrief(brief.block if brief.lines else "", brief.memories)
    if name and brief.lines and not brief.depends_on_files:
        made.may_be_kept(tx, name)
    return made


def store_next_brief(app: "App", agent: str, folder: str) -> None:
    """Prepare the brief for an agent's next session in a folder, after its last session was read; may do nothing."""
    from recall_cli.app import is_recall_error

    if not app.settings.has_store():
        return
    try:
        with app.read_transaction(app.view(agent)) as tx:
            brief = stored_session_brief(app, tx, int(app.settings["hooks.tokens"]), folder=folder)
        with app.best_effort_write(app.view(agent)) as tx:
            brief.save(tx)
    except Exception as error:
        if not is_recall_error(error):
            raise
