"""What one run of recall uses: settings, clock, ids and the store, each opened on first use."""

import os
import time

from recall_cli import __version__
from recall_cli.domain.ids import uuid7
from recall_cli.domain.memory import CLASSIFICATIONS
from recall_cli.domain.scope import View
from recall_cli.settings import KEY_SETTINGS, VIEW_PREFIX, Settings, is_table_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.domain.draft import PreparedRequest
    from recall_cli.domain.embedding_model import EmbeddingModel
    from recall_cli.engines.engine import Cost, Embedder, Engine
    from recall_cli.engines.sqlite.text_inbox import TextInbox
    from recall_cli.engines.transaction import Transaction
    from recall_cli.inference.cross_encoder import CrossEncoder
    from recall_cli.inference.static_table import StaticTable

SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID", "GEMINI_SESSION_ID")
"""Environment variables in which agents name the session of a command."""
DEFAULT_USER = "owner"
"""The user if none is set: most stores have no other."""


def ignore_progress(_what: str, _done: int, _total: int) -> None:
    """Report progress to nobody."""


class Meter:
    """What an operation costs: time, and tokens and dollars of a model, from one reading to the next."""

    __slots__ = ("_since", "tokens_in", "tokens_out", "usd")

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._since = time.monotonic()
        self.tokens_in = self.tokens_out = 0
        self.usd = 0.0

    def add(self, tokens_in: int, tokens_out: int, usd: float) -> None:
        """Add one answer of a model."""
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.usd += usd

    def read(self) -> "Cost":
        """The cost since the last reading."""
        cost = (time.monotonic() - self._since) * 1000, self.tokens_in, self.tokens_out, self.usd
        self._start()
        return cost


