"""What a memory bears on: its files, and the commands and errors that it names or was learned from."""

from recall_cli.domain.json_text import loads
from recall_cli.domain.record import Record
from recall_cli.rules.actions.action_keys import CODE, COMMAND, ERROR, FILE, FOLDER, PACKAGE, PHRASE, named_command_name
from recall_cli.rules.actions.error_phrases import phrase_names
from recall_cli.rules.actions.named_actions import NamedActions, read_named_actions
from recall_cli.rules.actions.named_files import NamedFiles, read_named_files
from recall_cli.rules.places.staleness import Anchor, read_anchors

FIXED_ERRORS, FAILED_COMMAND = "fixed_errors", "failed_command"
"""The names in a memory's metadata under which a session's errors and the command that failed are kept."""
MAX_FIXED_ERRORS = 8


class MemorySubjects(Record):
    """What one memory bears on."""

    anchors: "tuple[Anchor, ...]"
    named: NamedActions
    files: NamedFiles
    fixed_errors: "tuple[str, ...]"
    """The errors that it fixed, as fingerprints in text form."""


def read_subjects(text: str, anchors: "str | None", metadata: "str | None") -> MemorySubjects:
    """What a memory bears on, from its text, its anchors and its metadata.

    One that names an error is about that error, and not about every file of the folder where it occurs.
    """
    named, files = read_named_actions(text), read_named_files(text)
    return MemorySubjects(
        anchors=tuple(read_anchors(anchors)),
        named=named,
        files=files.but(folders=()) if named.errors else files,
        fixed_errors=read_fixed_errors(metadata),
    )


def read_fixed_errors(metadata: "str | None") -> "tuple[str, ...]":
    """The errors that a memory fixed, from its metadata, which can hold anything."""
    if not metadata or FIXED_ERRORS not in metadata:
        return ()
    try:
        values = loads(metadata)
    except ValueError:
        return ()
    errors = values.get(FIXED_ERRORS) if isinstance(values, dict) else None
    texts = [error for error in errors if isinstance(error, str)] if isinstance(errors, list) else []
    return tuple(texts[:MAX_FIXED_ERRORS])


def subject_names(subjects: MemorySubjects, text: str) -> "list[tuple[str, str]]":
    """The names of everything that a memory bears on, each with its kind."""
    names = [(FILE, anchor.path) for anchor in subjects.anchors]
    names += [(FILE, file) for file in subjects.files.files]
    names += [(FOLDER, folder.rpartition("/")[2]) for folder in subjects.files.folders]
    names += [(COMMAND, named_command_name(command.words)) for command in subjects.named.commands]
    names += [(PACKAGE, package) for package in subjects.named.packages]
    names += [(ERROR, error.text) for error in subjects.named.errors]
    names += [(ERROR, error) for error in subjects.fixed_errors]
    names += [(CODE, code.lower()) for code in subjects.named.codes]
    names += [(PHRASE, phrase) for phrase in phrase_names(text)]
    return [*dict.fromkeys(names)]
