"""Folders that tests begin with: made once in a process, and for each test put back at the same place.

For what `Home.fill_once` cannot copy: several homes and repositories that name each other's places. A repository
without a remote does not come back as it was: recall knows it by the number that the file system gave its folder.
"""

import copy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import engine_choice
from tests.command import FolderContent, read_files, write_files

_made: dict[Path, tuple[FolderContent, Any]] = {}
"""For each folder: what was in it, and what its maker returned."""


def put_back(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Any]) -> Any:
    """What `make` returned for the folder of this name, in which all is now as `make` left it."""
    folder = factory.getbasetemp() / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if folder in _made and not engine_choice.is_postgres:  # what a server holds is not put back
        files, made = _made[folder]
        write_files(folder, files)
    else:
        made = make(folder)
        _made[folder] = read_files(folder), made
    return copy.deepcopy(made)