class App:
    """The resources of one run of recall."""

    serves_agent = False
    """True if an agent started this run and sends it calls, such as a server of tools."""

    def __init__(self, flags: "dict[str, object] | None" = None, environment: "dict[str, str] | None" = None) -> None:
        self.environment: "dict[str, str] | os._Environ[str]" = os.environ if environment is None else environment
        self.settings = Settings(flags or {}, self.environment)
        self._engines: dict[bool, Engine] = {}
        self._embedder: StaticTable | None = None
        self._key: str | None = None
        self._models: dict[str, Embedder | None] = {}
        self._gates: dict[str, CrossEncoder | None] = {}
        self._at_terminal: bool | None = None
        self._last_ns = 0
        self._in_present = False
        self.lock_options: dict[str, Any] = {}  # how the engine waits for a lock, if not as usual
        self.prints_json = False
        """True if the user asked for JSON."""
        self.makes_store = True
        """True if a missing store may be created."""
        self.meter = Meter()
        """What the present operation costs, for the record."""
        self.workplaces: dict[str, Any] = {}
        """Workplaces of the folders of the running hook; several of its steps need them."""
        self.notes: list[str] = []
        """Notes for the user, shown beside the answer."""
        self.renew_lease: Callable[[], None] = lambda: None
        """Called by long work in a worker, so that no other worker takes its job over."""
        self.progress: Callable[[str, int, int], None] = ignore_progress
        """Called during long work: its name, the part done, the whole."""

    # Clock and ids

    def now(self) -> int:
        """Milliseconds since 1970. RECALL_NOW sets the clock, for tests and trials."""
        chosen = self.environment.get("RECALL_NOW")
        if chosen:
            from recall_cli.domain.moment import parse_moment

            moved = parse_moment(chosen, time.time_ns() // 1_000_000)
            return min(moved, self._machine_time()) if self._in_present else moved
        return time.time_ns() // 1_000_000

    def forbid_future_clock(self, wanted: bool) -> None:
        """Ignore a RECALL_NOW in the future, so that only what is really old is removed or fades."""
        self._in_present = wanted

    def _machine_time(self) -> int:
        """The machine's own clock; tests that simulate years replace it."""
        return time.time_ns() // 1_000_000

    def new_id(self, at: "int | None" = None) -> str:
        """A new id, later than all others of this run."""
        ns = (self.now() if at is None else at) * 1_000_000 + time.time_ns() % 1_000_000
        self._last_ns = ns = max(ns, self._last_ns + 245)
        return uuid7(ns // 1_000_000, ns % 1_000_000 * 4096 // 1_000_000, os.urandom(8))

    # Who calls

    @property
    def at_terminal(self) -> bool:
        """True if a person is at the terminal: only then does input count as the user's own word.

        A caller that names itself as an agent is one, and so is every process that an agent started.
        """
        if self._at_terminal is None:
            self._at_terminal = self._has_terminal and not self.settings["agent"] and self.calling_agent is None
        return self._at_terminal

    @property
    def may_name_agent(self) -> bool:
        """True if the setting `agent` may be changed; a person must always be able to remove it again."""
        return self.at_terminal or (
            self._has_terminal and self.settings.origin("agent")[1] == "file" and self.calling_agent is None
        )

    @property
    def _has_terminal(self) -> bool:
        return os.isatty(0) and (os.isatty(1) or os.isatty(2))

    @property
    def calling_agent(self) -> "str | None":
        """The agent that started this command, by its environment or by the processes above it."""
        from recall_cli.agents.agent_detection import find_agent_variable
        from recall_cli.agents.ancestors import agent_above

        return find_agent_variable(self.environment) or agent_above()

    @property
    def channel(self) -> str:
        """Where input comes from: user or agent. It sets the trust of the input, and no argument can raise it."""
        return "user" if self.at_terminal else "agent"

    @property
    def agent(self) -> "str | None":
        """The agent that the settings name, with secrets masked."""
        name = self.settings["agent"]
        return _mask_name(name) if name else None

    def view(self, agent: "str | None" = None, clearance: "str | None" = None) -> View:
        """What this run may see. Flags and the settings of an agent can narrow it, and never widen it."""
        settings = self.settings
        places = ["", *(f"{VIEW_PREFIX}{name}." for name in {agent, settings["agent"]} if name and is_table_name(name))]
        ceilings = [settings[place + "clearance"] for place in places] + ([clearance] if clearance else [])
        ceiling = min(map(CLASSIFICATIONS.index, ceilings))
        topics = _common_topics([settings[place + "topics"] for place in places])
        viewer = (_mask_name(agent) if agent else self.agent or "unnamed") if settings["agent_scoping"] else None
        if viewer is not None and self.at_terminal and not (agent or settings["agent"]):
            viewer = None
        return View(user=settings["user"], clearance=ceiling, agent=viewer, topics=topics)

    @property
    def full_view(self) -> View:
        """All memories of the user: for maintenance, which shows none of them."""
        return View(user=self.settings["user"])

    def view_of_author(self, request: "PreparedRequest") -> View:
        """What the author of a request may see, if another process works on it later. The user sees everything."""
        view = self.view(request.agent).but(caller=request.caller)
        return view.but(agent=None) if request.trust == "user" else view

    # The store

    def _has_store(self) -> bool:
        """Is there a file that is not empty at the path of the store, or a server?"""
        if self.settings.is_on_server:
            return True
        try:
            return os.path.getsize(self.settings.database) > 0
        except OSError:
            return os.path.lexists(self.settings.database)

    def engine(self, *, write: bool = False) -> "Engine":
        """The connection to the store, opened on first use."""
        if True in self._engines:
            return self._engines[True]
        if write and not self.makes_store and not self._has_store():
            write = False  # there is nothing to change; reading finds an empty store
        if self.settings.is_over_https:
            from recall_cli.domain.store_errors import StoreUnreachable

            raise StoreUnreachable(f"the store is behind {self.settings.database}", "only its commands reach it")
        if write not in self._engines and self.settings.is_on_server:
            from recall_cli.engines.postgres.connection import PostgresEngine

            self._engines[write] = PostgresEngine(
                self.settings.database,
                write=write,
                patience=self.settings["busy_seconds"],
                version=__version__,
                now=self.now,
                key=lambda: self.key,
            )
        if write not in self._engines:
            from recall_cli.engines.sqlite.connection import SqliteEngine

            self._engines[write] = SqliteEngine(
                self.settings.database,
                write=write,
                patience=self.settings["busy_seconds"],
                version=__version__,
                now=self.now,
                key=self.key,
                **self.lock_options,
            )
        return self._engines[write]

    def text_inbox(self) -> "TextInbox | None":
        """The file in which a text waits until it is stored; None if it is stored at once. Only servers have one."""
        return None

    @property
    def text_files(self) -> "tuple[str, str, str, str]":
        """Where texts may wait for the store: beside it, in the hooks' folder, a server's inbox, a sandbox's folder."""
        beside, user = self.settings.files_beside, f"recall-{os.getuid()}"
        name = beside.replace("%", "%%").replace("/", "%")[-200:] + ".texts"
        in_hooks = os.path.join(self.settings.hooks_folder, name)
        return beside + ".texts", in_hooks, beside + ".inbox", os.path.join(os.sep, "tmp", user, name)

    @property
    def has_text_files(self) -> bool:
        """May texts wait outside of the store?"""
        return any(map(os.path.exists, self.text_files))

    def recover_inbox(self) -> None:
        """Store the texts that a killed server had accepted; every command that writes does so."""
        if os.path.exists(self.settings.files_beside + ".inbox"):
            self.engine(write=True)

    @property
    def may_have_written(self) -> bool:
        """Was the store opened for writing?"""
        return True in self._engines

    @property
    def key(self) -> "str | None":
        """The key of the store, if the settings name one."""
        if self._key is None and any(self.settings[place] for place in KEY_SETTINGS):
            from recall_cli import store_key

            self._key = store_key.configured_key(self.settings)
        return self._key

    def key_for_copy(self, path: str) -> "str | None":
        """The key of a copy of the store; None if the copy was made before the store was encrypted."""
        if self.key is None:
            return None
        from recall_cli.engines.sqlite.encryption_state import encryption_state

        return None if encryption_state(path) == "plain" else self.key

    def embedder(self) -> "StaticTable":
        """The built-in embedding model, opened on first use."""
        if self._embedder is None:
            from recall_cli.inference.static_table import StaticTable

            self._embedder = StaticTable()
        return self._embedder

    def full_model(self, chosen: "EmbeddingModel") -> "Embedder | None":
        """A full model for questions; None, with a note, if its files were removed."""
        if chosen.model not in self._models:
            from recall_cli.inference.question_models import load_question_model

            self._models[chosen.model] = load_question_model(chosen, self.settings.models, self.settings.store_place)
            if self._models[chosen.model] is None:
                gone = f"{chosen.model} is not in {chosen.folder}"
                self.note(f"{gone}: meaning comes from the table (recall admin embed)")
        return self._models[chosen.model]

    def gate(self) -> "CrossEncoder | None":
        """The model that confirms answers; None if none is set, and, with a note, if it cannot be used."""
        folder = str(self.settings["search.gate"])
        if folder and folder not in self._gates:
            from recall_cli.domain.errors import RecallError
            from recall_cli.inference.cross_encoder import CrossEncoder

            try:
                self._gates[folder] = CrossEncoder(folder)
            except RecallError as error:
                self._gates[folder] = None
                self.note(f"{error.message}: the gate is left out (recall admin embed --gate off)")
        return self._gates.get(folder)

    def read_transaction(self, view: "View | None" = None) -> "Transaction":
        """A transaction that reads one consistent state of the store."""
        from recall_cli.engines.transaction import Transaction

        return Transaction(
            self.engine(), view or self.view(), self.now(), embedder=self.embedder, models=self.full_model
        )

    def write_transaction(self, view: "View | None" = None) -> "Transaction":
        """A transaction whose changes are stored completely or not at all."""
        from recall_cli.engines.transaction import Transaction

        view = view or self.view()
        _reject_secret_user(view.user)
        engine = self.engine(write=True)
        return Transaction(engine, view, self.now(), write=True, embedder=self.embedder, cost=self.meter.read)

    def dry_run(self, view: "View | None" = None) -> "Transaction":
        """A transaction that is always rolled back, so that nothing is stored."""
        from recall_cli.engines.transaction import Transaction

        view = view or self.view()
        _reject_secret_user(view.user)
        return Transaction(self.engine(), view, self.now(), write=True, embedder=self.embedder, keep=False)

    def best_effort_write(self, view: "View | None" = None) -> "Transaction":
        """A transaction for a small write that may be lost, such as usage: it waits only briefly and may fail.

        It writes nothing that a brief depends on, since it leaves the stored briefs as they are. It uses
        the connection that has just been used for reading.
        """
        from recall_cli.engines.transaction import Transaction

        view = view or self.view()
        _reject_secret_user(view.user)
        engine = self.engine()
        engine.use_best_effort_writes()
        return Transaction(engine, view, self.now(), write=True, embedder=self.embedder, counts_uses=True)

    def short_id(self, id_: str) -> str:
        """A memory's id as people read and type it: short, and unique in the store."""
        return self.short_ids([id_])[id_]

    def short_ids(self, ids: "list[str]") -> "dict[str, str]":
        """The short form of each of these ids."""
        with self.read_transaction() as tx:
            return tx.memories.short_ids(ids)

    def close(self) -> None:
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    def note(self, text: str) -> None:
        """Show a note on standard error, after the answer."""
        self.notes.append(text)


def _common_topics(lists: "list[str]") -> "tuple[str, ...] | None":
    """The topics that are in all of these lists. An empty list allows every topic; so does the result None."""
    allowed = [[topic.strip() for topic in text.split(",") if topic.strip()] for text in lists]
    allowed = [topics for topics in allowed if topics]
    return tuple(topic for topic in allowed[0] if all(topic in topics for topics in allowed)) if allowed else None


def _mask_name(name: str) -> str:
    from recall_cli.rules.secrets import mask_text

    return mask_text(name)


def _reject_secret_user(name: str) -> None:
    if name != DEFAULT_USER:
        from recall_cli.rules.secrets import reject_secret_name

        reject_secret_name(name, "the user's name")


def is_recall_error(error: Exception) -> bool:
    """Is this an error that recall explains, such as a busy or a full store? A best-effort write may end with one."""
    from recall_cli.domain.errors import RecallError

    return isinstance(error, RecallError)
