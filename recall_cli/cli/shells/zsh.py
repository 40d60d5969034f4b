"""The script for zsh: a function for `_arguments`, in the form that autoload wants."""

from recall_cli.cli.shells import FIRST, HELP, VERSION, again, plain, quoted, source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.cli.doors.params import Param
    from recall_cli.cli.shells import Command


def filled(commands: "list[Command]") -> "dict[str, str]":
    """The commands, and for each what `_arguments` has to know."""
    names = [f"      {quoted(f'{command.name}:{command.about}')}" for command in commands]
    return {
        "commands": "\n".join(names),
        "first": _specs(FIRST, "    "),
        "cases": "\n".join(_case(command) for command in commands),
    }


def _case(command: "Command") -> str:
    specs = _specs((*command.options, *command.places), "        ")
    return f"    {command.name})\n      _arguments -S \\\n{specs} ;;"


def _specs(params: "tuple[Param, ...]", indent: str) -> str:
    return " \\\n".join(indent + (_place(param) if param.positional else _option(param)) for param in params)


def _option(param: "Param") -> str:
    """One option with all its names: `'(-n --limit)'{-n,--limit=}'[How many]:limit: action'`."""
    tail = f"[{_literal(plain(param.help))}]"
    takes = source(param) != "-"
    if takes:
        tail += f":{_name(param)}:{_action(param)}"
    flags = [flag + "=" * (takes and flag.startswith("--")) for flag in param.flags]
    if again(param):
        head = "'*'"
    elif param.name in (HELP.name, VERSION.name):
        head = "'(- : *)'"
    else:
        head = quoted(f"({' '.join(param.flags)})") if len(flags) > 1 else ""
    names = "{" + ",".join(flags) + "}" if len(flags) > 1 else flags[0]
    return head + names + quoted(tail)


def _place(param: "Param") -> str:
    optional = ":" if param.default is not ... else ""
    action = " false" if source(param) == "?" else _action(param)  # a mere message would keep options from being typed
    return quoted(f"{'*' if again(param) else optional}:{_name(param)}:{action}")


def _action(param: "Param") -> str:
    """What offers the values; one that begins with a space is called just as it stands."""
    kind = source(param)
    if kind.startswith("="):
        return f"({kind[1:]})"
    return {"?": " ", "file": "_files"}.get(kind, f" _recall_ask {kind}")


def _name(param: "Param") -> str:
    return param.name.strip("_").replace("_", " ")


def _literal(text: str) -> str:
    """A description within brackets."""
    for letter in "\\[]:":
        text = text.replace(letter, "\\" + letter)
    return text
