"""The scripts themselves: in ASCII, and made from all that there is. `tests/docs/test_reference.py` compares them."""

import subprocess
from pathlib import Path

import pytest

from recall_cli.cli.parsing.params import GLOBAL_OPTIONS
from recall_cli.cli.registry import COMMANDS, command_module_name
from recall_cli.cli.shells import SCRIPT_FILES, completion_script
from tests.cli.shells.homes import require_shell
from tests.for_each import for_each

COMMITTED_SCRIPTS = Path(__file__).parents[3] / "completions"


def fish_flag(flag):
    """A flag as fish declares it."""
    return flag.replace("--", "-l ") if flag.startswith("--") else flag.replace("-", "-s ")


@for_each("shell", SCRIPT_FILES)
def test_every_command_and_option_is_in_every_script(shell):
    """Nothing is kept by hand: whatever the registry has, each script has."""
    text = completion_script(shell)
    assert text.isascii()
    for name in COMMANDS:
        assert name in text
        params = __import__(command_module_name(name), fromlist=["PARAMS"]).PARAMS
        for param in (*params, *GLOBAL_OPTIONS):
            for flag in param.flags:
                assert (flag if shell != "fish" else fish_flag(flag)) in text
            for choice in param.choices:
                assert choice in text


@pytest.mark.shells
@pytest.mark.parametrize(("shell", "check"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["-n"])])
def test_shells_can_read_their_scripts(shell, check):
    """Each shell finds its script well formed."""
    require_shell(shell)
    subprocess.run([shell, *check, str(COMMITTED_SCRIPTS / SCRIPT_FILES[shell])], check=True)
