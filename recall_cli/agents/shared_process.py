"""Finds the processes that run the sessions of several windows of an agent, and the variables of those windows.

Codex, opencode and the background sessions of Claude Code work like that. A hook of such a session has the variables
of that process, so `RECALL_PRIVATE=1 codex` does not reach it. Which window a session belongs to cannot be found out:
a window can open any session. So a switch counts for all of them if any window has it.
"""

from recall_cli.agents.ancestors import Process, all_processes, ancestors
from recall_cli.child_process import INSIDE_VARIABLE
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCH_VARIABLES = ("RECALL_OFF", "RECALL_PRIVATE")
"""The variables that keep a session out of the store, the stronger one first."""
SERVER_PROGRAMS = frozenset({"opencode", "opencode-ai"})
"""Agents whose process can serve other windows although it has a terminal of its own."""
OFF_VALUES = frozenset({"", "0", "false", "no", "off"})


class SharedProcess(Record):
    """A process that runs the sessions of several windows."""

    agent: str
    """The name of its program."""
    variables: "dict[str, str]"
    """The variables of recall in its environment."""
    windows: "tuple[dict[str, str], ...]"
    """The same of the other processes of this agent."""

    @property
    def window_switch(self) -> "str | None":
        """The strongest switch that is on in any of these processes; None if none is."""
        every = (self.variables, *self.windows)
        return next((name for name in SWITCH_VARIABLES if any(is_on(one.get(name)) for one in every)), None)

    @property
    def unequal_variable(self) -> "str | None":
        """A variable, apart from the switches, that differs between these processes; None if none does."""
        for other in self.windows:
            for name in sorted({*self.variables, *other}.difference(SWITCH_VARIABLES)):
                if self.variables.get(name) != other.get(name):
                    return name
        return None

    def unequal_to(self, variables: "Mapping[str, str]") -> "list[str]":
        """The variables that this process does not have, or not so."""
        return [name for name, value in sorted(variables.items()) if self.variables.get(name) != value]


def is_on(value: "str | None") -> bool:
    """Whether the value of a switch's variable switches it on. What is not understood does."""
    return (value or "").strip().lower() not in OFF_VALUES


def find_shared_process() -> "SharedProcess | None":
    """The agent's process above this command, if it runs the sessions of several windows; else None."""
    above = _agents_above()
    return _with_windows(above[0], list_agent_processes()) if any(map(_serves_windows, above)) else None


def is_shared_process_above() -> bool:
    """Whether there is such a process."""
    return any(map(_serves_windows, _agents_above()))


def _agents_above() -> "list[Process]":
    return [process for process in ancestors() if process.agent]


def list_shared_processes(home: "str | None") -> "list[SharedProcess]":
    """All processes with this home folder that run the sessions of several windows."""
    processes = [process for process in list_agent_processes() if process.environment.get("HOME", home) == home]
    return [_with_windows(process, processes) for process in processes if _serves_windows(process)]


def list_agent_processes() -> "list[Process]":
    """All processes of this user that are agents, apart from those that recall itself runs as a model."""
    return [process for process in all_processes() if process.agent and INSIDE_VARIABLE not in process.environment]


def recall_variables(environment: "Mapping[str, str]") -> "dict[str, str]":
    """The variables of recall in an environment."""
    return {name: value for name, value in environment.items() if name.startswith("RECALL_")}


def _serves_windows(process: Process) -> bool:
    """Whether this agent's process may run the sessions of several windows.

    A background process leads a group of its own and has no terminal.
    """
    return process.agent in SERVER_PROGRAMS or (process.terminal == 0 and process.group == process.number > 0)


def _with_windows(process: Process, agents: "list[Process]") -> SharedProcess:
    home = process.environment.get("HOME")
    others = [
        other
        for other in agents
        if other.agent == process.agent
        and other.number != process.number
        and other.environment.get("HOME", home) == home  # one with another home has a process of its own
    ]
    return SharedProcess(
        agent=str(process.agent),
        variables=recall_variables(process.environment),
        windows=tuple(recall_variables(other.environment) for other in others),
    )
