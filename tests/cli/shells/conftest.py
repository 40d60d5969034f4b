"""A home of its own for each test, empty or full, and real shells in it."""

import pytest

from tests.cli.shells.homes import ShellHome, require_shell
from tests.cli.shells.terminal import Terminal


@pytest.fixture
def house(tmp_path):
    return ShellHome(tmp_path)


@pytest.fixture
def full(house):
    house.fill()
    return house


@pytest.fixture
def bash(house):
    """bash with the installed script."""
    require_shell("bash")
    house.recall("completion", "install", "bash")
    with Terminal(["bash", "--norc", "--noprofile", "-i"], house.environment, house.folder) as terminal:
        terminal.run("PS1='ready> '")
        terminal.run("bind 'set enable-bracketed-paste off'; bind 'set bell-style none'")
        terminal.run(". ~/.local/share/bash-completion/completions/recall")
        yield terminal


@pytest.fixture
def zsh(house):
    """zsh with the installed script, by the line that install names."""
    require_shell("zsh")
    line = house.recall("completion", "install", "zsh").splitlines()[1].partition(": ")[2]
    with Terminal(["zsh", "-f", "-i"], house.environment, house.folder) as terminal:
        terminal.run(
            "PS1='ready> '; RPS1=; unsetopt PROMPT_SP BEEP ZLE_BRACKETED_PASTE 2>/dev/null; unset zle_bracketed_paste"
        )
        terminal.run(line + " -u")
        yield terminal
