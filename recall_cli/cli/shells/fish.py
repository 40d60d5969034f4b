"""The script for fish: one `complete` line per command, option and argument."""

from recall_cli.cli.shells import ROOT_OPTIONS, ShellCommand, ascii_description, is_repeatable, value_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.parsing.params import Param


def template_values(commands: "list[ShellCommand]") -> "dict[str, str]":
    """The values for the template: options that take a value, and the `complete` lines."""
    none = ShellCommand(name="", about="", options=ROOT_OPTIONS, places=(), is_offered=False)
    lines = [
        _complete_line("''", f"-a {command.name} -d {_quote(command.about)}")
        for command in commands
        if command.is_offered
    ]
    for command in (none, *commands):
        lines.append("")
        lines += [_complete_line(command.name or "''", _option_flags(param)) for param in command.options]
        for number, param in enumerate(command.places, 1):
            if value_source(param) != "?":
                at = f"{command.name} {number}{'+' * is_repeatable(param)}"
                lines.append(_complete_line(at, _value_flags(value_source(param))))
    return {
        "valued": "\n".join(_flags_with_values(command) for command in (none, *commands)),
        "completes": "\n".join(lines),
    }


def _flags_with_values(command: ShellCommand) -> str:
    """The options of a command that take a value."""
    flags = [flag for param in command.options if value_source(param) != "-" for flag in param.flags]
    return f"        case {_quote(command.name)}\n            contains -- $argv[2] {' '.join(flags)}"


def _complete_line(condition: str, what: str) -> str:
    inner = condition.replace("'", '"')
    return f"complete -c recall -n '__recall_at {inner}' {what}"


def _option_flags(param: "Param") -> str:
    names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in param.flags)
    values = "" if value_source(param) == "-" else f" -x {_value_flags(value_source(param))}".rstrip()
    return f"{names}{values} -d {_quote(ascii_description(param.help))}".replace("-x -F", "-r -F")


def _value_flags(kind: str) -> str:
    if kind.startswith("="):
        return f"-a {_quote(kind[1:])}"
    return {"?": "", "file": "-F"}.get(kind, f"-k -a '(__recall_ask {kind})'")


def _quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
