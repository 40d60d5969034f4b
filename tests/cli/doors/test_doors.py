"""Two doors, one meaning: whatever the fast door understands, the full one understands in the same way."""

import itertools
import random

import pytest

from recall_cli.cli.doors import fast, main
from recall_cli.cli.doors.params import GLOBAL, Param
from recall_cli.cli.doors.registry import module_of
from recall_cli.domain.errors import RecallError
from tests.command import Home, every_command

TEXTS = ("billing", "", "two words", "-", "--", "a=b", "=", "-x", "--json", "é漢🙂", "007", "'", "\\", "*")
NUMBERS = (
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


def params(name: str) -> tuple[Param, ...]:
    """Everything that a command takes, from its own declaration."""
    return (*__import__(module_of(name), fromlist=["PARAMS"]).PARAMS, *GLOBAL)


def values(param: Param) -> tuple[str, ...]:
    """Right and wrong values for a parameter."""
    if param.choices:
        return (*param.choices, param.choices[0].upper(), param.choices[0][:-1], "", "nonsense")
    return NUMBERS if param.kind in ("int", "float") else TEXTS


def option_forms(param: Param) -> list[list[str]]:
    """One option written in every way, right and wrong."""
    forms: list[list[str]] = []
    for flag in param.flags:
        if param.kind == "flag":
            forms += [[flag], [flag, flag], [flag + "=1"], [flag + "="], [flag, "extra"], ["--no-" + flag[2:]]]
            continue
        for value in values(param):
            forms += [[flag, value], [f"{flag}={value}"], [flag + value]]
        some = values(param)[:3]
        forms += [[flag], [flag, some[0], flag, some[1]], [flag, some[0], f"{flag}={some[1]}"], [flag[:-1], some[0]]]
    return forms


def argument_forms(name: str) -> list[list[str]]:
    """Arguments in every number and shape, for any command."""
    forms: list[list[str]] = [[], ["--"], ["--", "--"], ["-"], ["--", "-x"], ["a", "--", "--json"], ["--", "a", "b"]]
    for text in TEXTS:
        forms += [[text], [text, "second"], ["first", text], ["first", text, "third"], ["--", text]]
    return forms


def family(name: str) -> list[list[str]]:
    """Hundreds of argument lists for one command, made from what it declares."""
    options = [param for param in params(name) if not param.positional]
    lists = [[name, *form] for form in argument_forms(name)]
    for param in options:
        for form in option_forms(param):
            lists += [[name, "word", *form], [name, *form, "word"], [name, *form]]
    globals_ = (["--json"], ["--db", "x.db"], ["--db=x.db"], ["--db", ""], ["--json", "--db", "x.db"], ["--db"])
    for before, after in itertools.product((*globals_, []), repeat=2):
        lists += [[*before, name, "word", *after], [*before, name, *after], [*before, name, *after, "--", "word"]]
    dice = random.Random(name)
    for _ in range(300):
        words = [
            form for param in dice.sample(options, min(3, len(options))) for form in dice.choice(option_forms(param))
        ]
        words += [dice.choice(TEXTS) for _ in range(dice.randint(0, 3))]
        dice.shuffle(words)
        lists.append([name, *words])
    return lists


def full(argv: list[str]) -> object:
    """What the full door makes of it: a call, or the name of a refusal."""
    try:
        return main.parsed(fast.globals_last(argv))
    except RecallError as error:
        return type(error).__name__


@pytest.mark.parametrize("name", fast.HOT)
def test_whenever_the_fast_door_answers_the_full_door_answers_the_same(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """No argument list means one thing at one door and something else at the other."""
    understood = 0
    for argv in family(name):
        quick = fast.call([*argv])
        if quick is None:
            continue
        understood += 1
        assert full(argv) == quick, argv
    assert understood > 100


@pytest.mark.parametrize("name", fast.HOT)
def test_the_fast_door_takes_what_is_usual(name: str) -> None:
    """Each option in its ordinary form goes through the fast door: leaving them all to the other would be no door."""
    usual = {"int": "3", "float": "0.5"}
    for param in params(name):
        if param.positional:
            continue
        value = param.choices[0] if param.choices else usual.get(param.kind, "word")
        value = str(int(param.low)) if param.kind == "int" and param.low is not None else value
        form = [param.flags[0]] if param.kind == "flag" else [param.flags[0], value]
        words = ["word"] if params(name)[0].positional else []
        assert fast.call([name, *words, *form]) is not None, param.name


@pytest.mark.parametrize("name", every_command())
def test_json_may_stand_before_or_after_the_name(name: str) -> None:
    """`recall --json COMMAND` and `recall COMMAND --json` are one."""
    words = [] if name in ("count", "list", "stats", "log", "diff", "undo", "config", "export") else ["word"]
    assert full(["--json", name, *words]) == full([name, *words, "--json"])


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
