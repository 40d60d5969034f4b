"""Git repositories, read as files. recall never runs git, so nothing that a repository's settings name is executed.

Every read has a limit, and only regular files inside the repository's own folder are opened.
"""

import os
from stat import S_ISREG

_OPEN_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW


def open_regular_file(path: str) -> "int | None":
    """A regular file, open for reading; None for anything else. The last part of the path must not be a symbolic
    link.
    """
    try:
        file = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError):  # missing, a link, or a path with a NUL
        return None
    if S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    return None


def read_regular_file(path: str, limit: int) -> "bytes | None":
    """The content of a regular file, up to a limit; None for anything else."""
    file = open_regular_file(path)
    if file is None:
        return None
    try:
        return read_up_to(file, limit)
    except OSError:
        return None
    finally:
        os.close(file)


def read_up_to(file: int, limit: int) -> bytes:
    """The first bytes of an open file."""
    content = os.read(file, limit)
    while 0 < len(content) < limit:
        more = os.read(file, limit - len(content))
        if not more:
            break
        content += more
    return content


def read_file_inside(root: str, name: str, limit: int) -> "bytes | None":
    """The content of a file below a folder, if no symbolic link leads to it. The folder's own path must have no
    links.
    """
    path = os.path.join(root, name)
    return read_regular_file(path, limit) if is_inside(root, path) else None


def is_inside(root: str, path: str) -> bool:
    """Whether a path stays below a folder, without symbolic links or `..`."""
    try:
        return path.startswith(root + os.sep) and os.path.realpath(path) == path
    except (OSError, ValueError):
        return False
