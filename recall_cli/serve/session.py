"""One caller of the server: who they are, what they may do, and where they work."""

from recall_cli.domain.scope import Filters
from recall_cli.flows.projects import (
    ALL_PROJECTS,
    project_of_workplace,
    project_to_write,
    projects_to_read,
    workplace_to_write,
)
from recall_cli.serve.background import start_reading as start_reading_now
from recall_cli.workplace import current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from recall_cli.engines.transaction import Transaction
    from recall_cli.serve.grant import Grant
    from recall_cli.serve.served_app import ServedApp
    from recall_cli.workplace import Workplace


class Session:
    """One caller, between two calls of tools."""

    def __init__(
        self,
        app: "ServedApp",
        grant: "Grant",
        *,
        folder: "str | None" = None,
        project: "str | None" = None,
        agent_session: "str | None" = None,
        has_brief: "Callable[[], bool]" = lambda: False,
        start_reading: "Callable[[], None] | None" = None,
    ) -> None:
        self.app, self.grant = app, grant
        self.folder = folder
        """The caller's folder on this machine; None if they work elsewhere. It is never the server's own folder."""
        self.project = project
        """The project of calls that name none; None for that of the folder."""
        self.agent_session = agent_session
        """The agent's name for its session; stored with its memories."""
        self.has_brief = has_brief
        """Tells whether a hook already gave this caller the brief of the session."""
        self.start_reading = start_reading or (lambda: start_reading_now(app))
        """Has waiting texts read; by default at once. A server that puts this off keeps the next calls quick."""

    def project_to_read(self, named: "str | None") -> "str | None":
        """The project to read, as `projects_to_read` takes it: without a folder and a name, all projects."""
        return named or self.project or (None if self.folder is not None else ALL_PROJECTS)

    def projects_to_read(
        self, tx: "Transaction", named: "str | None", *, only_global: bool = False
    ) -> "tuple[int, ...] | None":
        """The row numbers of the projects to read; None for all."""
        return projects_to_read(self.app, tx, self.project_to_read(named), only_global=only_global, folder=self.folder)

    def filters(self, tx: "Transaction", project: "str | None", topic: "str | None") -> Filters:
        """The memories that a call is about; without a project's name also those of no project."""
        return Filters(projects=self.projects_to_read(tx, project), everywhere=project is None, topic=topic)

    def place_of_caller(self, named: "str | None") -> "Workplace | str | None":
        """The project that a call is about, also where it is new: by its name or by the caller's folder."""
        return named or self.project or (None if self.folder is None else current_workplace(self.folder))

    def project_off_reason(self) -> "str | None":
        """Why the project of the caller's folder gives nothing; None if memory is on there."""
        if self.folder is None or self.project is not None:
            return None
        place = current_workplace(self.folder)
        with self.app.read_transaction() as tx:
            project = project_of_workplace(tx, place, ask_git=True)
        return None if project is None or project.enabled else f"memory is switched off for {project.name}"

    def place_to_write(self, named: "str | None", *, only_global: bool = False) -> "Workplace | str | None":
        """The place of a new memory: the named project, that of the folder, or none."""
        name = named or (None if only_global else self.project)
        if name or only_global or self.folder is None:
            return project_to_write(self.app, name, only_global=only_global or not name)
        return workplace_to_write(self.app, self.folder)
