"""Completion scripts, made from the same declarations as the commands: what is fixed is in the scripts themselves."""

import os

from recall_cli.cli.doors.params import GLOBAL, Param, option
from recall_cli.cli.doors.registry import COMMANDS, module_of
from recall_cli.domain.record import Record

FILES = {"bash": "recall.bash", "zsh": "_recall", "fish": "recall.fish", "powershell": "recall.ps1"}
"""The shells, and what their scripts are called."""

HELP = option("help", "Show what it takes, with examples.", "-h", kind="flag")
VERSION = option("version", "Show the version.", "-V", kind="flag")
FIRST = (*GLOBAL, HELP, VERSION)
"""What may stand before a command's name."""


class Command(Record):
    """A command as a shell has to know it."""

    name: str
    about: str
    options: "tuple[Param, ...]"
    places: "tuple[Param, ...]"


def commands() -> "list[Command]":
    """Every command that there is."""
    found = []
    for name, (_, about) in COMMANDS.items():
        params = __import__(module_of(name), fromlist=["PARAMS"]).PARAMS
        options = tuple(param for param in params if not param.positional)
        places = tuple(param for param in params if param.positional)
        found.append(Command(name=name, about=plain(about), options=(*options, *GLOBAL, HELP), places=places))
    return found


def script(shell: str) -> str:
    """The completion script of a shell."""
    module = __import__(f"recall_cli.cli.shells.{shell}", fromlist=["filled"])
    with open(os.path.join(os.path.dirname(__file__), FILES[shell] + ".in"), encoding="utf-8") as file:
        template = file.read()
    for name, text in module.filled(commands()).items():
        template = template.replace(f"@{name}@", text)
    return template


def source(param: Param) -> str:
    """Where a parameter's values come from: a kind, its choices after `=`, `?` for anything, `-` for a switch."""
    if param.kind == "flag":
        return "-"
    if param.choices or param.offers:
        return "=" + " ".join(param.choices or param.offers)
    return param.completes or "?"


def again(param: Param) -> bool:
    """May it be given more than once?"""
    return param.kind in ("many", "arguments", "words")


def plain(text: str) -> str:
    """A help text as one short line of ASCII: scripts are read in every encoding."""
    return text.removesuffix(".").replace("…", "...").encode("ascii", "replace").decode()


def quoted(text: str) -> str:
    """A text in single quotes, as bash and zsh read it."""
    return "'" + text.replace("'", "'\\''") + "'"
