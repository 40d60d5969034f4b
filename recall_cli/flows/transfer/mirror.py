"""A readable mirror: one Markdown page for each project in a folder, to read and to keep in git."""

import os
import stat

from recall_cli.domain.errors import RecallError, UnreadableFile, UsageError
from recall_cli.flows.edit.block_changes import block_of_memory
from recall_cli.rules.text.mirror_pages import MIRROR_MARK, page_file_name, render_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction

MAX_PAGE_BYTES = 50_000_000
PAGE_SUFFIX = ".md"


def write_mirror(tx: "Transaction", folder: str, wanted: "Filters", *, complete: bool) -> "dict[str, int]":
    """Write the pages of the memories that pass; how many memories each page has.

    A file that is no page of recall is never replaced. If the export is complete, pages of projects that have no
    memories any more are removed.
    """
    pages: dict[str | None, list[Memory]] = {}
    for memory in tx.memories.iterate(wanted):
        pages.setdefault(memory.project, []).append(memory)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    try:
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise UnreadableFile(f"cannot read {folder}: {(error.strerror or str(error)).lower()}") from error
    try:
        contents = {}
        for project, memories in pages.items():
            blocks = [block_of_memory(memory, memory.id) for memory in sorted(memories, key=lambda memory: memory.id)]
            contents[page_file_name(project)] = render_page(project, blocks)
        present = [name for name in sorted(os.listdir(place)) if name.endswith(PAGE_SUFFIX)]
        for name in present:
            if name in contents and not _read_page(place, name).startswith(MIRROR_MARK):
                raise UsageError(f"{os.path.join(folder, name)} is not a page of recall", "choose another folder")
        old = [name for name in present if name not in contents and _is_page(place, name)] if complete else []
        for name, content in contents.items():
            _write_page(place, name, content)
        for name in old:
            os.unlink(name, dir_fd=place)
    except OSError as error:
        raise RecallError(f"cannot write to {folder}: {(error.strerror or str(error)).lower()}") from error
    finally:
        os.close(place)
    return {page_file_name(project): len(memories) for project, memories in pages.items()}


def _read_page(place: int, name: str) -> str:
    """The text of a file in the folder; an error for a link, and for what is no ordinary file."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
    except OSError as error:
        raise UnreadableFile(f"cannot read {name}: a link, or not readable") from error
    with open(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_PAGE_BYTES:
            raise UnreadableFile(f"cannot read {name}: it is no ordinary file, or too large")
        return file.read().decode("utf-8-sig", "replace")


def _is_page(place: int, name: str) -> bool:
    try:
        return _read_page(place, name).startswith(MIRROR_MARK)
    except RecallError:
        return False


def _write_page(place: int, name: str, content: str) -> None:
    """Write a page that only its owner can read, if it changes; it appears when it is complete."""
    raw = content.encode("utf-8", "backslashreplace")
    draft = f".{name}.{os.getpid()}.new"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=place)
    try:
        with open(descriptor, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, name, src_dir_fd=place, dst_dir_fd=place)
    except OSError:
        os.unlink(draft, dir_fd=place)
        raise
