"""The script for PowerShell (5.1 and later)."""

from recall_cli.cli.shells import ROOT_OPTIONS, ShellCommand, ascii_description, is_repeatable, value_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.parsing.params import Param


def template_values(commands: "list[ShellCommand]") -> "dict[str, str]":
    """The values for the template: commands with their options and arguments, as tables."""
    none = ShellCommand(name="", about="", options=ROOT_OPTIONS, places=(), is_offered=False)
    return {
        "commands": "\n".join(
            f"        ,@({_quote(command.name)}, {_quote(command.about)})" for command in commands if command.is_offered
        ),
        "cases": "\n".join(_command_case(command) for command in (none, *commands)),
    }


def _command_case(command: ShellCommand) -> str:
    options = "\n".join("            " + _option_row(param) for param in command.options)
    places = ", ".join(_quote(value_source(param) + "*" * is_repeatable(param)) for param in command.places)
    return f"        {_quote(command.name)} {{\n            $places = @({places})\n{options}\n        }}"


def _option_row(param: "Param") -> str:
    flags = ", ".join(_quote(flag) for flag in param.flags)
    return f"$options += ,@(@({flags}), {_quote(value_source(param))}, {_quote(ascii_description(param.help))})"


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
