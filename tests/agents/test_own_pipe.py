"""A pipe is a person's only where nothing but shells lies between recall and the terminal program."""

from recall_cli.agents.ancestors import MAX_ANCESTORS, Process
from recall_cli.agents.own_pipe import TERMINAL_PROGRAMS, is_pipe_of_person
from tests.for_each import for_each

OWN = Process(name="recall", path="/usr/bin/python3", number=50, group=50, session=10, terminal=34817, foreground=50)
SHELL = Process(name="bash", path="/usr/bin/bash", number=10, group=10, session=10, terminal=34817, foreground=50)
INNER = SHELL.but(number=40, path="/bin/dash")
TERMINAL = Process(name="xterm", path="/usr/bin/xterm", number=9, session=9)


@for_each("shell", ["bash", "zsh", "dash", "sh", "fish", "ksh", "zsh-5.9"])
def test_a_pipe_in_a_shell_of_a_terminal_program_is_a_person_s(shell: str) -> None:
    """Whichever shell and whichever terminal, and from a script too."""
    leader = SHELL.but(path=f"/usr/bin/{shell}")
    for name in TERMINAL_PROGRAMS:
        terminal = TERMINAL.but(path=f"/usr/bin/{name}")
        assert is_pipe_of_person(OWN, [leader, terminal])
        assert is_pipe_of_person(OWN, [INNER, leader, terminal])


def test_xargs_and_servers_of_another_user_are_known() -> None:
    """xargs directly above recall, or above a shell that it starts; a server by its name: its path cannot be read."""
    xargs = INNER.but(name="xargs", path="/usr/bin/xargs", number=45)
    assert is_pipe_of_person(OWN, [xargs, SHELL, TERMINAL])
    assert is_pipe_of_person(OWN, [INNER, xargs, SHELL, TERMINAL])
    for name in ("sshd", "sshd-session", "login", "tmux: server"):
        assert is_pipe_of_person(OWN, [SHELL, TERMINAL.but(name=name, path="")])


FORGERIES = {
    "in the background": (OWN.but(foreground=10), [SHELL, TERMINAL]),
    "in a session without a terminal": (OWN.but(session=50, terminal=0), [SHELL, TERMINAL]),
    "after setsid": (OWN.but(session=50), [SHELL, TERMINAL]),
    "at another terminal than its shell": (OWN.but(terminal=34818), [SHELL, TERMINAL]),
    "under script": (OWN, [SHELL, TERMINAL.but(name="script", path="/usr/bin/script")]),
    "under python's pty": (OWN, [SHELL, TERMINAL.but(name="xterm", path="/usr/bin/python3")]),
    "under an editor": (OWN, [SHELL, TERMINAL.but(name="code", path="/usr/share/code/code")]),
    "under a service manager": (OWN, [SHELL, TERMINAL.but(name="systemd", path="/usr/lib/systemd/systemd")]),
    "under cron": (OWN, [SHELL, TERMINAL.but(name="cron", path="/usr/sbin/cron")]),
    "under the first process": (OWN, [SHELL, Process(name="init", path="/sbin/init", number=1)]),
    "under a program with a terminal's name": (OWN, [SHELL, TERMINAL.but(path="/home/ada/bin/xterm")]),
    "under a deleted program": (OWN, [SHELL, TERMINAL.but(path="/tmp/xterm (deleted)")]),
    "below a program that is no shell": (OWN, [INNER.but(path="/usr/bin/make"), SHELL, TERMINAL]),
    "below git": (OWN, [INNER.but(path="/usr/bin/git"), SHELL, TERMINAL]),
    "below a program with a shell's name": (OWN, [INNER.but(path="/home/ada/bin/bash"), SHELL, TERMINAL]),
    "below a program with the name of xargs": (OWN, [INNER.but(path="/home/ada/bin/xargs"), SHELL, TERMINAL]),
    "below another user's program": (OWN, [INNER.but(path="", name="bash"), SHELL, TERMINAL]),
    "with a parent in another session": (OWN, [INNER.but(session=40), SHELL, TERMINAL]),
    "with nobody above": (OWN, []),
    "with no parent of the shell": (OWN, [SHELL]),
    "below very many shells": (OWN, [*[INNER] * MAX_ANCESTORS, SHELL, TERMINAL]),
}


@for_each("own, above", FORGERIES.values())
def test_anything_else_is_an_agent_s_pipe(own: Process, above: list[Process]) -> None:
    """In doubt it is an agent."""
    assert not is_pipe_of_person(own, above)
