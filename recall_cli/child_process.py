"""Programs that recall starts: command lines with the modules of this process and no others, and what marks them."""

import os
import sys

INSIDE_VARIABLE = "RECALL_INSIDE"
"""Set for every program that recall starts. Hooks that run inside it do nothing: they are not about the user's work."""
PROGRAM_FOLDER_NAME = "recall-extractor"
"""The folder in which the program of the extractor `command` runs. No session in a folder of this name is read."""
HOOK_CHECK_VARIABLE = "RECALL_HOOK_CHECK"
"""Set for a hook that `recall doctor` runs. The hook only reports which recall and which store it reached."""

ISOLATED_FLAG = "-I"
"""Python ignores its environment (PYTHONPATH, PYTHONHOME …) and loads nothing from the current folder."""


def python_command(code: str, *words: str) -> "list[str]":
    """A command line that runs code of recall in a new, isolated Python."""
    add_paths = f"import sys; sys.path += [path for path in {module_paths()!r} if path not in sys.path]; "
    return [sys.executable, ISOLATED_FLAG, "-c", add_paths + code, *words]


def recall_command(*words: str) -> "list[str]":
    """A command line that runs recall itself."""
    return python_command("from recall_cli.__main__ import main; main()", *words)


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
