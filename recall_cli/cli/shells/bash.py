"""The script for bash (3.2, which macOS has, and later)."""

from recall_cli.cli.shells import FIRST, again, plain, quoted, source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall_cli.cli.doors.params import Param
    from recall_cli.cli.shells import Command


def filled(commands: "list[Command]") -> "dict[str, str]":
    """The commands, and for each its options (flags, source, description, parted by bars) and places."""
    names = [f"    {quoted(f'{command.name}|{command.about}')}" for command in commands]
    cases = []
    for command in commands:
        places = " ".join(quoted(source(param) + "*" * again(param)) for param in command.places)
        cases.append(f"    {command.name})\n      __recall_places=({places})\n{_options(command.options)} ;;")
    return {"commands": "\n".join(names), "first": _options(FIRST), "cases": "\n".join(cases)}


def _options(options: "Iterable[Param]") -> str:
    rows = (quoted("|".join((" ".join(param.flags), source(param), plain(param.help)))) for param in options)
    return "      __recall_options=(\n" + "\n".join("        " + row for row in rows) + ")"
