"""Replace a file at once: a reader sees the old content or the new one, and a failure leaves nothing behind."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def replace_file(path: str, parts: "Iterable[bytes]", mode: int = 0o600, *, sync: bool = True) -> None:
    """Write the parts of a file beside it, and put it in its place once it is complete.

    A link is replaced: give the path of its target to keep it. Without `sync`, a power cut may leave the old content.
    """
    draft = f"{path}.{os.getpid()}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        file = os.open(draft, flags, mode)
    except FileExistsError:  # a killed process had the same number
        os.unlink(draft)
        file = os.open(draft, flags, mode)
    try:
        with open(file, "wb") as out:
            os.fchmod(file, mode)
            out.writelines(parts)
            out.flush()
            if sync:
                os.fsync(file)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
