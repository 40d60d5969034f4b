"""The files that an agent reads itself: what stands there needs no line in a brief.

They are text of anybody, so they are only compared with what is stored. Nothing of them is shown or kept.
"""

import os
import stat

from recall_cli.repository import read_up_to
from recall_cli.workplace import Workplace, client, current_workplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.rules.change.sameness import SaidSentences

    FileState = tuple[str, int, int]

FILE_NAMES = ("CLAUDE.md", "AGENTS.md")
MAX_BYTES = 32_768
MAX_CLIENT_FILES = 8


def find_files(folder: "str | Workplace | None") -> "tuple[FileState, ...]":
    """The files in a session's folder and at the top of its repository: path, time of the last change, and size.

    A link is left out: it may lead anywhere, and what it leads to in the same folder is found there.
    """
    if (served := client()) is not None:  # its states name a stored brief, and nothing is opened
        rows = served.facts.get("files")
        return tuple(
            (row[0], row[1], row[2])
            for row in (rows if isinstance(rows, list) else [])[:MAX_CLIENT_FILES]
            if isinstance(row, list) and [*map(type, row)] == [str, int, int]
        )
    place = folder if isinstance(folder, Workplace) else current_workplace(folder)
    found = []
    for parent in dict.fromkeys(filter(None, (place.folder, place.top))):
        for name in FILE_NAMES:
            path = os.path.join(parent, name)
            try:
                status = os.lstat(path)
            except (OSError, ValueError):
                continue
            if stat.S_ISREG(status.st_mode):
                found.append((path, status.st_mtime_ns, status.st_size))
    return tuple(found)


def texts_in_files(files: "tuple[FileState, ...]", texts: "list[str]") -> "list[bool]":
    """For each text, whether the files say it."""
    if (served := client()) is not None:
        answer = served.ask("said in files", texts) if texts else []
        return [said is True for said in answer] if isinstance(answer, list) and len(answer) == len(texts) else []
    said = read_files(files)
    return [] if said is None else [said.say(text) for text in texts]


def read_files(files: "tuple[FileState, ...]") -> "SaidSentences | None":
    """What the files say; None if they say nothing."""
    texts = [text for path, _, _ in files for text in _read_statements(path)]
    if not texts:
        return None
    from recall_cli.rules.change.sameness import SaidSentences

    return SaidSentences(texts)


def _read_statements(path: str) -> "list[str]":
    """The statements of a file, each also without the heading before it."""
    from recall_cli.rules.text.markdown_notes import read_notes_file

    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            content = read_up_to(file, MAX_BYTES) if stat.S_ISREG(os.fstat(file).st_mode) else b""
        finally:
            os.close(file)
    except OSError:
        return []
    notes = read_notes_file(content.decode("utf-8", "replace")).notes
    return [text for note in notes for text in {note.text, note.text.removeprefix(f"{note.heading}: ")}]
