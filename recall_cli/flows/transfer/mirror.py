"""A readable mirror: one Markdown page for each project in a folder, written for git and edited by people."""

import os
import stat

from recall_cli.domain.errors import RecallError, UnreadableFile, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.edit.block_changes import BlockPlan, block_of_memory, is_in_store, plan_changes
from recall_cli.rules.text.memory_blocks import Block, parse_blocks
from recall_cli.rules.text.mirror_pages import MIRROR_MARK, page_file_name, render_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.domain.memory import Memory
    from recall_cli.domain.scope import Filters
    from recall_cli.engines.transaction import Transaction
    from recall_cli.flows.edit.memory_edits import MemoryChange

MAX_PAGE_BYTES = 50_000_000
MAX_PAGES = 2_000
PAGE_SUFFIX = ".md"


def write_mirror(tx: "Transaction", folder: str, wanted: "Filters", *, force: bool, complete: bool) -> "dict[str, int]":
    """Write the pages of the memories that pass; how many memories each page has.

    A page with edits that were not imported is not replaced, unless forced; other files never are. If the export is
    complete, pages of projects that have no memories any more are removed.
    """
    pages: dict[str | None, list[Memory]] = {}
    for memory in tx.memories.iterate(wanted):
        pages.setdefault(memory.project, []).append(memory)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    place = _open_folder(folder)
    try:
        contents = {}
        for project, memories in pages.items():
            blocks = [block_of_memory(memory, memory.id) for memory in sorted(memories, key=lambda memory: memory.id)]
            contents[page_file_name(project)] = render_page(project, blocks)
        present = [name for name in sorted(os.listdir(place)) if name.endswith(PAGE_SUFFIX)]
        old = [name for name in present if name not in contents and _is_page(place, name)] if complete else []
        for name in [*(name for name in present if name in contents), *old]:
            _check_replaceable(tx, place, folder, name, force=force)
        for name, content in contents.items():
            _write_page(place, name, content)
        for name in old:
            os.unlink(name, dir_fd=place)
    except OSError as error:
        raise RecallError(f"cannot write to {folder}: {(error.strerror or str(error)).lower()}") from error
    finally:
        os.close(place)
    return {page_file_name(project): len(memories) for project, memories in pages.items()}


def is_mirror(path: str) -> bool:
    """Is this a folder with at least one page?"""
    if not os.path.isdir(path):
        return False
    place = _open_folder(path)
    try:
        return any(_is_page(place, name) for name in os.listdir(place) if name.endswith(PAGE_SUFFIX))
    finally:
        os.close(place)


class MirrorConflict(Record):
    """A memory that an edited page and somebody else changed."""

    page: str
    edited: Block
    stored: Block


class GoneMemory(Record):
    """An edit of a memory that is deleted or erased."""

    page: str
    edited: Block
    reason: str


class MirrorPlan(Record):
    """What the edited pages of a folder change."""

    changes: "list[MemoryChange]"
    pairs: "list[tuple[Block, Block]]"
    """Each edited block that can be applied, beside what the store holds."""
    conflicts: "tuple[MirrorConflict, ...]"
    """The edits that are left out, because somebody else changed the same memory meanwhile."""
    gone: "tuple[GoneMemory, ...]"
    """The edits that are left out, because their memories are not there any more."""


def plan_mirror_import(app: "App", folder: str, settled: "tuple[MirrorConflict, ...]" = ()) -> MirrorPlan:
    """What the edited pages of a folder change; an error names the page and the line. Nothing else there is read.

    The edits of settled conflicts replace what the store held when they were shown.
    """
    edited_pages = _edited_blocks(read_mirror(folder))
    overwrites = {conflict.edited.id: conflict.stored.version for conflict in settled}
    plans: dict[str, BlockPlan] = {}
    with app.read_transaction() as tx:
        for page, blocks in edited_pages.items():
            try:
                plans[page] = plan_changes(
                    app, tx, [block.but(overwrites=overwrites.get(block.id, block.overwrites)) for block in blocks]
                )
            except RecallError as error:
                error.args = (f"{page}: {error}",)
                raise
    return MirrorPlan(
        changes=[change for plan in plans.values() for change in plan.changes],
        pairs=[pair for plan in plans.values() for pair in plan.pairs],
        conflicts=tuple(
            MirrorConflict(page=page, edited=edited, stored=stored)
            for page, plan in plans.items()
            for edited, stored in plan.conflicts
        ),
        gone=tuple(
            GoneMemory(page=page, edited=edited, reason=error.sentence)
            for page, plan in plans.items()
            for edited, error in plan.gone
        ),
    )


def _edited_blocks(pages: "dict[str, list[Block]]") -> "dict[str, list[Block]]":
    """The edited blocks of each page; UsageError if a memory was edited twice."""
    seen: dict[str, str] = {}
    edited_pages = {page: [block for block in blocks if block.is_edited] for page, blocks in pages.items()}
    for page, blocks in edited_pages.items():
        for block in blocks:
            if block.id in seen:
                raise UsageError(f"{page}, line {block.line}: {block.id} was edited in {seen[block.id]} too")
            seen[block.id] = page
    return edited_pages


def read_mirror(folder: str) -> "dict[str, list[Block]]":
    """The blocks of each page of a folder. A link is refused, and so is a page that is no ordinary file."""
    place = _open_folder(folder)
    try:
        names = [name for name in sorted(os.listdir(place)) if name.endswith(PAGE_SUFFIX)]
        if len(names) > MAX_PAGES:
            raise UnreadableFile(f"{folder} has {len(names):,} Markdown files; a mirror has at most {MAX_PAGES:,}")
        pages = {}
        for name in names:
            content = _read_page(place, name)
            if content.startswith(MIRROR_MARK):
                try:
                    pages[name] = parse_blocks(content)
                except RecallError as error:
                    error.args = (f"{name}: {error}",)
                    raise
        return pages
    finally:
        os.close(place)


def _open_folder(folder: str) -> int:
    try:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise UnreadableFile(f"cannot read {folder}: {(error.strerror or str(error)).lower()}") from error


def _read_page(place: int, name: str) -> str:
    """The text of a file in the folder; an error for a link, for what is no ordinary file, and for other encodings."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
    except OSError as error:
        raise UnreadableFile(f"cannot read {name}: a link, or not readable") from error
    with open(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_PAGE_BYTES:
            raise UnreadableFile(f"cannot read {name}: it is no ordinary file, or too large")
        raw = file.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UsageError(f"{name}, line {line}: this is not UTF-8", "save the file as UTF-8") from error


def _is_page(place: int, name: str) -> bool:
    try:
        return _read_page(place, name).startswith(MIRROR_MARK)
    except RecallError:
        return False


def _check_replaceable(tx: "Transaction", place: int, folder: str, name: str, *, force: bool) -> None:
    """UsageError for a file that is no page, or a page with edits that were not imported."""
    content = _read_page(place, name)
    if not content.startswith(MIRROR_MARK):
        raise UsageError(f"{os.path.join(folder, name)} is not a page of recall", "choose another folder")
    if force:
        return
    try:
        edited = any(block.is_edited and not is_in_store(tx, block) for block in parse_blocks(content))
    except RecallError:
        edited = True
    if edited:
        message = f"{os.path.join(folder, name)} has edits that were not imported"
        raise UsageError(message, f"recall import {folder} applies them; --force replaces the file")


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
