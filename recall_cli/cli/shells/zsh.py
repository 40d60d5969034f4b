"""The script for zsh: an autoload function that calls `_arguments`."""

from recall_cli.cli.shells import (
    HELP_OPTION,
    ROOT_OPTIONS,
    VERSION_OPTION,
    ascii_description,
    is_repeatable,
    quote,
    value_source,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.parsing.params import Param
    from recall_cli.cli.shells import ShellCommand


def template_values(commands: "list[ShellCommand]") -> "dict[str, str]":
    """The values for the template: commands with their `_arguments` specifications."""
    names = [f"      {quote(f'{command.name}:{command.about}')}" for command in commands if command.is_offered]
    return {
        "commands": "\n".join(names),
        "first": _argument_specs(ROOT_OPTIONS, "    "),
        "cases": "\n".join(_command_case(command) for command in commands),
    }


def _command_case(command: "ShellCommand") -> str:
    specs = _argument_specs((*command.options, *command.places), "        ")
    return f"    {command.name})\n      _arguments -S \\\n{specs} ;;"


def _argument_specs(params: "tuple[Param, ...]", indent: str) -> str:
    return " \\\n".join(
        indent + (_positional_spec(param) if param.positional else _option_spec(param)) for param in params
    )


def _option_spec(param: "Param") -> str:
    """One option with all its names: `'(-n --limit)'{-n,--limit=}'[Maximum number of results]:limit: action'`."""
    tail = f"[{_escape_description(ascii_description(param.help))}]"
    takes = value_source(param) != "-"
    if takes:
        tail += f":{_value_name(param)}:{_value_action(param)}"
    flags = [flag + "=" * (takes and flag.startswith("--")) for flag in param.flags]
    if is_repeatable(param):
        head = "'*'"
    elif param.name in (HELP_OPTION.name, VERSION_OPTION.name):
        head = "'(- : *)'"
    else:
        head = quote(f"({' '.join(param.flags)})") if len(flags) > 1 else ""
    names = "{" + ",".join(flags) + "}" if len(flags) > 1 else flags[0]
    return head + names + quote(tail)


def _positional_spec(param: "Param") -> str:
    optional = ":" if param.default is not ... else ""
    action = (
        " false" if value_source(param) == "?" else _value_action(param)
    )  # a message would prevent completing options
    return quote(f"{'*' if is_repeatable(param) else optional}:{_value_name(param)}:{action}")


def _value_action(param: "Param") -> str:
    """The zsh action that offers values; one that starts with a space is called as written."""
    kind = value_source(param)
    if kind.startswith("="):
        return f"({kind[1:]})"
    return {"?": " ", "file": "_files"}.get(kind, f" _recall_ask {kind}")


def _value_name(param: "Param") -> str:
    return param.name.strip("_").replace("_", " ")


def _escape_description(text: str) -> str:
    """A description, escaped for brackets."""
    for letter in "\\[]:":
        text = text.replace(letter, "\\" + letter)
    return text
