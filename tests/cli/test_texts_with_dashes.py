"""A text may begin with "-": only a word of the form of an option is one."""

import pytest

from recall_cli.cli.parsing import fast_parser, full_parser
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS
from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.domain.errors import RecallError
from tests.command import Home
from tests.for_each import for_each

TEXTS = (
    "- never use tabs in Makefiles",
    "- a\n- b",
    "-5 degrees is the limit",
    "-O2 flag",
    "-O2\tflag",
    '-p "text"',
    "-h is not help in the old tool",
    "-x\u00a0y",
    "--",
    "-- ",
    "---",
    "--- a/file\n+++ b/file",
    "->",
    "-->",
    "-é",
    "--größe",
    "--no-verify is forbidden here",
    "--json is broken in version 3",
    "--type decision",
    "--help me",
    "--env=prod is forbidden here",
    "--wrong = a b",
    "-Dkey=a b",
    "-",
)
"""What people write, and what they search for."""
FORMS = {"search": "query", "context": "query", "store": "text"}


def full_call(words: list[str]) -> object:
    """What the full parser makes of the words."""
    return full_parser.parse_with_typer(words)


@for_each("name, text", [(name, text) for name in FORMS for text in TEXTS if text != "--"])  # two alone end the options
def test_a_text_that_begins_with_a_dash_is_a_text(name: str, text: str) -> None:
    """Both parsers take it for the text of the command, in front of options and behind them."""
    for words in ([name, text, "--json"], [name, "--json", text]):
        call = full_call(words)
        assert isinstance(call, tuple), text
        assert (call[1][FORMS[name]], call[1]["json"]) == (text, True)
        quick = fast_parser.parse_command_line(words)
        assert quick in (None, call)


@for_each("name", FORMS)
def test_agents_need_no_slow_start_for_such_texts(name: str) -> None:
    """The fast parser takes a list item and an option with words behind it."""
    for text in ("- never use tabs", "-O2 flag", "--no-verify is forbidden here"):
        assert fast_parser.parse_command_line([name, text]) is not None


@for_each("text", [text for text in TEXTS if text != "--"])
def test_an_option_takes_such_a_text(text: str) -> None:
    """As its own argument and behind "=" alike."""
    for words in (["--text", text], [f"--text={text}"]):
        call = full_call(["update", "019aa3f2", *words])
        assert isinstance(call, tuple)
        assert call[1]["text"] == text


@for_each("name", sorted(COMMANDS))
def test_no_command_takes_a_text_with_spaces_for_an_option(name: str) -> None:
    """Whatever the command does with it: it never says that there is no such option."""
    messages = []
    for text in ("-q is quiet", "-k=v x", "-j=a b"):
        try:
            full_call([name, "- a note", text])
        except RecallError as error:
            messages.append(error.message)
    assert not any("there is no option" in message for message in messages)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["store", "x", "--tyep", "preference"], "--type"),
        (["store", "x", "--tyep=preference"], "--type"),
        (["store", "x", "--topci=two words"], "--topic"),
        (["search", "-O2 flag", "--limt", "3"], "--limit"),
        (["list", "--limit 5"], "--limit 5 without the quotes"),
    ],
    ids=str,
)
def test_a_typo_of_an_option_is_still_named(recall: Home, words: list[str], hint: str) -> None:
    """A wrong option is refused, and the right one is named."""
    answer = recall.quick(*words)
    assert answer.status == 2
    assert hint in answer.err


def test_no_option_has_a_name_that_could_be_a_text() -> None:
    """Every option of every command is written as the rule expects."""
    for name in COMMANDS:
        module = __import__(command_module_name(name), fromlist=["PARAMS"])
        for param in (*module.PARAMS, *GLOBAL_OPTIONS):
            assert all(flag.isascii() and not any(map(str.isspace, flag)) for flag in param.flags)


def test_a_list_item_is_stored_and_found(recall: Home) -> None:
    """From the command line into the store and back."""
    recall.store("- never use tabs in Makefiles")
    recall.store("--no-verify is forbidden in this repository")
    assert "--no-verify" in recall.quick("search", "--no-verify is forbidden").out
