"""Two doors, one meaning: whatever the fast door understands, the full one understands in the same way."""

import itertools
import random

import pytest

from recall_cli.cli.parsing import fast_parser, full_parser
from recall_cli.cli.parsing.params import GLOBAL_OPTIONS, Param
from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.domain.errors import RecallError
from tests.command import Home
from tests.for_each import for_each
from tests.long_run import LONG_RUN, repetitions

FAST_COMMANDS = sorted(set(COMMANDS) - {"help"})  # most help comes from the full parser
SAMPLE_TEXTS = (
    *("billing", "", "two words", "-", "--", "a=b", "=", "-x", "--json", "é漢🙂", "007", "'", "\\", "*"),
    *("- a note", "-x y", "--json is broken", "-\ttab", "-x\ny", "--a=b c", "--db = x", "->", "-é"),
)
SAMPLE_NUMBERS = (
    "1",
    "0",
    "007",
    "0.5",
    ".5",
    "1.",
    "1.0",
    "-1",
    "1e3",
    "nan",
    "inf",
    "",
    " 1",
    "1_0",
    "²",
    "٣",
    "99999999",
    "x",
)


def all_params(name: str) -> tuple[Param, ...]:
    """Everything that a command takes, from its own declaration."""
    return (*__import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS, *GLOBAL_OPTIONS)


def sample_values(param: Param) -> tuple[str, ...]:
    """Right and wrong values for a parameter."""
    if param.choices:
        return (*param.choices, *param.aliases, param.choices[0].upper(), param.choices[0][:-1], "", "nonsense")
    return SAMPLE_NUMBERS if param.kind in ("int", "float") else SAMPLE_TEXTS


def option_forms(param: Param) -> list[list[str]]:
    """One option written in every way, right and wrong."""
    forms: list[list[str]] = []
    for flag in param.flags:
        if param.kind == "flag":
            forms += [[flag], [flag, flag], [flag + "=1"], [flag + "="], [flag, "extra"], ["--no-" + flag[2:]]]
            continue
        for value in sample_values(param):
            forms += [[flag, value], [f"{flag}={value}"], [flag + value]]
        some = sample_values(param)[:3]
        forms += [[flag], [flag, some[0], flag, some[1]], [flag, some[0], f"{flag}={some[1]}"], [flag[:-1], some[0]]]
    return forms


def argument_forms(name: str) -> list[list[str]]:
    """Arguments in every number and shape, for any command."""
    forms: list[list[str]] = [[], ["--"], ["--", "--"], ["-"], ["--", "-x"], ["a", "--", "--json"], ["--", "a", "b"]]
    for text in SAMPLE_TEXTS:
        forms += [[text], [text, "second"], ["first", text], ["first", text, "third"], ["--", text]]
    return forms


