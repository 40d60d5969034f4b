"""Files that recall writes for a scheduler. A mark at their beginning identifies them; no other file is changed."""

import os

from recall_cli.schedulers.daily_command import ScheduleFailed

OWNER_MARK = "Written by recall schedule; recall schedule remove takes it away."


def read_own_file(path: str) -> "str | None":
    """The text of a file; None if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write_own_file(path: str, text: str) -> bool:
    """Write a file of ours completely; False if it has this text already. A file that is not ours is an error."""
    before = read_own_file(path)
    if before is not None and OWNER_MARK not in before:
        raise ScheduleFailed(f"{path} is not recall's own", "move it away first; nothing was changed")
    if before == text:
        return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)
    return True


def remove_own_file(path: str) -> bool:
    """Remove a file of ours; False if there is none, or if it belongs to another program."""
    before = read_own_file(path)
    if before is None or OWNER_MARK not in before:
        return False
    os.remove(path)
    return True
