"""The script for fish: one `complete` a command, an option, a place."""

from recall_cli.cli.shells import FIRST, Command, again, plain, source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.doors.params import Param


def filled(commands: "list[Command]") -> "dict[str, str]":
    """What takes a value, and a `complete` for each thing that can be completed."""
    none = Command(name="", about="", options=FIRST, places=())
    lines = [_complete("''", f"-a {command.name} -d {_quoted(command.about)}") for command in commands]
    for command in (none, *commands):
        lines.append("")
        lines += [_complete(command.name or "''", _option(param)) for param in command.options]
        for number, param in enumerate(command.places, 1):
            if source(param) != "?":
                at = f"{command.name} {number}{'+' * again(param)}"
                lines.append(_complete(at, _values(source(param))))
    return {"valued": "\n".join(_valued(command) for command in (none, *commands)), "completes": "\n".join(lines)}


def _valued(command: Command) -> str:
    """The options of a command after which comes a value."""
    flags = [flag for param in command.options if source(param) != "-" for flag in param.flags]
    return f"        case {_quoted(command.name)}\n            contains -- $argv[2] {' '.join(flags)}"


def _complete(condition: str, what: str) -> str:
    inner = condition.replace("'", '"')
    return f"complete -c recall -n '__recall_at {inner}' {what}"


def _option(param: "Param") -> str:
    names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in param.flags)
    values = "" if source(param) == "-" else f" -x {_values(source(param))}".rstrip()
    return f"{names}{values} -d {_quoted(plain(param.help))}".replace("-x -F", "-r -F")


def _values(kind: str) -> str:
    if kind.startswith("="):
        return f"-a {_quoted(kind[1:])}"
    return {"?": "", "file": "-F"}.get(kind, f"-k -a '(__recall_ask {kind})'")


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
