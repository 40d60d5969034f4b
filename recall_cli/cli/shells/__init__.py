"""Completion scripts, generated from the declarations of the commands and a template for each shell."""

import os

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, Param, option
from recall_cli.cli.registry import COMMANDS, SWITCHES, TOP_LEVEL, command_module_name
from recall_cli.domain.record import Record

SCRIPT_FILES = {"bash": "recall.bash", "zsh": "_recall", "fish": "recall.fish"}
"""The shells, with the file names of their scripts."""

HELP_OPTION = option("help", "Show options and examples.", "-h", kind="flag")
VERSION_OPTION = option("version", "Show the version.", "-V", kind="flag")
ROOT_OPTIONS = (*GLOBAL_OPTIONS, HELP_OPTION, VERSION_OPTION)
"""Options before a command's name."""


class ShellCommand(Record):
    """A command, as a completion script needs it."""

    name: str
    about: str
    options: "tuple[Param, ...]"
    places: "tuple[Param, ...]"
    is_offered: bool
    """False for a command that is called through another one."""


def shell_commands() -> "list[ShellCommand]":
    """All commands."""
    commands = []
    for name, (_, about) in COMMANDS.items():
        params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
        options = tuple(param for param in params if not param.positional)
        options += tuple(
            option(switch[2:], COMMANDS[other][1], kind="flag") for switch, other in SWITCHES.get(name, {}).items()
        )
        places = tuple(param for param in params if param.positional)
        commands.append(
            ShellCommand(
                name=name,
                about=ascii_description(about),
                options=(*options, *GLOBAL_OPTIONS, HELP_OPTION),
                places=places,
                is_offered=name in TOP_LEVEL,
            )
        )
    return commands


def completion_script(shell: str) -> str:
    """The completion script of a shell."""
    module = __import__(f"recall_cli.cli.shells.{shell}", fromlist=["template_values"])
    with open(os.path.join(os.path.dirname(__file__), SCRIPT_FILES[shell] + ".in"), encoding="utf-8") as file:
        template = file.read()
    for name, text in module.template_values(shell_commands()).items():
        template = template.replace(f"@{name}@", text)
    return template


def value_source(param: Param) -> str:
    """The source of a parameter's values: a kind, `=` and choices, `?` for anything, or `-` for a switch."""
    if param.kind == "flag":
        return "-"
    if param.choices or param.offers:
        return "=" + " ".join(param.choices or param.offers)
    return param.completes or "?"


def is_repeatable(param: Param) -> bool:
    """Can the parameter be repeated?"""
    return param.kind in ("many", "arguments", "words")


def ascii_description(text: str) -> str:
    """A help text in ASCII: shells read scripts in any encoding."""
    return text.removesuffix(".").replace("…", "...").encode("ascii", "replace").decode()


def quote(text: str) -> str:
    """A text in single quotes, as bash and zsh read it."""
    return "'" + text.replace("'", "'\\''") + "'"
