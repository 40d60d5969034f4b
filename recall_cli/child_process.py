"""Starting recall again as another process, with the modules that this one has and no others."""

import os
import sys

ISOLATED_FLAG = "-I"
"""Python takes nothing from its environment (PYTHONPATH, PYTHONHOME …), nor from the folder that it is started in."""


def python_command(code: str, *words: str) -> "list[str]":
    """A command line that runs some code of recall's own in a new, isolated Python."""
    known = f"import sys; sys.path += [path for path in {module_paths()!r} if path not in sys.path]; "
    return [sys.executable, ISOLATED_FLAG, "-c", known + code, *words]


def recall_command(*words: str) -> "list[str]":
    """A command line that runs recall itself."""
    return python_command("from recall_cli.__main__ import main; main()", *words)


def module_paths() -> "list[str]":
    """Where this process finds modules, without the folder that it is in."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return [path for path in sys.path if os.path.isabs(path) and (path == own or not _is_current_folder(path))]


def drop_current_folder() -> None:
    """From now on no module is loaded from the folder that this runs in, or from where a relative PYTHONPATH leads."""
    if not sys.flags.isolated:
        own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        relative = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if not os.path.isabs(path)]
        try:
            left_out = {"", os.getcwd(), *map(os.path.abspath, relative)} - {own}
        except OSError:  # the current folder is gone
            return
        sys.path[:] = [path for path in sys.path if path not in left_out]


def _is_current_folder(path: str) -> bool:
    try:
        return os.path.samefile(path, os.curdir)
    except OSError:
        return False
