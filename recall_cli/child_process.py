"""Programs that recall starts: their command lines, environment variables, number and pipes."""

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

INSIDE_VARIABLE = "RECALL_INSIDE"
"""Set for every program that recall starts. Hooks that run inside it do nothing: they are not about the user's work."""
PROGRAM_FOLDER_NAME = "recall-extractor"
"""The folder in which the program of the extractor `command` runs. No session in a folder of this name is read."""
HOOK_CHECK_VARIABLE = "RECALL_HOOK_CHECK"
"""Set for a hook that `recall doctor` runs. The hook only reports which recall and which store it reached."""

ISOLATED_FLAG = "-I"
"""Python ignores its environment (PYTHONPATH, PYTHONHOME …) and loads nothing from the current folder."""

_LENGTH_BYTES = 8


def python_command(code: str, *words: str) -> "list[str]":
    """A command line that runs code of recall in a new, isolated Python."""
    add_paths = f"import sys; sys.path += [path for path in {module_paths()!r} if path not in sys.path]; "
    return [sys.executable, ISOLATED_FLAG, "-c", add_paths + code, *words]


def recall_command(*words: str) -> "list[str]":
    """A command line that runs recall itself."""
    return python_command("from recall_cli.__main__ import main; main()", *words)


def count_helper_processes(limit: int) -> int:
    """How many processes can help this one: one for each processor up to the limit; none if there is only one."""
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    return min(limit, processors) if processors > 1 else 0


def send_value(pipe: "IO[bytes]", value: "Any") -> None:
    """Write a plain value into the pipe to a process of recall; ValueError if it is not plain."""
    data = marshal.dumps(value)
    pipe.write(len(data).to_bytes(_LENGTH_BYTES, "little") + data)
    pipe.flush()


def receive_value(pipe: "IO[bytes]") -> "Any":
    """The next value from the pipe of a process of recall; EOFError if that has ended."""
    length = pipe.read(_LENGTH_BYTES)
    if len(length) < _LENGTH_BYTES:
        raise EOFError
    return marshal.loads(pipe.read(int.from_bytes(length, "little")))  # noqa: S302 — from our own process


def module_paths() -> "list[str]":
    """The folders in which this process finds modules, without the current folder."""
    own_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return [path for path in sys.path if os.path.isabs(path) and (path == own_folder or not _is_current_folder(path))]


def drop_current_folder() -> None:
    """Load no module from the current folder or a relative PYTHONPATH any more."""
    if not sys.flags.isolated:
        own_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        relative = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if not os.path.isabs(path)]
        try:
            dropped = {"", os.getcwd(), *map(os.path.abspath, relative)} - {own_folder}
        except OSError:  # the current folder is gone
            return
        sys.path[:] = [path for path in sys.path if path not in dropped]


def _is_current_folder(path: str) -> bool:
    try:
        return os.path.samefile(path, os.curdir)
    except OSError:
        return False
