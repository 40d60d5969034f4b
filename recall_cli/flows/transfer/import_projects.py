"""The projects of imported memories: those in the header of an export, or the project where the import runs."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.projects import (
    ensure_project,
    project_by_name,
    project_of_workplace,
    validate_name,
    workplace_to_write,
)
from recall_cli.rules.text.memory_json import NO_PROJECT
from recall_cli.workplace import Workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Workplace


class ExportedProject(Record):
    """A project in the header of an export."""

    marks: "tuple[str, ...]" = ()
    enabled: bool = True


NOT_EXPORTED = ExportedProject()
"""Stands for a project that is not in the header."""


def exported_projects(entries: object) -> "dict[str, ExportedProject]":
    """The valid projects in the header of an export, by name."""
    from recall_cli.flows.transfer.home_paths import HomePaths

    lengthen = HomePaths().lengthen
    projects: dict[str, ExportedProject] = {}
    for entry in entries if isinstance(entries, list) else ():
        name, marks = (entry.get("name"), entry.get("marks")) if isinstance(entry, dict) else (None, None)
        if isinstance(name, str) and isinstance(marks, list):
            valid_marks = tuple(lengthen(mark) for mark in marks if isinstance(mark, str))
            projects[name] = ExportedProject(marks=valid_marks, enabled=entry.get("enabled") is not False)
    return projects


class ImportedProjects:
    """Finds and creates the projects of the lines of one import."""

    def __init__(self, app: "App", place: "Workplace | str | None") -> None:
        self._app, self._place = app, place
        self._exported: dict[str, ExportedProject] = {}
        self._created: dict[str, int] = {}
        """The row numbers of the projects that lines were written to."""
        self._name_problems: dict[str, str] = {}
        """For each name that was checked: why a project cannot have it; empty if it can."""
        # what the present transaction shows
        self._tx: Transaction | None = None
        self._numbers: dict[str | None, int | None] = {}
        self._default: tuple[int | None] | None = None
        """The project of lines without one, once it was looked up or created."""

    def use_header(self, projects: "dict[str, ExportedProject]") -> None:
        """The file is an export: its projects are known, and a line without a project belongs to none."""
        self._exported, self._place = projects, None

    @property
    def has_exported(self) -> bool:
        """Does the header name projects?"""
        return bool(self._exported)

    def find(self, tx: "Transaction", name: "str | None") -> "int | None":
        """The row number of the project of a line; None if it has no project, 0 if the project does not exist yet."""
        self._begin(tx)
        if self._is_in_none(name):
            return None
        if name not in self._numbers:
            marks = self._exported.get(name, NOT_EXPORTED).marks if name else ()
            self._numbers[name] = find_project_number(tx, name, marks, self._place)
        return self._numbers[name]

    def ensure(self, tx: "Transaction", name: "str | None") -> "int | None":
        """The row number of the project of a line. A new project is created, with the marks from the header."""
        if self._is_in_none(name):
            return None
        if not name:
            self._begin(tx)
            if self._default is None:
                project = ensure_project(tx, self._place)
                self._default, self._numbers = (project.n if project else None,), {}
            return self._default[0]
        if name not in self._created:
            exported = self._exported.get(name, NOT_EXPORTED)
            is_new = not self.find(tx, name)
            choice = Workplace(marks=exported.marks, names=(name,)) if exported.marks else name
            project = ensure_project(tx, choice)
            assert project is not None
            if is_new and not exported.enabled and self._app.channel == "user":  # only a person switches memory off
                tx.projects.set_enabled(project.n, False)
            self._tx = None  # look up again: the project exists now
            self._created[name] = project.n
        return self._created[name]

    def ensure_if_valid(self, tx: "Transaction", name: str) -> "int | None":
        """The same for a name in the history of a memory; None if a project cannot have this name."""
        return None if self.name_problem(tx, name) else self.ensure(tx, name)

    def ensure_exported(self, tx: "Transaction") -> None:
        """Create the projects of the header that have no memories, too."""
        for name in self._exported:
            self.ensure_if_valid(tx, name)

    def name_problem(self, tx: "Transaction", name: str) -> str:
        """Why a project cannot have this name; empty if it can, or if its marks identify it."""
        if name not in self._name_problems:
            self._name_problems[name] = ""
            try:
                if not self._exported.get(name, NOT_EXPORTED).marks and project_by_name(tx, name) is None:
                    validate_name(name)
            except UsageError as error:
                self._name_problems[name] = error.message
        return self._name_problems[name]

    def _is_in_none(self, name: "str | None") -> bool:
        """Does the line say that it belongs to no project, and no --project names one for such lines?"""
        return name == NO_PROJECT and not isinstance(self._place, str)

    def _begin(self, tx: "Transaction") -> None:
        """Forget what an earlier transaction showed."""
        if self._tx is not tx:
            self._tx, self._numbers, self._default = tx, {}, None


def find_project_number(
    tx: "Transaction", name: "str | None", marks: "tuple[str, ...]", place: "Workplace | str | None"
) -> "int | None":
    """The row number of the project of a line, by its name or else by where it is imported: None if it belongs to none.

    A project that does not exist yet has the number 0.
    """
    if name:
        project = (
            project_of_workplace(tx, Workplace(marks=marks, names=(name,))) if marks else project_by_name(tx, name)
        )
    elif isinstance(place, Workplace):
        project = project_of_workplace(tx, place)
    elif place:
        project = project_by_name(tx, place)
    else:
        return None
    return project.n if project else 0


WHERE_YOU_ARE = "where you are"
OF_ITS_REPOSITORY = "the repository of the file"
OF_ITS_FOLDER = "the project of its folder"
NAMED_AFTER_FOLDER = "named after the folder of the file"


class NotesPlace(Record):
    """Where the notes of a folder go."""

    workplace: "Workplace | None"
    why: str


def find_notes_place(app: "App", folder: str) -> NotesPlace:
    """The project for notes in a folder.

    It is their own repository or a folder that is a project already, else the repository or folder that the command
    runs in, and else a project for the folder. Notes outside of the current folder do not join it, unless it is a
    repository.
    """
    own = workplace_to_write(app, folder)
    if own is not None and own.git:
        here = workplace_to_write(app)
        same = here is not None and here.marks[:1] == own.marks[:1]
        return NotesPlace(workplace=own, why=WHERE_YOU_ARE if same else OF_ITS_REPOSITORY)
    if own is not None:
        described = own.marks[0] != "path:" + os.path.realpath(folder)  # by the memory folder of an agent
        with app.read_transaction() as tx:
            if described or project_of_workplace(tx, own) is not None:
                return NotesPlace(workplace=own, why=OF_ITS_FOLDER)
    here = workplace_to_write(app)
    current, inner = os.path.realpath(os.getcwd()), os.path.realpath(folder)
    if here is not None and (here.git or os.path.commonpath((current, inner)) == current):
        return NotesPlace(workplace=here, why=WHERE_YOU_ARE)
    return NotesPlace(workplace=own, why=NAMED_AFTER_FOLDER)


def place_note(app: "App", place: NotesPlace) -> str:
    """Which project the notes went to and why; empty if they belong to none."""
    if place.workplace is None:
        return "in no project: they are found everywhere (--project NAME names one)"
    with app.read_transaction() as tx:
        project = project_of_workplace(tx, place.workplace)
    name = project.name if project is not None else place.workplace.names[0]
    return f"into the project {name}, {place.why} (--project NAME names another)"
