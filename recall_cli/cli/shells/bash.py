"""The script for bash (3.2, which macOS has, and later)."""

from recall_cli.cli.shells import ROOT_OPTIONS, ascii_description, is_repeatable, quote, value_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.cli.parsing.params import Param
    from recall_cli.cli.shells import ShellCommand


def template_values(commands: "list[ShellCommand]") -> "dict[str, str]":
    """The values for the template: commands with their options (flags|source|description) and arguments."""
    names = [f"    {quote(f'{command.name}|{command.about}')}" for command in commands if command.is_offered]
    cases = []
    for command in commands:
        places = " ".join(quote(value_source(param) + "*" * is_repeatable(param)) for param in command.places)
        cases.append(f"    {command.name})\n      __recall_places=({places})\n{_option_rows(command.options)} ;;")
    return {"commands": "\n".join(names), "first": _option_rows(ROOT_OPTIONS), "cases": "\n".join(cases)}


def _option_rows(options: "Iterable[Param]") -> str:
    rows = (
        quote("|".join((" ".join(param.flags), value_source(param), ascii_description(param.help))))
        for param in options
    )
    return "      __recall_options=(\n" + "\n".join("        " + row for row in rows) + ")"
