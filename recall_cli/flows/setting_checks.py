"""Checks settings beyond type and range, when one is set and in `recall doctor`."""

import os

from recall_cli.agents.registry import KNOWN_AGENTS, find_agent
from recall_cli.domain.errors import ModelFailed, UsageError
from recall_cli.rules.text import normalize
from recall_cli.settings import SERVER_PREFIXES, VIEW_PREFIX, WEB_PREFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.app import App

FILE_SETTINGS = ("db", "encryption.key_file")
FOLDER_SETTINGS = ("backup.folder",)
CODE_VARIABLES = tuple("RECALL_ LD_ DYLD_ PYTHONPATH PYTHONSTARTUP NODE_OPTIONS BASH_ENV PERL5OPT RUBYOPT".split())
"""How variables begin that belong to recall, or that make programs load other code."""


def check_setting(app: "App", name: str, value: "Any") -> None:
    """Raise a UsageError if a value makes no sense."""
    if isinstance(value, str) and normalize.repair_unicode(value)[1]:
        raise UsageError(f"{value!r} is not UTF-8 text")
    if value in ("", None):
        return
    if name in CHECKS:
        CHECKS[name](app, name, str(value))
    elif name == "extractor" and value == "command" and not app.settings["extractor.command"]:
        app.note("extractor.command is not set yet, so the rules read: recall help extractors")
    elif name.startswith(VIEW_PREFIX):
        agent = name[len(VIEW_PREFIX) :].rpartition(".")[0]
        if agent not in KNOWN_AGENTS:
            app.note(f"recall knows no agent {agent!r}: this holds for callers that give that name themselves")


def check_all_settings(app: "App") -> "list[UsageError]":
    """All problems of the present settings, except values that cannot be read: those report themselves."""
    found: list[UsageError] = []
    for name in CHECKS:
        try:
            value, origin = app.settings.origin(name)
        except UsageError:
            continue
        if origin != "default":
            try:
                check_setting(app, name, value)
            except UsageError as error:
                found.append(error)
    from recall_cli.inference.claude import ADDRESS_VARIABLE

    try:
        _check_address(app, ADDRESS_VARIABLE, app.environment.get(ADDRESS_VARIABLE, "").strip())
    except UsageError as error:
        found.append(error)
    return found


def _check_address(_app: "App", name: str, value: str) -> None:
    from recall_cli.inference.claude import check_address

    try:
        check_address(value, name)
    except ModelFailed as failed:
        raise UsageError(failed.message, failed.hint) from None


def _check_store(app: "App", name: str, value: str) -> None:
    if value.startswith(WEB_PREFIXES):
        return  # its form is checked where every value of db is read
    if not value.startswith(SERVER_PREFIXES):
        _check_path(app, name, value)
        return
    from recall_cli.engines.postgres.server_address import parse_address

    parse_address(value)


def _check_path(_app: "App", name: str, value: str) -> None:
    from recall_cli.store_address import is_made_of_address

    path = os.path.expanduser(value)
    if name == "db" and is_made_of_address(path):
        raise UsageError(
            f"db is a file whose path was made of an address: {value}",
            "recall config db postgresql://HOST/DATABASE; recall admin migrate moves the memories that are in the file",
        )
    if not value.isprintable():
        raise UsageError(f"{name} must be a path without control characters, not {value!r}")
    if path.startswith("~"):
        raise UsageError(f"{name} names the home folder of nobody: {value}")
    if name in FOLDER_SETTINGS and os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(f"{name} must be a folder, and {value} is a file")
    if name in FILE_SETTINGS and (value.endswith("/") or os.path.isdir(path)):
        raise UsageError(f"{name} must be a file, and {value} is a folder")
    if name in FILE_SETTINGS and os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{name} must be an ordinary file, and {value} is none")
    parent = os.path.dirname(os.path.abspath(path))
    while not os.path.exists(parent):
        parent = os.path.dirname(parent)
    if not os.path.isdir(parent):
        raise UsageError(f"{name} cannot be {value}: {parent} is a file")


def _check_program(_app: "App", name: str, value: str) -> None:
    import shlex
    import shutil

    try:
        words = shlex.split(value)
    except ValueError as error:
        raise UsageError(f"{name} cannot be read as a command: {str(error).lower()}") from None
    if not words or shutil.which(os.path.expanduser(words[0])) is None:
        raise UsageError(f"{name} must be a command that can be run, not {value!r}", "it is run without a shell")


def _check_extractor(app: "App", _name: str, value: str) -> None:
    from recall_cli.inference.program import find_program

    try:
        find_program(value, app.environment.get("PATH", os.defpath))
    except ModelFailed as failed:
        raise UsageError(failed.message, failed.hint) from None


def _check_variables(_app: "App", name: str, value: str) -> None:
    """Names of variables alone: a value would put a key into the settings file. Those that load code are refused."""
    for variable in (part.strip() for part in value.split(",")):
        if not variable.replace("_", "a").isalnum() or not variable.isascii():
            raise UsageError(f"{name} takes names of variables, not {variable!r}", "separate them with commas")
        if variable.startswith(CODE_VARIABLES):
            raise UsageError(f"{name} cannot pass on {variable}", "it can make any program run other code")


def _check_agents(_app: "App", name: str, value: str) -> None:
    from recall_cli.flows.agents.switches import ALL_AGENTS_WORDS

    for word in (part.strip().lower() for part in value.split(",")):
        if word and word not in KNOWN_AGENTS and word not in ALL_AGENTS_WORDS:
            try:
                find_agent(word)
            except UsageError as error:
                raise UsageError(f"{name}: {error.message}", error.hint) from None


CHECKS: "dict[str, Callable[[App, str, str], None]]" = {
    "db": _check_store,
    **dict.fromkeys(("encryption.key_file", *FOLDER_SETTINGS), _check_path),
    **dict.fromkeys(("claude.key_command", "encryption.key_command"), _check_program),
    "extractor.command": _check_extractor,
    "extractor.environment": _check_variables,
    "claude.base_url": _check_address,
    "hooks.off": _check_agents,
}
"""For each of these settings: what raises a UsageError if its value makes no sense."""
