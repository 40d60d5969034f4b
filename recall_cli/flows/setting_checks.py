"""What a setting may not be, beyond its kind and its range: asked when one is set, and by `recall doctor`."""

import os

from recall_cli.domain.errors import UsageError
from recall_cli.rules.text import wording
from recall_cli.settings import VIEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App

FILES = ("db", "encryption.key_file")
FOLDERS = ("backup.folder",)
PROGRAMS = ("claude.key_command", "encryption.key_command")
ORDERED = (("decay.mild_days", "decay.strong_days"), ("decay.strong_factor", "decay.mild_factor"))
"""Of these pairs the first is at most the second."""


def check(app: "App", name: str, value: "Any") -> None:
    """Raise a UsageError where a value makes no sense, alone or beside the other settings."""
    if isinstance(value, str) and wording.mended(value)[1]:
        raise UsageError(f"{value!r} is not UTF-8 text")
    if value in ("", None):
        return
    if name in (*FILES, *FOLDERS):
        _check_path(name, str(value))
    elif name in PROGRAMS:
        _check_program(name, str(value))
    elif name == "claude.base_url":
        _check_address(name, str(value))
    elif name == "hooks.off":
        _check_agents(name, str(value))
    elif name.startswith(VIEW):
        _note_unknown_view(app, name)
    if name in {one for pair in ORDERED for one in pair}:
        check_order({one: value if one == name else app.settings[one] for pair in ORDERED for one in pair})


def check_all(app: "App") -> "list[UsageError]":
    """Everything that is wrong with the settings as they stand; what says itself that it cannot be read is left out."""
    found: list[UsageError] = []
    for name in (*FILES, *FOLDERS, *PROGRAMS, "claude.base_url", "hooks.off", *(first for first, _ in ORDERED)):
        try:
            value, origin = app.settings.origin(name)
        except UsageError:
            continue
        if origin != "default" or name.startswith("decay."):
            try:
                check(app, name, value)
            except UsageError as error:
                found.append(error)
    from recall_cli.inference.claude import ADDRESS

    try:
        _check_address(ADDRESS, app.environment.get(ADDRESS, "").strip())
    except UsageError as error:
        found.append(error)
    return found


def _check_address(name: str, value: str) -> None:
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.inference.claude import check_address

    try:
        check_address(value, name)
    except ModelFailed as failed:
        raise UsageError(failed.message, failed.hint) from None


def _check_path(name: str, value: str) -> None:
    path = os.path.expanduser(value)
    if not value.isprintable():
        raise UsageError(f"{name} must be a path without control characters, not {value!r}")
    if path.startswith("~"):
        raise UsageError(f"{name} names the home folder of nobody: {value}")
    if name in FOLDERS and os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(f"{name} must be a folder, and {value} is a file")
    if name in FILES and (value.endswith("/") or os.path.isdir(path)):
        raise UsageError(f"{name} must be a file, and {value} is a folder")
    if name in FILES and os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{name} must be an ordinary file, and {value} is none")
    parent = os.path.dirname(os.path.abspath(path))
    while not os.path.exists(parent):
        parent = os.path.dirname(parent)
    if not os.path.isdir(parent):
        raise UsageError(f"{name} cannot be {value}: {parent} is a file")


def _check_program(name: str, value: str) -> None:
    import shlex
    import shutil

    try:
        words = shlex.split(value)
    except ValueError as error:
        raise UsageError(f"{name} cannot be read as a command: {str(error).lower()}") from None
    if not words or shutil.which(os.path.expanduser(words[0])) is None:
        raise UsageError(f"{name} must be a command that can be run, not {value!r}", "it is run without a shell")


def _check_agents(name: str, value: str) -> None:
    from recall_cli.agents.known import KNOWN
    from recall_cli.agents.known import find as find_agent
    from recall_cli.flows.agents.switches import EVERY

    for word in (part.strip().lower() for part in value.split(",")):
        if word and word not in KNOWN and word not in EVERY:
            try:
                find_agent(word)
            except UsageError as error:
                raise UsageError(f"{name}: {error.message}", error.hint) from None


def _note_unknown_view(app: "App", name: str) -> None:
    from recall_cli.agents.known import KNOWN

    agent = name[len(VIEW) :].rpartition(".")[0]
    if agent not in KNOWN:
        app.note(f"recall knows no agent {agent!r}: this holds for callers that give that name themselves")


def check_order(values: "Any") -> None:
    """Raise a UsageError where of two settings, taken from these values, the lower one is above the higher one."""
    for low, high in ORDERED:
        if values[low] > values[high]:
            raise UsageError(
                f"{low} must be at most {high}, and {values[low]:g} is more than {values[high]:g}",
                f"recall config {high} shows the other one",
            )
