"""Projects, and the marks (remote, root commit, folder) by which they are recognised."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.engines.tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.engines.engine import Row


class Project(Record):
    """A project as the store knows it."""

    n: int
    name: str
    enabled: bool
    created_at: int = 0
    memories: int = 0
    marks: "tuple[str, ...]" = ()


class Projects(Table):
    """The project and identity tables within one transaction."""

    def by_mark(self, mark: str) -> "Project | None":
        """The project with this mark."""
        return _project_from_rows(self._tx.run("projects", "by_mark", mark=mark))

    def by_name(self, name: str) -> "Project | None":
        return _project_from_rows(self._tx.run("projects", "by_name", name=name))

    def name(self, project: int) -> "str | None":
        """The name of a project."""
        rows = self._tx.run("projects", "name", project=project)
        return str(rows[0][0]) if rows else None

    def marks(self, project: int) -> "list[str]":
        """The marks of a project."""
        return [row[0] for row in self._tx.run("projects", "marks", project=project)]

    def root_commit_marks(self, limit: int) -> "list[str]":
        """The marks that are root commits."""
        return [row[0] for row in self._tx.run("projects", "roots", limit=limit)]

    def folder_marks(self, limit: int) -> "list[tuple[str, str]]":
        """The marks that are folders, each with the name of its project, of the projects that this view shows."""
        return [(row[0], row[1]) for row in self._tx.run("projects", "folders", limit=limit)]

    def all(self) -> "list[Project]":
        """All projects that this view shows, with the number of their memories."""
        name = "all" if self._tx.view.whole else "all_seen"
        return [
            Project(n=n, name=name, enabled=bool(on), created_at=at, memories=count, marks=tuple(loads(marks)))
            for n, name, on, at, count, marks in self._tx.run("projects", name)
        ]

    def names_with_prefix(self, prefix: str) -> "list[str]":
        """The names that begin so."""
        return [row[0] for row in self._tx.run("projects", "starting", low=prefix, high=prefix + "\U0010ffff")]

    def add(self, name: str) -> Project:
        """A new project; the name must be free."""
        return Project(n=self._tx.run("projects", "add", name=name)[0][0], name=name, enabled=True)

    def add_mark(self, mark: str, project: int) -> None:
        """Let a mark stand for a project."""
        self._tx.run("projects", "recognise", mark=mark, project=project)

    def forget_mark(self, mark: str) -> None:
        self._tx.run("projects", "forget_mark", mark=mark)

    def rename(self, project: int, name: str) -> None:
        self._tx.run("projects", "rename", project=project, name=name)

    def set_enabled(self, project: int, enabled: bool) -> None:
        self._tx.run("projects", "enable", project=project, enabled=enabled)

    def members(self, project: int) -> "list[int]":
        """All memories of a project, in any state."""
        return [row[0] for row in self._tx.run("projects", "members", project=project)]

    def count_user_stated(self, project: int) -> int:
        """How many memories of a project the user stated or pinned."""
        return int(self._tx.run("projects", "said_by_user", project=project)[0][0])

    def move_marks(self, op: int, project: int, into: int) -> None:
        """Move the marks of one project to another, as part of an operation."""
        self._tx.run("projects", "note_move", op=op, project=project, into=into)
        self._tx.run("projects", "move_marks", project=project, into=into)

    def record_mark(self, op: int, mark: str, project: int, origin: "int | None" = None) -> None:
        """Record a mark that stands for a project from one operation on, and the project for which it stood before."""
        origin = project if origin is None else origin
        self._tx.run("projects", "note_mark", op=op, mark=mark, project=project, origin=origin)

    def recorded_marks(self, op: int) -> "list[tuple[str, int]]":
        """The marks that an operation recorded without another project, each with its project."""
        return [(row[0], row[1]) for row in self._tx.run("projects", "noted_marks", op=op)]

    def project_of_mark(self, op: int, mark: str) -> "int | None":
        """The project for which a recorded mark of an operation stands."""
        rows = self._tx.run("projects", "noted_mark", op=op, mark=mark)
        return int(rows[0][0]) if rows else None

    def anchored_memories(self, project: int) -> "list[Memory]":
        """The believed memories of a project that are anchored to its code, oldest first."""
        from recall_cli.engines.tables.memories import memories_from_rows

        return memories_from_rows(self._tx, self._tx.run("projects", "anchored", project=project))

    def move_marks_back(self, op: int, undone: int) -> None:
        """Move marks back that an operation moved, except those that stand for a third project by now."""
        self._tx.run("projects", "note_move_back", op=op, undone=undone)
        self._tx.run("projects", "move_marks_back", op=op)


def _project_from_rows(rows: "list[Row]") -> "Project | None":
    return Project(n=rows[0][0], name=rows[0][1], enabled=bool(rows[0][2])) if rows else None
