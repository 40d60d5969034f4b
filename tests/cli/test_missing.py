"""A command without an argument that it needs, or an option without its value: what is missing, and an example."""

from typing import Any

import pytest

from recall_cli.cli.parsing.full_parser import parse_command_line
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, REQUIRED
from recall_cli.cli.registry import COMMANDS, call_of, command_module_name
from tests.command import Home
from tests.for_each import for_each


def module_of(name: str) -> Any:
    return __import__(command_module_name(name), fromlist=["PARAMS"])


REQUIRING = [name for name in COMMANDS if any(param.default is REQUIRED for param in module_of(name).PARAMS)]
VALUE_OPTIONS = [
    (name, param.flags[0])
    for name in COMMANDS
    for param in (*module_of(name).PARAMS, *GLOBAL_OPTIONS)
    if param.flags and param.kind != "flag"
]


@for_each("name", REQUIRING)
def test_a_missing_argument_is_named_with_an_example(recall: Home, name: str) -> None:
    """Each command says which argument it needs and shows one call of it; that call has every argument."""
    needed = [param for param in module_of(name).PARAMS if param.default is REQUIRED]
    example = module_of(name).EXAMPLES[0][0]
    given: list[str] = []
    for param in needed:
        error = recall.quick("--json", name, *given).error
        assert error["code"] == "usage"
        shown = (param.metavar or param.name.upper()).split("|")
        assert error["message"].startswith("missing argument: ")
        assert all(part.strip() in error["message"] for part in shown)
        assert error["hint"] == f"e.g. {example}; recall {call_of(name)} --help"
        given.append("x")
    assert example.startswith(f"recall {call_of(name)} ")


@for_each("name, flag", VALUE_OPTIONS)
def test_a_missing_value_of_an_option_is_named_with_an_example(
    capfd: pytest.CaptureFixture[str], name: str, flag: str
) -> None:
    """Each option that needs a value says so, and the example has the option with one."""
    assert parse_command_line([name, flag]) == 2
    message = capfd.readouterr().err
    assert message.startswith(f"recall: {flag} needs a value (e.g. ")
    example = message.partition("(e.g. ")[2].rpartition("; recall ")[0]
    assert flag in example.split()[:-1]


def test_a_flag_with_a_value_is_not_told_that_one_is_missing(recall: Home) -> None:
    """A flag takes no value, and the error does not ask for one."""
    answer = recall.quick("list", "--json=yes")
    assert answer.status == 2
    assert "needs a value" not in answer.err
