"""The script for PowerShell (5.1 and later)."""

from recall_cli.cli.shells import FIRST, Command, again, plain, source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.doors.params import Param


def filled(commands: "list[Command]") -> "dict[str, str]":
    """The commands, and for each its options and places, as tables."""
    none = Command(name="", about="", options=FIRST, places=())
    return {
        "commands": "\n".join(f"        ,@({_quoted(command.name)}, {_quoted(command.about)})" for command in commands),
        "cases": "\n".join(_case(command) for command in (none, *commands)),
    }


def _case(command: Command) -> str:
    options = "\n".join("            " + _row(param) for param in command.options)
    places = ", ".join(_quoted(source(param) + "*" * again(param)) for param in command.places)
    return f"        {_quoted(command.name)} {{\n            $places = @({places})\n{options}\n        }}"


def _row(param: "Param") -> str:
    flags = ", ".join(_quoted(flag) for flag in param.flags)
    return f"$options += ,@(@({flags}), {_quoted(source(param))}, {_quoted(plain(param.help))})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
