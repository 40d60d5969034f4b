"""The parser that tests reuse gives what a new one gives."""

import typer

from recall_cli.cli.parsing import full_parser
from tests.reused_parser import build_app, build_command

SAMPLE_LINES = (
    ["search", "port", "--limit", "3"],
    ["search", "queue", "--json"],
    ["list", "--type", "fact", "--type", "decision"],
    ["store", "a", "b"],
)


def parse_with_new_commands(words: list[str]) -> full_parser.Call:
    """The call that a parser makes which was built for this line alone."""
    calls: list[full_parser.Call] = []
    app = build_app([words[0]], calls, with_options=True, group=full_parser.EverydayGroup)
    build_command(app).main(words, prog_name="recall", standalone_mode=False)
    return calls[0]


def test_a_reused_command_keeps_nothing_of_the_call_before() -> None:
    """Each line gives the same call at every repetition, and the call that a new parser makes of it."""
    assert (full_parser._typer_app, typer.main.get_command) != (build_app, build_command), "the fixture is at work"
    for words in SAMPLE_LINES * 2:
        assert full_parser.parse_with_typer(words) == parse_with_new_commands(words)
