"""Which files and folders a memory's text names: `src/api/money.py`, PaymentStep.tsx, the Dockerfile of src/worker."""

from recall_cli.domain.record import Record
from recall_cli.rules.actions.plain_commands import PROGRAMS
from recall_cli.rules.questions.pasted_text import find_paths

MAX_TEXT_LETTERS = 4_000
MAX_NAMED = 12
"""Further files or folders of one text are ignored."""
CLAUSE_ENDS = (",", ";", ":", ".", "!", "?", ")", "—", "–")


class NamedFiles(Record):
    """The files that a text names, and the folders of whose files it speaks."""

    files: "tuple[str, ...]" = ()
    folders: "tuple[str, ...]" = ()


def read_named_files(text: str) -> NamedFiles:
    """The files and folders that a memory's text names.

    A folder counts only in a clause without a command: "run npm in web/admin" is about the command.
    """
    if "/" not in text and "." not in text:
        return NamedFiles()
    files: dict[str, None] = {}
    folders: dict[str, None] = {}
    words = text[:MAX_TEXT_LETTERS].split()
    paths = [next(iter(find_paths(word)), "").strip("/") for word in words]
    in_folders = {
        at: f"{paths[at + 2]}/{name}" for at in range(len(words) - 2) if (name := _base_name(words, paths, at))
    }
    names = {path.rpartition("/")[2] for path in [*paths, *in_folders.values()] if "/" in path}
    for at, path in enumerate(paths):
        is_part = at - 2 in in_folders
        if at in in_folders:
            files[in_folders[at]] = None
        elif _is_folder(path, words[at]):
            if not is_part and not _names_command(_clause(words, at)):
                folders[path] = None
        elif path and ("/" in path or path not in names):
            files[path] = None
    return NamedFiles(files=tuple(files)[:MAX_NAMED], folders=tuple(folders)[:MAX_NAMED])


def _base_name(words: "list[str]", paths: "list[str]", at: int) -> str:
    """The name of a file whose folder is named one word later: "Dockerfile of src/worker"; else empty."""
    name = words[at].strip("`\"'(")
    is_name = paths[at] == name or (name[:1].isupper() and name.endswith("file") and name.isalpha())
    return name if is_name and "/" not in name and _is_folder(paths[at + 2], words[at + 2]) else ""


def _is_folder(path: str, word: str) -> bool:
    is_marked = word.strip("`\"'()[],;:.!?")[-1:] == "/"
    return bool(path) and (is_marked or ("/" in path and "." not in path.rpartition("/")[2]))


def _clause(words: "list[str]", at: int) -> "list[str]":
    start = end = at
    while start and not words[start - 1].endswith(CLAUSE_ENDS):
        start -= 1
    while end < len(words) - 1 and not words[end].endswith(CLAUSE_ENDS):
        end += 1
    return words[start : end + 1]


def _names_command(words: "list[str]") -> bool:
    plain = [word.strip("`\"'(),;:.!?") for word in words]
    return any(word in PROGRAMS or (word[:1] == "-" and word.strip("-")) for word in plain)


def _has_several_words(name: str) -> bool:
    """Whether a file's name has several words, as in PaymentStep.tsx and vat_rates.yaml, and not in settings.py."""
    stem = name.partition(".")[0].strip("_")
    camel = any(first.islower() and second.isupper() for first, second in zip(stem, stem[1:], strict=False))
    return camel or "_" in stem or "-" in stem


def names_file(named: str, path: str, only_files: "tuple[str, ...]") -> bool:
    """Whether a file named in a text is the one with this path in the project.

    A name without a folder is enough if it has several words, so that few files have it, or if no other file of the
    project has it.
    """
    is_enough = "/" in named or _has_several_words(named) or path in only_files
    return is_enough and f"/{path}".endswith(f"/{named}")


def holds_file(folder: str, path: str) -> bool:
    """Whether a folder named in a text holds the file with this path; one name alone is a folder at the top."""
    return f"/{folder}/" in f"/{path}" if "/" in folder else path.startswith(f"{folder}/")
