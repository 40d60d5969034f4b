"""The resources of one thread of the server, used for one token after the other."""

import os
from contextlib import contextmanager

from recall_cli.agents.agent import ATTENDED_VARIABLE
from recall_cli.app import SESSION_VARIABLES, App
from recall_cli.domain.errors import NotStored, RecallError, StoreError, UsageError
from recall_cli.domain.scope import TOKEN_CALLER
from recall_cli.flows.over_https.machine import SENT_SETTINGS
from recall_cli.serve.grant import WRITE, Grant
from recall_cli.serve.served_app import ServedApp
from recall_cli.serve.session import Session
from recall_cli.settings import VIEW_SETTINGS, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from recall_cli.domain.scope import View
    from recall_cli.engines.engine import Engine
    from recall_cli.engines.sqlite.connection import SqliteEngine
    from recall_cli.engines.sqlite.text_inbox import TextInbox
    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.engines.transaction import Transaction
    from recall_cli.workplace import Client

NOBODY = ""
"""The user before a token says who it is: nobody stores under this name."""
PROJECT_NAMES = ("project",)


class TokenGrant(Grant):
    """What the holder of a token may do and see."""

    token: str = ""
    """The name of the token."""
    projects: "tuple[str, ...]" = ()
    """The projects of the token; empty for all."""
    expires_at: "int | None" = None
    knows_store_numbers: bool = False


def grant_of(token: "Token") -> TokenGrant:
    """The grant of a token."""
    return TokenGrant(
        token=token.name,
        user=token.user,
        agent=token.agent,
        clearance=token.clearance,
        topics=token.topics,
        rights=frozenset(token.rights),
        projects=token.projects,
        expires_at=token.expires_at,
    )


class TokenApp(ServedApp):
    """An App that is bound to one grant for the time of a call."""

    spools = False  # the inbox of the server keeps texts, and not for ever: its clients may be on other machines

    grant: TokenGrant

    def __init__(self, database: "str | None") -> None:
        super().__init__(TokenGrant(user=NOBODY, agent="nobody", rights=frozenset()), {"db": database})
        self.commits_together = False
        """Whether several calls wait for the disk together: nothing may be answered before `sync_commits`."""
        self._sync_error: Exception | None = None
        self.inbox: TextInbox | None = None
        """Where texts wait for the store; only the thread that stores has one."""
        self._has_unsynced = False
        self._tuned: Engine | None = None
        self._client: Client | None = None
        """The machine of the person whose command runs; None for the call of a tool."""

    def bind(self, grant: TokenGrant) -> None:
        """See and do from now on what this grant allows, and nothing else."""
        self.grant = grant
        self._flags = {**self._flags, "user": grant.user, "agent": grant.agent}
        self.settings.override("user", str(grant.user))
        self.settings.override("agent", str(grant.agent))

    def view(self, agent: "str | None" = None, clearance: "str | None" = None) -> "View":
        """The view of the grant, with its projects and the token as the caller."""
        view = super().view(agent, clearance).but(caller=TOKEN_CALLER + self.grant.token)
        if self._client is not None:
            view = narrow_by_client(view, self._client, agent, clearance)
        return view.but(projects=self.grant.projects) if self.grant.projects else view

    def engine(self, *, write: bool = False) -> "Engine":
        """The connection of this thread, prepared for many short calls."""
        found = super().engine(write=write)
        if found is not self._tuned:
            found.tune_for_server()
            if write and self.commits_together and (file := _file_engine(found)) is not None:
                file.put_off_sync()
            self._tuned = found
        return found

    def text_inbox(self) -> "TextInbox | None":
        """The inbox of the server; None for an encrypted store, whose texts are never on the disk in plain."""
        return self.inbox if self.key is None and self._has_store() else None

    def write_transaction(self, view: "View | None" = None) -> "Transaction":
        """A transaction that is on the disk after the next `sync_commits`, if commits wait together."""
        if self._client is not None and WRITE not in self.grant.rights:
            raise NotStored("not done: this token only reads", "recall admin token create, without --read-only")
        self._has_unsynced = True
        return super().write_transaction(view)

    def sync_commits(self) -> None:
        """Wait until what was stored is on the disk; an error says that it may not be."""
        error, self._sync_error = self._sync_error, None
        if error is not None:
            raise error
        if self.inbox is not None:
            try:
                self.inbox.sync()
            except OSError as failure:
                reason = (failure.strerror or type(failure).__name__).lower()
                raise StoreError(f"the disk did not confirm what was stored: {reason}") from None
        if self._has_unsynced:
            self._sync_store()
        self._has_unsynced = False

    def _sync_store(self) -> None:
        if self.may_have_written and (file := _file_engine(self._engines[True])) is not None:
            file.sync_commits()

    def close(self) -> None:
        """Close the store; calls before may still wait for the disk."""
        if self.commits_together and self.may_have_written:
            try:
                self.sync_commits()
            except RecallError as error:
                self._sync_error = error
        self._tuned = None
        super().close()

    @contextmanager
    def command(self, grant: TokenGrant, client: "Client", session: "str | None") -> "Iterator[None]":
        """The time of one command of a person's machine: its agent, its session and its settings count for it."""
        self.bind(grant)
        before = self.settings, self.environment, self.makes_store
        environment = {name: value for name, value in os.environ.items() if name not in SESSION_VARIABLES}
        if session:
            environment[SESSION_VARIABLES[0]] = session
        environment.pop(ATTENDED_VARIABLE, None)
        if client.facts.get("attended") is True:
            environment[ATTENDED_VARIABLE] = "1"
        self.environment, self._client = environment, client
        self.settings = Settings({**self._flags, **settings_of_client(client)}, environment)
        self._at_terminal = client.facts.get("terminal") is True
        try:
            yield
        finally:
            self.settings, self.environment, self.makes_store = before
            self._at_terminal, self._client, self.prints_json = False, None, False
            self.notes.clear()

    def now(self) -> int:
        """The time; for a command that waited at its client, when it was given."""
        at = None if self._client is None else self._client.facts.get("at")
        return max(1, min(at, super().now())) if type(at) is int else super().now()

    @property
    def calling_agent(self) -> "str | None":
        """The agent that gave the command, as its machine says; the processes above the server say nothing of it."""
        named = None if self._client is None else self._client.facts.get("caller")
        return named if isinstance(named, str) else None

    def session(self, grant: TokenGrant, agent_session: "str | None" = None) -> Session:
        """A caller's session; nobody else is served by this App until the next one."""
        self.bind(grant)
        return Session(self, grant, agent_session=agent_session)


