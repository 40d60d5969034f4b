"""The help of a command as JSON, from the same declarations as its text."""

from recall_cli.cli.parsing.full_parser import usage_line
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED, Param
from recall_cli.cli.registry import COMMANDS, command_function_name, command_module_name

JSON_TYPES = {"int": "integer", "float": "number", "flag": "flag"}
"""The type of a value, by the kind of its parameter; all others are text."""


def help_document(name: str) -> "dict[str, object]":
    """A command's summary, description, usage, arguments, options and examples."""
    import inspect

    module = __import__(command_module_name(name), fromlist=["PARAMS"])
    params = (*module.PARAMS, *GLOBAL_OPTIONS)
    section, summary = COMMANDS[name]
    return {
        "name": name,
        "section": section,
        "summary": summary,
        "description": inspect.getdoc(getattr(module, command_function_name(name))),
        "usage": usage_line(name),
        "arguments": [_argument_document(param) for param in params if param.positional],
        "options": [_option_document(param) for param in params if not param.positional],
        "examples": [{"command": command, "purpose": purpose} for command, purpose in module.EXAMPLES],
    }


def _argument_document(param: Param) -> "dict[str, object]":
    return {
        "name": param.name,
        "help": param.help,
        "required": param.default is REQUIRED,
        "repeatable": param.kind in ("words", "arguments"),
        **_value_document(param),
    }


def _option_document(param: Param) -> "dict[str, object]":
    return {
        "flags": [*param.flags],
        "help": param.help,
        "metavar": param.metavar,
        "repeatable": param.kind == "many",
        **_value_document(param),
    }


def _value_document(param: Param) -> "dict[str, object]":
    """The values that a parameter takes."""
    default = None if param.default is REQUIRED else param.default
    return {
        "type": JSON_TYPES.get(param.kind, "text"),
        "default": [*default] if isinstance(default, tuple) else default,
        "choices": [*param.choices],
        "minimum": param.low,
        "maximum": param.high,
    }
