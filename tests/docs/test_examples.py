"""What help and README show can be typed as it stands."""

import re
import shlex

import pytest

from recall_cli.cli.parsing import fast_parser, full_parser
from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.command import ROOT, Home, every_command


def recall_commands(line: str) -> list[list[str]]:
    """The arguments of each `recall` in a line of a shell."""
    found: list[list[str]] = []
    open_ = False
    for word in shlex.split(line, comments=True):
        if word in ("recall", "|", "&&", ";", ">"):
            open_ = word == "recall"
            found += [[]] if open_ else []
        elif open_:
            found[-1].append(word)
    return found


@pytest.mark.parametrize("name", every_command())
def test_the_examples_of_help_are_understood(name: str) -> None:
    """Each example of each command passes its own door."""
    for line, _ in __import__(command_module_name(name), fromlist=["EXAMPLES"]).EXAMPLES:
        for argv in recall_commands(line):
            assert isinstance(full_parser.parse_with_typer(fast_parser.move_global_options_last(argv)), tuple), line


def test_the_commands_of_the_readme_are_understood(recall: Home) -> None:
    """Each `recall` in a console block of the README is a command that exists, with options that it has."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"```(?:console|sh|bash)\n(.*?)```", text, re.DOTALL):
        for line in re.findall(r"^\$ (recall .*)$", block, re.MULTILINE):
            for argv in recall_commands(line):
                assert not argv or argv[0].startswith("-") or argv[0] in COMMANDS, line
                full_parser.parse_with_typer(fast_parser.move_global_options_last(argv))
