"""The files of `recall edit` in recall's own data folder: those that stay after a mistake or a crash are listed,
continued, cleaned of erased words, and removed when they are old.

Each is in a folder of its own, named with a number, beside the store.
"""

import os

from recall_cli.domain.errors import NotFound, RecallError
from recall_cli.domain.moment import DAY
from recall_cli.domain.record import Record
from recall_cli.flows.edit.edit_file import ENDING, INTRODUCTION, replace_edit_file
from recall_cli.flows.write.masking import count_masked, masked_note
from recall_cli.rules.secrets import mask
from recall_cli.rules.text.memory_blocks import HEADING, VERSION, block_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.app import App

FOLDER_SUFFIX = ".edits"
FILE_NAME = "memories.md"
MAX_AGE = 30 * DAY
"""Maintenance removes a file that nobody has touched for so long."""
MAX_FILES = 1_000
ATTRIBUTE, VALUE, TAG = "- attribute:", "- value:", "- tag:"


class UnfinishedEdit(Record):
    """The file of an edit that was not finished."""

    name: str
    path: str
    memories: int
    changed_at: int


def edits_folder(app: "App") -> str:
    """The folder of the files of `recall edit`; it may not exist."""
    return app.settings.files_beside + FOLDER_SUFFIX


def new_edit_path(app: "App") -> str:
    """The path of a new file, in a new folder that only its owner can read."""
    folder = edits_folder(app)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    for number in range(1, MAX_FILES):
        try:
            os.mkdir(os.path.join(folder, str(number)), 0o700)
        except FileExistsError:
            continue
        return os.path.join(folder, str(number), FILE_NAME)
    raise NotFound(f"{folder} is full of unfinished edits", "recall edit --discard removes them")


def is_own_edit(app: "App", path: str) -> bool:
    """Is this a file in recall's own folder, not one elsewhere?"""
    return os.path.dirname(os.path.dirname(os.path.abspath(path))) == edits_folder(app)


class OpenEdit:
    """Locks the file of an edit while it is open in an editor, and masks the secrets in it if it stays.

    A file elsewhere is the person's own: it is neither locked nor changed.
    """

    def __init__(self, app: "App", path: str) -> None:
        self._app, self._path = app, os.path.abspath(path)
        self._folder = os.path.dirname(self._path) if is_own_edit(app, path) else None
        self._lock: int | None = None

    def __enter__(self) -> None:
        if self._folder is not None:
            self._lock = _lock_folder(self._folder)
            if self._lock is None:
                raise RecallError("this edit is open in another recall edit", "go on there")

    def __exit__(self, _kind: object, error: object, _traceback: object) -> None:
        if self._lock is None:
            return
        try:
            found = mask_draft(self._path) if os.path.exists(self._path) else {}
        finally:
            os.close(self._lock)
        if found:
            masked = masked_note(found.items(), " in your file")
            if isinstance(error, RecallError):
                error.hint = f"{masked}; {error.hint}".removesuffix("; ")
            else:
                self._app.note(masked)


def unfinished_edits(app: "App") -> "list[UnfinishedEdit]":
    """The unfinished edits that no recall edit has open now, the newest first; no secret is in them."""
    edits = []
    for name in _folder_names(app):
        path = os.path.join(edits_folder(app), name, FILE_NAME)
        try:
            lock = _lock_folder(os.path.dirname(path))
            if lock is None:
                continue
            try:
                changed_at = os.stat(path).st_mtime_ns // 1_000_000
                mask_draft(path)  # recall edit was killed
            finally:
                os.close(lock)
            content = _read(path)
        except OSError:
            continue
        memories = sum(line.startswith(HEADING) for line in content.split("\n"))
        edits.append(UnfinishedEdit(name=name, path=path, memories=memories, changed_at=changed_at))
    return sorted(edits, key=lambda edit: (-edit.changed_at, edit.name))


def find_unfinished_edit(app: "App", name: str) -> UnfinishedEdit:
    """The file with this number or path; NotFound names those that there are."""
    edits = unfinished_edits(app)
    for edit in edits:
        if name in (edit.name, edit.path) or os.path.abspath(name) == edit.path:
            return edit
    names = ", ".join(edit.name for edit in edits)
    raise NotFound(f"there is no unfinished edit {name!r}", f"there are: {names}" if names else "there is none")


def remove_edit(app: "App", path: str) -> None:
    """Remove the folder of a file, with whatever the editor left there; a file elsewhere stays."""
    import shutil

    if is_own_edit(app, path):
        shutil.rmtree(os.path.dirname(os.path.abspath(path)), ignore_errors=True)
        try:
            os.rmdir(edits_folder(app))
        except OSError:
            return  # other edits are in it


def remove_old_edits(app: "App") -> int:
    """Remove the files that nobody has touched for a long time; returns how many."""
    before = app.now() - MAX_AGE
    old = [edit for edit in unfinished_edits(app) if edit.changed_at < before]
    for edit in old:
        remove_edit(app, edit.path)
    return len(old)


