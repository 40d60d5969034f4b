"""What help and README show can be typed as it stands."""

import shlex
from pathlib import Path

from recall_cli.cli.parsing import fast_parser, full_parser
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS
from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.docs import pages
from tests.for_each import for_each


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


@for_each("name", COMMANDS)
def test_the_examples_of_help_are_understood(name: str) -> None:
    """Each example of each command passes its own door."""
    for line, _ in __import__(command_module_name(name), fromlist=["EXAMPLES"]).EXAMPLES:
        for argv in recall_commands(line):
            understood = full_parser.parse_with_typer(fast_parser.find_command(argv))
            assert isinstance(understood, tuple) or argv[0] == "help", line


@for_each("block", [block for block in pages.blocks("console", "sh") if block.commands])
def test_the_commands_of_a_page_are_understood(block: pages.Block) -> None:
    """Each `recall` in a code block is a command that exists, with options and values that it takes."""
    for line in block.commands:
        for argv in recall_commands(line.replace("[", "").replace("]", "")):
            assert not argv or argv[0].startswith("-") or argv[0] in COMMANDS, line
            full_parser.parse_with_typer(fast_parser.find_command(argv))


@for_each("page", pages.PAGES)
def test_the_commands_in_sentences_exist(page: Path) -> None:
    """Each `recall …` in a sentence or a table names a command that exists, and only options that it has."""
    for line in pages.inline_commands(page):
        words = line.split()[1:]
        if not words or words[0] in ("COMMAND", "--help", "--version", "--db", "--json"):
            continue
        words = fast_parser.find_command(words)
        assert words[0] in COMMANDS, line
        params = (*__import__(command_module_name(words[0]), fromlist=["PARAMS"]).PARAMS, *GLOBAL_OPTIONS)
        flags = {flag for param in params for flag in param.flags} | {"--help"}
        used = {word.partition("=")[0] for word in words[1:] if word.startswith("-") and word != "-"}
        assert used <= flags, line