def choose_forms(forms: list[list[str]], dice: random.Random) -> list[list[str]]:
    """A part of the forms in the daily run: another part for each command, so that together they try all."""
    return forms if LONG_RUN else dice.sample(forms, (len(forms) + 2) // 3)


def argument_lists(name: str) -> list[list[str]]:
    """Hundreds of argument lists for one command, made from what it declares."""
    options = [param for param in all_params(name) if not param.positional]
    word = next((param.choices[0] for param in all_params(name) if param.positional and param.choices), "word")
    dice = random.Random(name)
    lists = [[name, *form] for form in choose_forms(argument_forms(name), dice)]
    for form in (form for param in options for form in choose_forms(option_forms(param), dice)):
        places = [[name, word, *form], [name, *form, word], [name, *form]]
        lists += places if LONG_RUN else [dice.choice(places)]
    globals_ = (["--json"], ["--db", "x.db"], ["--db=x.db"], ["--db", ""], ["--json", "--db", "x.db"], ["--db"])
    for before, after in itertools.product((*globals_, []), repeat=2):
        lists += [[*before, name, word, *after], [*before, name, *after], [*before, name, *after, "--", word]]
    for _ in range(repetitions(300)):
        words = [
            form for param in dice.sample(options, min(3, len(options))) for form in dice.choice(option_forms(param))
        ]
        words += [dice.choice(SAMPLE_TEXTS) for _ in range(dice.randint(0, 3))]
        dice.shuffle(words)
        lists.append([name, *words])
    return lists


def full_parser_result(argv: list[str]) -> object:
    """What the full door makes of it: a call, or the name of a refusal."""
    try:
        return full_parser.parse_with_typer(fast_parser.find_command(argv))
    except RecallError as error:
        return type(error).__name__


@pytest.mark.parametrize("name", FAST_COMMANDS)
def test_whenever_the_fast_door_answers_the_full_door_answers_the_same(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """No argument list means one thing at one door and something else at the other."""
    understood = 0
    for argv in argument_lists(name):
        quick = fast_parser.parse_command_line([*argv])
        if quick is None:
            continue
        understood += 1
        assert full_parser_result(argv) == quick, argv
    assert understood >= (35 if LONG_RUN else 15)


@for_each("name", FAST_COMMANDS)
def test_the_fast_door_takes_what_is_usual(name: str) -> None:
    """Each option in its ordinary form goes through the fast door: leaving them all to the other would be no door."""
    usual = {"int": "3", "float": "0.5"}
    for param in all_params(name):
        if param.positional:
            continue
        value = param.choices[0] if param.choices else usual.get(param.kind, "word")
        value = str(int(param.low)) if param.kind == "int" and param.low is not None else value
        form = [param.flags[0]] if param.kind == "flag" else [param.flags[0], value]
        words = [each.choices[0] if each.choices else "word" for each in all_params(name) if each.positional]
        assert fast_parser.parse_command_line([name, *words, *form]) is not None, param.name


@for_each("name", COMMANDS)
def test_json_may_stand_before_or_after_the_name(name: str) -> None:
    """`recall --json COMMAND` and `recall COMMAND --json` are one."""
    words = [] if name in ("count", "list", "stats", "log", "diff", "undo", "config", "export") else ["word"]
    assert full_parser_result(["--json", name, *words]) == full_parser_result([name, *words, "--json"])


def test_a_number_of_thousands_of_digits_is_a_usage_error(recall: Home) -> None:
    """A number that no machine holds is answered like any other wrong one."""
    answer = recall.quick("search", "x", "--limit", "9" * 5000)
    assert answer.status == 2
    assert answer.err.startswith("recall: ")


@pytest.mark.parametrize("argv", [["--json", "--help"], ["--help", "--json"], ["--json", "-h"]])
def test_help_is_shown_wherever_json_stands(argv: list[str], recall: Home) -> None:
    """A flag before `--help` does not hide the help."""
    answer = recall(*argv)
    assert answer.status == 0
    assert "Examples:" in answer.out


@pytest.mark.parametrize(
    "argv", [["--db=x.db"], ["--json", "--db", "x.db"], ["--db", "x.db", "--json"], ["--db", "x.db"]]
)
def test_the_greeting_takes_the_global_options(argv: list[str], recall: Home) -> None:
    """`recall --db FILE` alone greets, in whatever order its options come."""
    answer = recall.quick(*argv)
    assert answer.status == 0, answer
    assert "x.db" in answer.out


@for_each(
    "given, found",
    [
        (["admin", "encrypt", "--json"], ["encrypt", "--json"]),
        (["--json", "admin", "token", "list"], ["token", "--json", "list"]),
        (["admin"], ["admin"]),
        (["admin", "store", "x"], ["admin", "store", "x"]),
        (["list", "--count", "-p", "shop"], ["count", "-p", "shop"]),
        (["--db", "x", "pin", "7c1e", "--off"], ["unpin", "--db", "x", "7c1e"]),
        (["why", "--", "--related"], ["why", "--", "--related"]),
        (["backup", "--restore", "copy.db"], ["restore", "copy.db"]),
        (["store", "--off"], ["store", "--off"]),
        ([], []),
    ],
)
def test_a_command_is_found_however_it_is_called(given: list[str], found: list[str]) -> None:
    """Rare commands stand behind admin, and a switch can make another command of one."""
    assert fast_parser.find_command(given) == found