def clean_edits(app: "App", ids: "Iterable[str]", words: "frozenset[str]") -> int:
    """Remove erased memories and erased words from all unfinished edits; returns how many were changed.

    The block of an erased memory is removed, and every block with an erased word. What an editor left beside such a
    file is removed too.
    """
    erased = tuple(ids)
    changed = 0
    for name in _folder_names(app):
        path = os.path.join(edits_folder(app), name, FILE_NAME)
        try:
            content = _read(path)
        except FileNotFoundError:
            content = ""  # only what an editor left, which cannot be looked into
        except OSError:
            continue
        cleaned, is_changed = _without_erased(content, erased, words)
        if not is_changed:
            continue
        changed += 1
        if cleaned:
            replace_edit_file(path, cleaned)
        else:
            remove_edit(app, path)
    return changed


def _lock_folder(folder: str) -> "int | None":
    """The open folder, locked until it is closed; None if another process has it."""
    import fcntl

    file = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file


def _without_erased(content: str, ids: "tuple[str, ...]", words: "frozenset[str]") -> "tuple[str, bool]":
    """The text of a file without the blocks that have erased content, and whether there were any.

    The text is empty if no block is left. What stands before the first block is recall's own introduction.
    """
    from recall_cli.flows.edit.byte_scan import split_words

    lines = content.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith(HEADING)]
    blocks = [lines[start:end] for start, end in zip(starts, [*starts, len(lines)][1:], strict=True)]
    remaining = []
    for block in blocks:
        shown_id = block[0].removeprefix(HEADING).split(" ")[0].strip().lower()
        is_erased = bool(shown_id) and any(id_.startswith(shown_id) for id_ in ids)
        if not is_erased and not split_words(block_words(block)) & words:
            remaining.append(block)
    if len(remaining) == len(blocks) and blocks:
        return content, False
    if not remaining:
        return "", True
    ending_lines = ENDING.splitlines()
    text = "\n".join(line for block in remaining for line in block if line not in ending_lines)
    return INTRODUCTION + "\n" + text.rstrip("\n") + "\n\n" + ENDING, True


def _read(path: str) -> str:
    """The text of an edit's file; OSError if it is a link or no ordinary file."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), encoding="utf-8", errors="replace") as file:
        return file.read()


def _folder_names(app: "App") -> "list[str]":
    try:
        return sorted(name for name in os.listdir(edits_folder(app)) if name.isdecimal())
    except OSError:
        return []


def remove_empty_folders(app: "App") -> None:
    """Remove the folders of edits whose files are gone, and the folder of all edits with the last of them."""
    folder = edits_folder(app)
    for path in (*(os.path.join(folder, name) for name in _folder_names(app)), folder):
        try:
            os.rmdir(path)
        except OSError:
            continue  # something is in it


def mask_draft(path: str) -> "dict[str, int]":
    """Mask the secrets in a file of recall's own; how many of each kind were masked.

    What an editor left beside the file is removed if a secret is in it or in the file.
    """
    found: dict[str, int] = {}
    masked, folder = None, os.path.dirname(path)
    for name in sorted(os.listdir(folder)):
        other = os.path.join(folder, name)
        content = _readable_content(other)
        if other == path:
            masked = _mask_blocks(content, found)
        elif secrets := mask(content).found:
            count_masked(found, secrets)
    if found:
        changed_at = os.stat(path).st_mtime_ns
        replace_edit_file(path, masked or "")
        os.utime(path, ns=(changed_at, changed_at))  # the day on which maintenance removes it stays
    return found


def _readable_content(path: str) -> str:
    """The characters of a file in UTF-8 or UTF-16; nothing of what is no ordinary file."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            raw = file.read()
    except OSError:
        return ""
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return raw.decode(encoding, "replace").replace("\0", "")


def _mask_blocks(content: str, found: "dict[str, int]") -> str:
    """The text of a file without secrets. The headings stay, so that the edit can be continued."""
    masked: list[str] = []
    block: list[str] = []
    for line in content.split("\n"):
        if _is_whole_heading(line):
            masked += [*_mask_block(block, found), line]
            block = []
        else:
            block.append(line)
    return "\n".join([*masked, *_mask_block(block, found)])


def _is_whole_heading(line: str) -> bool:
    """Is this a heading as recall wrote it, with nothing but an id and a version?"""
    id_, found, version = line.rstrip("\r").removeprefix(HEADING).partition(VERSION)
    digits = id_.replace("-", "") + version.removesuffix(")")
    return line.startswith(HEADING) and bool(found) and not digits.strip("0123456789abcdef")


def _mask_block(lines: "list[str]", found: "dict[str, int]") -> "list[str]":
    """The lines of a block without secrets; the value of a fact or a tag is judged together with its name, too."""
    covered = mask("\n".join(lines))
    count_masked(found, covered.found)
    lines = covered.text.split("\n") if lines else []
    attribute = next((line.removeprefix(ATTRIBUTE).strip() for line in lines if line.startswith(ATTRIBUTE)), "")
    return [_mask_named_value(line, attribute, found) for line in lines]


def _mask_named_value(line: str, attribute: str, found: "dict[str, int]") -> str:
    """A line with the value of a fact or a tag, masked as its name and value together show."""
    if line.startswith(TAG):
        name, _, value = line.removeprefix(TAG).strip().partition("=")
    elif line.startswith(VALUE):
        name, value = attribute, line.removeprefix(VALUE).strip()
    else:
        return line
    lead = f"{name}: "
    together = mask(lead + value)
    if not (name and value and together.found and together.text.startswith(lead)):
        return line
    count_masked(found, together.found)
    return line.removesuffix(value) + together.text.removeprefix(lead)
