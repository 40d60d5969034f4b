"""Every command with every kind of wrong input: one calm line and a status, and never a traceback."""

import random

import pytest

from recall_cli.cli.registry import COMMANDS, command_module_name
from tests.cli.parsing.test_streams import run_in_shell
from tests.command import Home
from tests.long_run import LONG_RUN

ODD_VALUES = (
    "", " ", "-", "--", "---", "-1", "-1.5", "1e999", "nan", "inf", "0", "99999999999999999999", "🙂", "\u202eabc",
    "\\x00", "a\x00b", "%s %d {0} {x}", "'; DROP TABLE memory; --", "*", "?", '"', "a" * 5_000, "../../etc", "~",
    "line\nbreak", "\x1b[31m", "\ud800", "--help=1", "-zz", "--zz=zz", "@file", "$HOME", "ａｂｃ",
)  # fmt: skip
VALUES_PER_OPTION = len(ODD_VALUES) if LONG_RUN else 2
"""How many odd values an option gets; each option gets others, so that every command meets nearly all of them."""
ARGUMENTS_PER_COMMAND = len(ODD_VALUES) if LONG_RUN else 6
"""How many odd words a command gets as its arguments; each command gets others."""
PARAMS_OF_COMMAND = {name: __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS for name in COMMANDS}
TOUCHES_MACHINE = {"schedule", "completion", "hooks", "mcp", "worker", "embed", "bench", "import", "encrypt", "shadow"}
"""They do things beside the store where their words are right, so that only wrong ones are given to them."""
ENDING_COMMANDS = [name for name in COMMANDS if name not in ("serve", "ui")]
"""Every command but the servers, which run until somebody ends them (tests/serve and tests/page start them)."""


def assert_calm(answer: object, what: object) -> None:
    """The answer is one that a person can read."""
    status, out, err, _ = answer  # type: ignore[misc]  # an Answer
    assert status in (0, 1, 2, 3, 4, 5), (what, answer)
    for sign in ("Traceback", "unexpected error", 'File "'):
        assert sign not in err, (what, answer)
        assert sign not in out, (what, answer)
    assert "\x1b" not in err, (what, answer)
    assert "\x00" not in err, (what, answer)


@pytest.mark.parametrize("name", ENDING_COMMANDS)
def test_odd_arguments_end_calmly(recall: Home, name: str) -> None:
    """Each odd word in each place, alone and twice: an answer or one line, whatever it is."""
    recall.fill_once("one memory", lambda home: home.store("the queue is NATS"))
    for word in random.Random(name).sample(ODD_VALUES, ARGUMENTS_PER_COMMAND):
        if name in TOUCHES_MACHINE and word in ("~", "../../etc", "*", "-"):
            continue
        assert_calm(recall.quick(name, word), (name, word))
        assert_calm(recall.quick("--json", name, word, word), (name, word, word))


@pytest.mark.parametrize("name", ENDING_COMMANDS)
def test_odd_values_of_options_end_calmly(recall: Home, name: str) -> None:
    """Each option with each odd value, with a value that it does not take, and without one."""
    recall.fill_once("one memory", lambda home: home.store("the queue is NATS"))
    for param in PARAMS_OF_COMMAND[name]:
        for flag in param.flags[:1]:
            if name in TOUCHES_MACHINE and param.kind in ("text", "many", "flag"):
                assert_calm(recall.quick(name, "no such thing", flag), (name, flag))
                continue
            assert_calm(recall.quick(name, flag), (name, flag))
            for word in random.Random(name + flag).sample(ODD_VALUES, VALUES_PER_OPTION):
                assert_calm(recall.quick(name, f"{flag}={word}"), (name, flag, word))
            assert_calm(recall.quick(name, "x", flag, "\udcff"), (name, flag))


ODD_CALLS = ("store 'the port is 8080'", "list", "search queue --explain", "get 01", "log", "stats", "--help", "nosuch",
          "context", "undo --dry-run", "config", "doctor", "why 01", "history queue engine")  # fmt: skip
ODD_ENVIRONMENTS = {
    "no terminal type": "unset TERM; recall {}",
    "dumb": "TERM=dumb recall {}",
    "unknown terminal": "TERM=nosuch FORCE_COLOR=1 recall {}",
    "one column": "COLUMNS=1 FORCE_COLOR=1 recall {}",
    "columns of words": "COLUMNS=abc FORCE_COLOR=1 recall {}",
    "the C locale": "LC_ALL=C LANG=C recall {}",
    "the C locale on a screen": "LC_ALL=C LANG=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 FORCE_COLOR=1 recall {}",
    "no home": "unset HOME; recall {}",
    "an empty home": "HOME= recall {}",
    "no standard input": "recall {} <&-",
    "no standard output": "recall {} >&-",
    "no standard error": "recall {} 2>&-",
    "no streams": "recall {} <&- >&- 2>&-",
    "a folder that is gone": "mkdir gone; cd gone; rmdir ../gone; recall {}",
    "a home that is a file": "touch file; HOME=$PWD/file XDG_DATA_HOME=$PWD/file XDG_CONFIG_HOME=$PWD/file recall {}",
    "an odd clock": "RECALL_NOW=nonsense recall {}",
    "an odd zone": "TZ=No/Such recall {}",
}


@pytest.mark.parametrize("plight", ODD_ENVIRONMENTS.values(), ids=ODD_ENVIRONMENTS)
def test_odd_environments_end_calmly(recall: Home, plight: str) -> None:
    """Streams, locale, terminal, home, clock or folder missing or odd: an answer or one line."""
    recall.store("the queue is NATS 🙂")
    calls = ODD_CALLS if LONG_RUN else random.Random(plight).sample(ODD_CALLS, 2)
    for words in calls:
        ran = run_in_shell(recall, plight.format(words))
        assert ran.returncode in (0, 1, 2, 3, 4, 5), (plight, words, ran)
        assert "Traceback" not in ran.stderr + ran.stdout, (plight, words, ran)
        assert "unexpected error" not in ran.stderr, (plight, words, ran)