def _file_engine(engine: "Engine") -> "SqliteEngine | None":
    """The engine of a file; a server of PostgreSQL itself lets commits that come together wait for the disk once."""
    from recall_cli.engines.sqlite.connection import SqliteEngine

    return engine if isinstance(engine, SqliteEngine) else None


def settings_of_client(client: "Client") -> "dict[str, Any]":
    """The settings of a client that count for its command; one that is malformed is an error when it is read."""
    given = _given_settings(client)
    narrowing = (*VIEW_SETTINGS, "agent_scoping")  # they only hide: see `narrow_by_client`
    chosen = {name: given[name] for name in SENT_SETTINGS if name in given and name not in narrowing}
    if given.get("agent_scoping") is True:
        chosen["agent_scoping"] = True
    return {"agent": "", **chosen}


def _given_settings(client: "Client") -> "dict[str, Any]":
    given = client.facts.get("settings")
    return given if isinstance(given, dict) else {}


def narrow_by_client(view: "View", client: "Client", agent: "str | None", clearance: "str | None") -> "View":
    """A view without what the settings of the client's machine hide from this agent."""
    given = _given_settings(client)
    narrowing = {name: value for name, value in given.items() if name.rpartition(".")[2] in VIEW_SETTINGS}
    if not narrowing:
        return view
    own = App(environment={})
    own.settings = Settings({**narrowing, "agent": given.get("agent", "")}, {})
    seen = own.view(agent, clearance)
    topics = seen.topics if view.topics is None else view.topics
    if seen.topics is not None and view.topics is not None:
        topics = tuple(topic for topic in view.topics if topic in seen.topics)
    return view.but(clearance=min(view.clearance, seen.clearance), topics=topics)


def narrow_arguments(grant: TokenGrant, name: str, arguments: "Any") -> "Any":
    """The arguments of a call, kept within the projects of the grant.

    Reading is narrowed by the view already. A memory without a project is found from every project, so a token for
    some projects stores in one of them.
    """
    if not grant.projects or not isinstance(arguments, dict):
        return arguments
    project = arguments.get("project")
    if isinstance(project, str) and project != "*" and project not in grant.projects:
        raise UsageError(f"this token is for {', '.join(grant.projects)}", "name one of these projects")
    if name != "store_memory":
        return arguments
    if arguments.get("global"):
        raise UsageError(f"this token is for {', '.join(grant.projects)}", "leave out global")
    return arguments if project else {**arguments, "project": grant.projects[0]}
