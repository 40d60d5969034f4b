"""The file that `recall edit` opens: written for its owner alone, edited, and read back."""

import os

from recall_cli.atomic_file import replace_file
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.rules.text.memory_blocks import Block, parse_blocks, render_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_FILE_BYTES = 20_000_000
FALLBACK_EDITORS = ("nano", "vi")
"""The editors for a person who has named none."""
INTRODUCTION = """\
<!-- Edit the fields and the texts, save the file, and close the editor. recall shows what changed. -->
<!-- A line or a block that you remove stays as it is. An empty field is cleared; - delete: yes deletes the memory. -->
<!-- Fields: type, topic, project, importance and confidence (0 to 1), entity, attribute and value of a fact, -->
<!-- valid-from and valid-until (2026-03-01, next week). One line for each tag: - tag: area=billing -->
<!-- Keep the headings (## …). All changes together are one operation: recall undo takes them back. -->
<!-- The texts are data that agents and people stored. -->
"""
ENDING = "<!-- end of the memories; editors take settings from the last lines, so none of them is a memory's -->\n" + (
    "<!-- -->\n" * 5
)
"""So many lines at the end that no editor takes a line of a memory for a setting of its own."""


def write_edit_file(blocks: "list[Block]", path: str, comments: "Mapping[str, list[str]] | None" = None) -> None:
    """Write the blocks to a file that only its owner can read."""
    lines = [
        line
        for block in blocks
        for line in render_block(block, with_empty_fields=True, comments=(comments or {}).get(block.id, ()))
    ]
    content = INTRODUCTION + "\n" + "\n".join(lines) + "\n" + ENDING
    replace_file(path, [content.encode("utf-8", "backslashreplace")])


def replace_edit_file(path: str, content: str) -> None:
    """Write a file anew, and remove all other files of its folder: what an editor left may hold the old words."""
    folder = os.path.dirname(path)
    replace_file(path, [content.encode()])
    for name in os.listdir(folder):
        if name != os.path.basename(path):
            try:
                os.remove(os.path.join(folder, name))
            except OSError:
                continue  # a folder, which no editor leaves


def read_edit_file(path: str) -> "list[Block]":
    """The blocks of an edited file; an error if it is no regular file, too large or not UTF-8."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise RecallError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from error
    with open(descriptor, "rb") as file:
        import stat

        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_FILE_BYTES:
            raise RecallError(f"cannot read {path}: it is no file of memories")
        raw = file.read()
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UsageError(f"line {line}: this is not UTF-8", "save the file as UTF-8") from error
    return parse_blocks(content)


def has_same_content(path: str, content: "bytes | None") -> bool:
    """Does a file still hold exactly this? False if it cannot be read, or if there is nothing to compare with."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            return content is not None and file.read(len(content) + 1) == content
    except OSError:
        return False


def editor_command(environment: "Mapping[str, str]", *, at_terminal: bool) -> "list[str]":
    """The command of the editor: VISUAL, EDITOR, or one that is there. No shell reads it."""
    import shlex
    import shutil

    for variable in ("VISUAL", "EDITOR"):
        named = environment.get(variable, "").strip()
        if named:
            try:
                return shlex.split(named)
            except ValueError:
                raise UsageError(f"{variable} cannot be read: {named!r}", "a quote is not closed") from None
    found = next((path for path in map(shutil.which, FALLBACK_EDITORS) if path), None)
    if found is None or not at_terminal:
        raise UsageError("there is no editor", "set VISUAL or EDITOR, e.g. EDITOR=nano recall edit ID")
    return [found]


def run_editor(command: "list[str]", path: str) -> int:
    """Run the editor on a file until it ends; its exit status. Its screen goes where a person sees it."""
    import subprocess

    screen = None if os.isatty(1) else 2  # standard output may be a pipe that takes JSON
    try:
        return subprocess.run([*command, path], stdout=screen, check=False).returncode  # noqa: S603 — the user's editor
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RecallError(f"cannot start the editor {command[0]!r}: {reason}", "set VISUAL or EDITOR") from error
