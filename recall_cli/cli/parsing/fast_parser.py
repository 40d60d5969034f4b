"""The fast parser. It handles only arguments that it fully understands and leaves all others to the full parser.

Both parsers read the same declarations and produce the same call. A test compares them with many argument lists.
"""

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param, is_text
from recall_cli.cli.registry import ADMIN_COMMANDS, COMMANDS, SWITCHES, command_module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def parse_command_line(argv: "list[str]") -> "tuple[str, dict[str, Any]] | None":
    """The command and its values, or None if the full parser must handle them."""
    moved = find_command(argv)
    if not moved or moved[0] not in COMMANDS or moved[0] == "help":  # most help comes from the full parser
        return None
    name = moved[0]
    params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
    values = parse_arguments((*params, *GLOBAL_OPTIONS), moved[1:])
    return None if values is None else (name, values)


def find_command(argv: "list[str]") -> "list[str]":
    """The arguments with the command's own name first, however it was called, and global options behind it."""
    moved = _move_global_options_last(argv)
    if moved[:1] == ["admin"]:
        inner = _move_global_options_last(moved[1:])
        if inner and inner[0] in ADMIN_COMMANDS:
            moved = inner
    for switch, name in SWITCHES.get(moved[0], {}).items() if moved else ():
        options = moved[1 : moved.index("--") if "--" in moved else None]
        if switch in options:
            return [name, *(word for word in options if word != switch), *moved[1 + len(options) :]]
    return moved


def _move_global_options_last(argv: "list[str]") -> "list[str]":
    """The arguments, with global options moved from before the command's name to after it."""
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
    """Is this a call from an agent's hook? Some agents block their user when a hook fails."""
    moved = find_command(argv)
    return moved[:1] == ["hook"] and "--strict" not in moved


def parse_arguments(params: "tuple[Param, ...]", arguments: "list[str]") -> "dict[str, Any] | None":
    """The value of every parameter, or None if anything is missing, unknown, ambiguous or wrong."""
    by_flag = {flag: param for param in params for flag in param.flags}
    values: dict[str, Any] = {}
    positional: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            positional += rest
            break
        if is_text(word, by_flag):
            positional.append(word)
            continue
        flag, equals, value = word.partition("=")
        param = by_flag.get(flag)
        if param is None or (equals and (param.kind == "flag" or not flag.startswith("--"))):
            return None
        if param.kind == "flag":
            values[param.name] = True
            continue
        text = value if equals else next(rest, None)
        if text is None or (not equals and text[:1] == "-" and len(text) > 1):
            return None
        if not _set_option(values, param, text):
            return None
    return _assign_arguments(params, values, positional)


def _set_option(values: "dict[str, Any]", param: Param, text: str) -> bool:
    """Set an option's value; False if the value is ambiguous or wrong."""
    text = param.aliases.get(text, text)
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
    """Assign the positional arguments, and defaults to everything else."""
    remaining = list(positional)
    for param in params:
        if not param.positional:
            values.setdefault(param.name, param.default)
            continue
        if param.kind in ("words", "arguments"):
            taken, remaining = remaining, []
        else:
            taken, remaining = remaining[:1], remaining[1:]
        if any(param.choices and text not in param.choices for text in taken):
            return None
        if not taken:
            if param.default is REQUIRED:
                return None
            values[param.name] = param.default
        elif param.kind == "words":
            values[param.name] = " ".join(taken)
        else:
            values[param.name] = tuple(taken) if param.kind == "arguments" else taken[0]
    return None if remaining else values
