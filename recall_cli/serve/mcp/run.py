"""Running `recall mcp`: one client, one thread, until the client leaves."""

import os
import sys
import time

from recall_cli import __version__
from recall_cli.serve.background import read_what_waits
from recall_cli.serve.mcp.server import McpServer
from recall_cli.serve.mcp.stdio import ClaimedStreams, StdioLoop
from recall_cli.serve.text_check import check_texts
from recall_cli.workplace import current_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.serve.grant import Grant
    from recall_cli.serve.session import Session

COLLECTOR_THRESHOLDS = (2_000, 10, 10)
"""A command collects no garbage before it ends; a server has to."""
MAX_UNREAD_SECONDS = 30
"""A client that never pauses has its texts read after this time."""
HOOK_LEAD_MS = 10 * 60_000
"""A hook that ran so long before the server started belongs to the same session of the client."""

_AGENT_WORDS = (
    ("claude-code", "claude-code"),
    ("claude-ai", "claude-desktop"),
    ("claude-desktop", "claude-desktop"),
    ("codex", "codex"),
    ("gemini", "gemini"),
    ("cursor", "cursor"),
    ("copilot", "copilot"),
    ("visual-studio-code", "vscode"),
    ("vscode", "vscode"),
    ("opencode", "opencode"),
    ("zed", "zed"),
)
"""A word in the name of a client, and the agent that it is; the first that fits."""
UNKNOWN_CLIENT = "mcp"
MAX_NAME_LETTERS = 40


class _Stopped(BaseException):
    """The process was asked to end."""


class StdioServer:
    """The server of one client: its streams, and the session that its calls use."""

    def __init__(self, grant: "Grant", database: "str | None", project: "str | None", *, lists_all_tools: bool) -> None:
        self._grant, self._database, self._project = grant, database, project
        self._folder = _folder_of_client()
        self._session: Session | None = None
        self._agent = ""
        self._roots: list[str] = []
        self._started_ms = 0
        self._waiting_since: float | None = None
        """When the first text was put down that nobody reads yet."""
        self._streams = ClaimedStreams()
        self._loop = StdioLoop(self._streams.read_fd, self._streams.write_fd)
        self._server = McpServer(
            grant,
            __version__,
            self._open_session,
            send=self._loop.send,
            is_cancelled=self._loop.is_cancelled,
            wants_roots=project is None,
            lists_all_tools=lists_all_tools,
            log=_write_log,
        )

    def run(self) -> None:
        """Serve until the client leaves, or the process is asked to end."""
        import _signal  # type: ignore[import-not-found]  # not in typeshed, and signal itself takes time to load
        import gc

        gc.set_threshold(*COLLECTOR_THRESHOLDS)
        before = _signal.signal(_signal.SIGTERM, _stop)
        try:
            self._loop.run(self._server, self._rest)
        except (_Stopped, KeyboardInterrupt):
            pass
        finally:
            _signal.signal(_signal.SIGTERM, before)  # a second signal ends the process at once
            self._rest()
            self._streams.release()

    def _open_session(self, client: "dict[str, Any]") -> "Session":
        """The session of the client, made at its first call, and again when it says to be another."""
        from recall_cli.flows.agents.switches import current_session
        from recall_cli.serve.served_app import ServedApp
        from recall_cli.serve.session import Session

        agent = self._grant.agent or agent_of_client(client)
        if self._session is None or agent != self._agent:
            self._close_store()
            grant = self._grant.but(agent=agent)
            app = ServedApp(grant, {"db": self._database})
            if self._session is not None:
                app.take_over(self._session.app)
            self._agent, self._started_ms = agent, self._started_ms or app.now()
            self._session = Session(
                app,
                grant,
                folder=self._folder,
                project=self._project,
                agent_session=current_session(app),
                has_brief=self._has_brief,
                start_reading=self._remember_waiting_texts,
            )
        if self._server.roots != self._roots:
            self._roots = self._server.roots
            self._session.folder = _first_folder(self._roots) or self._folder
        return self._session

    def _has_brief(self) -> bool:
        """Did a hook of this client give a brief since shortly before the server started?"""
        from recall_cli.flows.agents.hook_runs import newest_runs
        from recall_cli.rules.places.circuit_breaker import BRIEF_SHOWN

        assert self._session is not None, "asked during a call"
        return any(
            run.event == "session-start" and run.outcome == BRIEF_SHOWN and run.at > self._started_ms - HOOK_LEAD_MS
            for run in newest_runs(self._session.app, self._agent)
        )

    def _remember_waiting_texts(self) -> None:
        """Texts are read in the next pause: the worker's writes would keep the client's next calls waiting."""
        if self._waiting_since is None:
            self._waiting_since = time.monotonic()
        elif time.monotonic() - self._waiting_since > MAX_UNREAD_SECONDS:
            self._read_waiting_texts()

    def _rest(self) -> None:
        """The client pauses: have waiting texts read, and close the store."""
        self._close_store()
        self._read_waiting_texts()

    def _read_waiting_texts(self) -> None:
        """Have read what this client has stored, and what an earlier process has left."""
        from recall_cli.serve.served_app import ServedApp

        self._waiting_since = None
        app = ServedApp(self._grant, {"db": self._database}) if self._session is None else self._session.app
        read_what_waits(app)
        app.close()

    def _close_store(self) -> None:
        if self._session is not None:
            self._session.app.close()


def serve_stdio(
    grant: "Grant", *, database: "str | None", project: "str | None", lists_all_tools: bool = False
) -> None:
    """Serve the client on standard input and output; PoisonedText if a text of the server is not as it should be."""
    check_texts()
    StdioServer(grant, database, project, lists_all_tools=lists_all_tools).run()


def _write_log(text: str) -> None:
    """A line on standard error, which clients keep as the log of a server."""
    try:
        sys.stderr.write(f"recall: {text}\n")
        sys.stderr.flush()
    except (OSError, ValueError):  # the client keeps no log
        return


def _stop(_number: int, _frame: object) -> None:
    raise _Stopped


def agent_of_client(client: "dict[str, Any]") -> str:
    """The agent's name for a client; a name that recall does not know is kept as letters, digits and hyphens."""
    name = client.get("name")
    if not isinstance(name, str):
        return UNKNOWN_CLIENT
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name[:200].lower())
    known = next((agent for word, agent in _AGENT_WORDS if word in plain), None)
    return known or "-".join(filter(None, plain.split("-")))[:MAX_NAME_LETTERS].strip("-") or UNKNOWN_CLIENT


def _folder_of_client() -> "str | None":
    """The folder that the client started the server in; None if it says nothing about the work."""
    folder = current_folder()
    return None if folder in ("/", os.path.expanduser("~")) else folder


def _first_folder(roots: "list[str]") -> "str | None":
    """The first of these addresses that is a folder on this machine."""
    for root in roots:
        if root.startswith("file://"):
            from urllib.parse import unquote

            folder = unquote(root.removeprefix("file://").removeprefix("localhost"))
            if os.path.isabs(folder) and "\0" not in folder and os.path.isdir(folder):
                return folder
    return None
