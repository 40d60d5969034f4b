"""The fast door: it takes only arguments that it fully understands, and leaves every other to the full one.

It reads the same declarations as the full door and hands the same values to the same function; a test runs a
large family of argument lists through both and demands the same call.
"""

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.registry import command_module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HOT_COMMANDS = ("store", "search", "context", "get", "count", "list", "log", "hook")
"""Commands that agents and hooks call all the time."""


def parse_command_line(argv: "list[str]") -> "tuple[str, dict[str, Any]] | None":
    """The command and its values, or None where the full door has to look."""
    moved = move_global_options_last(argv)
    if not moved or moved[0] not in HOT_COMMANDS:
        return None
    name = moved[0]
    params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
    values = parse_arguments((*params, *GLOBAL_OPTIONS), moved[1:])
    return None if values is None else (name, values)


def move_global_options_last(argv: "list[str]") -> "list[str]":
    """Options that every command takes, moved from before the command's name to after it."""
    at = 0
    while at < len(argv):
        if argv[at] == "--json" or argv[at].startswith("--db="):
            at += 1
        elif argv[at] == "--db" and at + 1 < len(argv):
            at += 2
        else:
            break
    if not at or at == len(argv) or argv[at].startswith("-"):
        return argv
    return [argv[at], *argv[:at], *argv[at + 1 :]]


def is_hook_call(argv: "list[str]") -> bool:
    """Is this what an agent's hook calls? To some agents a failure means that their user may not go on."""
    moved = move_global_options_last(argv)
    return moved[:1] == ["hook"] and "--strict" not in moved


def parse_arguments(params: "tuple[Param, ...]", arguments: "list[str]") -> "dict[str, Any] | None":
    """The value of every parameter, or None where anything is missing, unknown, doubtful or wrong."""
    by_flag = {flag: param for param in params for flag in param.flags}
    values: dict[str, Any] = {}
    positional: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            positional += rest
            break
        if len(word) < 2 or word[0] != "-":
            positional.append(word)
            continue
        flag, equals, value = word.partition("=")
        param = by_flag.get(flag)
        if param is None or (equals and (param.kind == "flag" or not flag.startswith("--"))):
            return None
        if param.kind == "flag":
            values[param.name] = True
            continue
        said = value if equals else next(rest, None)
        if said is None or (not equals and said[:1] == "-" and len(said) > 1):
            return None
        if not _set_option(values, param, said):
            return None
    return _assign_arguments(params, values, positional)


def _set_option(values: "dict[str, Any]", param: Param, text: str) -> bool:
    """Set an option's value; False where it is doubtful."""
    if param.choices and text not in param.choices:
        return False
    if param.kind == "many":
        values[param.name] = (*values.get(param.name, ()), text)
        return True
    if param.name in values:
        return False
    if param.kind in ("int", "float"):
        if len(text) > 15 or not text.isascii() or not text.replace(".", "", param.kind == "float").isdigit():
            return False
        number = int(text) if param.kind == "int" else float(text)
        if (param.low is not None and number < param.low) or (param.high is not None and number > param.high):
            return False
        values[param.name] = number
    else:
        values[param.name] = text
    return True


def _assign_arguments(
    params: "tuple[Param, ...]", values: "dict[str, Any]", positional: "list[str]"
) -> "dict[str, Any] | None":
    """Give the arguments their places and everything else its default."""
    left = list(positional)
    for param in params:
        if not param.positional:
            values.setdefault(param.name, param.default)
            continue
        if param.kind in ("words", "arguments"):
            taken, left = left, []
        else:
            taken, left = left[:1], left[1:]
        if any(param.choices and one not in param.choices for one in taken):
            return None
        if not taken:
            if param.default is REQUIRED:
                return None
            values[param.name] = param.default
        elif param.kind == "words":
            values[param.name] = " ".join(taken)
        else:
            values[param.name] = tuple(taken) if param.kind == "arguments" else taken[0]
    return None if left else values
