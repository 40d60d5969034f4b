"""The project of imported notes, and why it is that one."""

import os

from recall_cli.domain.record import Record
from recall_cli.flows.projects import project_of_workplace, workplace_to_write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.workplace import Workplace

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
    if own is not None and _is_project_already(app, own, folder):
        return NotesPlace(workplace=own, why=OF_ITS_FOLDER)
    here = workplace_to_write(app)
    if here is not None and (here.git or _is_inside(folder, os.getcwd())):
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


def _is_project_already(app: "App", own: "Workplace", folder: str) -> bool:
    """Is the folder known as a project, or described as one by an agent's memory folder?"""
    if own.marks[0] != "path:" + os.path.realpath(folder):
        return True
    with app.read_transaction() as tx:
        return project_of_workplace(tx, own) is not None


def _is_inside(folder: str, outer: str) -> bool:
    """Is a folder the outer one, or in it?"""
    inner, outer = os.path.realpath(folder), os.path.realpath(outer)
    return inner == outer or inner.startswith(outer.rstrip(os.sep) + os.sep)
