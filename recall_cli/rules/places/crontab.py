"""Inserting, replacing and removing one marked block in the user's crontab, without changing any other byte."""

BLOCK_BEGIN, BLOCK_END = b"# >>> recall >>>", b"# <<< recall <<<"
BLOCK_BEGIN_JOINED = b"# >>> recall (the line before had no end) >>>"
"""The first line of a block if the crontab had no final line break: removing the block also removes the added one."""


class InvalidMarks(ValueError):
    """The marks do not form one block: the user has to correct the crontab."""


def split_block(text: bytes) -> "tuple[bytes, bytes | None, bytes]":
    """The text before the block, the lines of the block (None if there is no block), and the text after it."""
    parts: list[list[bytes]] = [[]]
    joined = False
    for line in text.splitlines(keepends=True):
        mark = line.strip()
        if mark in (BLOCK_BEGIN, BLOCK_BEGIN_JOINED):
            if len(parts) != 1:
                raise InvalidMarks("there are two opening marks")
            parts.append([])
            joined = mark == BLOCK_BEGIN_JOINED
        elif mark == BLOCK_END:
            if len(parts) != 2:
                raise InvalidMarks("there is a closing mark without an opening one")
            parts.append([])
        else:
            parts[-1].append(line)
    if len(parts) == 2:
        raise InvalidMarks("there is an opening mark without a closing one")
    before, after = b"".join(parts[0]), b"".join(parts[-1]) if len(parts) == 3 else b""
    return before[:-1] if joined else before, b"".join(parts[1]) if len(parts) == 3 else None, after


def remove_block(text: bytes) -> bytes:
    """The crontab as it was before the block was inserted."""
    before, _, after = split_block(text)
    return before + after


def insert_block(text: bytes, line: str) -> bytes:
    """The crontab with a block of this one line, in place of an existing block or at the end."""
    before, _, after = split_block(text)
    unended = bool(before) and not before.endswith(b"\n")
    begin = b"\n" + BLOCK_BEGIN_JOINED if unended else BLOCK_BEGIN
    return before + begin + b"\n" + line.encode("utf-8", "surrogateescape") + b"\n" + BLOCK_END + b"\n" + after


def crontab_entry(hour: int, minute: int, command: str) -> str:
    """A line that cron runs every day; percent signs are escaped, since cron reads them as line breaks."""
    return f"{minute} {hour} * * * " + command.replace("%", "\\%")
