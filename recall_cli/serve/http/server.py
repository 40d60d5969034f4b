"""`recall serve`: the listener, the endpoints, the threads behind them, and how all of it starts and ends."""

import asyncio
import contextlib
import signal
import socket
import sys
import time

from recall_cli import __version__
from recall_cli.domain.errors import RecallError, UsageError
from recall_cli.domain.record import Record
from recall_cli.flows.over_https.served_commands import COMMAND_PATH
from recall_cli.serve.calls import place_of_error
from recall_cli.serve.grant import AUDIT
from recall_cli.serve.http.access import LOOPBACK_HOSTS, Gatekeeper, split_host
from recall_cli.serve.http.command_endpoint import CommandEndpoint
from recall_cli.serve.http.inbox_mover import InboxMover, open_inbox
from recall_cli.serve.http.lane_names import CHANGE, FIND, IDLE_SECONDS, LONG, STORE
from recall_cli.serve.http.lanes import MAX_WAITING, LaneFull, Lanes
from recall_cli.serve.http.listener import Exchange, Listener
from recall_cli.serve.http.log import ServerLog
from recall_cli.serve.http.mcp_endpoint import McpEndpoint
from recall_cli.serve.http.messages import METRICS_TYPE, TEXT_TYPE, HttpError, Response, error_response, json_response
from recall_cli.serve.http.metrics import Metrics
from recall_cli.serve.http.reading import TextReader
from recall_cli.serve.http.token_page import TokenPage
from recall_cli.serve.text_check import check_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.command_endpoint import CommandRunner

SWITCH_SECONDS = 0.0005
"""How often Python changes between threads: storing shall not wait for the arithmetic of a search."""
WARM_SECONDS = 2.0
"""The server begins after so long at the latest, even if its first calls are slower than the others."""
STOP_SECONDS = 20.0
"""How long accepted requests may take after the signal to stop."""


class ServeOptions(Record):
    """How the server is reached."""

    host: str = "127.0.0.1"
    port: int = 7077
    tls_cert: "str | None" = None
    tls_key: "str | None" = None
    behind_proxy: bool = False
    public_url: "str | None" = None

    @property
    def is_local(self) -> bool:
        """Is it reached from this machine only?"""
        return self.host in LOOPBACK_HOSTS or self.host.startswith("127.")


def check_options(options: ServeOptions) -> "ssl.SSLContext | None":
    """The TLS context of the options; UsageError if they would send tokens in plain over a network."""
    if (options.tls_cert is None) != (options.tls_key is None):
        raise UsageError("--tls-cert and --tls-key belong together", "a certificate and its private key, as PEM files")
    if not options.is_local and options.tls_cert is None and not options.behind_proxy:
        raise UsageError(
            f"--host {options.host} would send tokens and memories in plain over the network",
            "--tls-cert FILE --tls-key FILE, or --behind-proxy if a proxy does the TLS",
        )
    url = options.public_url
    if url is not None and not (url.startswith(("https://", "http://")) and split_host(url.partition("://")[2])):
        raise UsageError("--public-url is an address such as https://memory.example.com")
    return None if options.tls_cert is None else _load_certificate(options.tls_cert, str(options.tls_key))


def _load_certificate(cert: str, key: str) -> "ssl.SSLContext":
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(cert, key, password=lambda: "")
    except (OSError, ssl.SSLError) as error:
        reason = (error.strerror or "not a certificate with its key").lower()
        raise UsageError(f"cannot use {cert} and {key}: {reason}", "both are PEM files") from None
    return context


def open_socket(host: str, port: int) -> socket.socket:
    """A socket at this address; RecallError in one line if it cannot be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", "") or str(error)).lower()
        raise RecallError(f"cannot listen at {host}:{port}: {reason}", "--port N takes another port") from None
    return found


class HttpServer:
    """Everything that one `recall serve` is."""

    def __init__(
        self,
        options: ServeOptions,
        database: str,
        config: str,
        log: "ServerLog | None" = None,
        run_command: "CommandRunner | None" = None,
    ) -> None:
        from recall_cli.serve.a2a.endpoint import A2aEndpoint
        from recall_cli.serve.a2a.runner import TaskRunner

        self._options = options
        self.log = log or ServerLog()
        hosts = (options.host, *((split_host(options.public_url.partition("://")[2]),) if options.public_url else ()))
        if not options.is_local:
            hosts += (socket.gethostname().lower(), socket.getfqdn().lower())
        self._gatekeeper = Gatekeeper(database, hosts)
        inbox = open_inbox(database)
        self._lanes = Lanes(database, config, self.log.write, inbox)
        self._reader = TextReader(database, config, self.log.write)
        self._mover: InboxMover | None = None
        if inbox is not None:
            self._mover = InboxMover(inbox, database, self.log.write, self._reader.texts_wait)
        self._listener = Listener(self._handle)
        self._mcp = McpEndpoint(self._lanes, self._reader)
        self._commands = CommandEndpoint(self._lanes, self._reader, run_command)
        self._tasks = TaskRunner(self._lanes, self.log.write)
        self._a2a = A2aEndpoint(self._lanes, self._tasks)
        self._page = TokenPage(
            self._gatekeeper, self._lanes, secure=self.base_url().startswith("https:"), public_url=options.public_url
        )
        self._stop = asyncio.Event()
        self._metrics = Metrics(self._gauges())

    def _gauges(self) -> "dict[str, tuple[str, Callable[[], float]]]":
        lanes, listener = self._lanes, self._listener
        return {
            "recall_connections": ("Open connections.", lambda: listener.count),
            "recall_connections_refused": ("Connections that were too many.", lambda: listener.refused),
            "recall_calls_unfinished": ("Calls that wait or run.", lambda: lanes.unfinished_calls),
            "recall_requests_without_token": ("Requests without a valid token.", lambda: self._gatekeeper.refused),
            "recall_log_lines_dropped": ("Log lines that nobody read in time.", lambda: self.log.dropped),
            "recall_waiting_stores": ("Texts that wait to be stored.", lambda: lanes.waiting(STORE)),
            "recall_waiting_calls": ("Other quick calls that wait.", lambda: lanes.waiting(FIND)),
            "recall_waiting_changes": ("Changes that wait.", lambda: lanes.waiting(CHANGE)),
            "recall_waiting_long_calls": ("Long calls that wait.", lambda: lanes.waiting(LONG)),
        }

    # Requests

    async def _handle(self, exchange: Exchange) -> None:
        request, kind, token = exchange.request, "", None
        keep_alive = request.keeps_alive and not self._listener.is_stopping
        try:
            self._gatekeeper.check_addresses(exchange)
            response, kind, token = await self._route(exchange)
        except HttpError as error:
            response = error_response(error)
            keep_alive = keep_alive and error.status in (401, 404, 405, 406, 415, 429, 503)
        except RecallError as error:
            response = error_response(HttpError(503, f"{error.message} (try again)", {"Retry-After": "1"}))
        except (OSError, asyncio.CancelledError):
            self._log_request(exchange, kind, token, 499)
            raise
        except Exception as error:  # the client gets one line, the log the kind of the error
            self.log.write("failed", path=request.path[:80], error=place_of_error(error))
            response = error_response(HttpError(500, "recall failed at this request"))
        if response is not None and not exchange.is_streaming:
            await exchange.respond(response, keep_alive=keep_alive)
        self._log_request(exchange, kind, token, exchange.status)

    def _log_request(self, exchange: Exchange, kind: str, token: "Token | None", status: int) -> None:
        request = exchange.request
        ms = (time.perf_counter() - exchange.started) * 1000
        self._metrics.count(kind, status, ms)
        self.log.write(
            "request",
            method=request.method[:10],
            path=request.path[:80],
            status=status,
            kind=kind or None,
            token=None if token is None else token.name,
            ms=round(ms, 2),
            bytes=len(request.body) or None,
            remote=exchange.connection.remote or None,
        )

    async def _route(self, exchange: Exchange) -> "tuple[Response | None, str, Token | None]":
        """The answer to a request, what it was about, and whose it was."""
        path, method = exchange.request.path, exchange.request.method
        if path in ("/mcp", "/a2a", COMMAND_PATH):
            token = await self._gatekeeper.find_token(exchange.request)
            exchange.connection.trust()
            await exchange.read_body()
            if self._gatekeeper.use_is_due(token):
                self._note_use(token)
            response: Response | None
            if path == COMMAND_PATH:
                response, kind = await self._commands.answer(exchange, token)
            elif path == "/mcp":
                response, kind = await self._mcp.answer(exchange, token)
            else:
                response, kind = await self._a2a.answer(exchange, token)
            return response, kind, token
        if self._page.wants_page(exchange.request):
            shown, reader = await self._page.answer(exchange)
            return shown, "page", reader
        if method not in ("GET", "HEAD"):
            raise HttpError(405 if path in self._pages else 404, "there is nothing to send to here: see /mcp and /a2a")
        page = self._pages.get(path)
        if page is None:
            raise HttpError(404, "there is nothing here: see /mcp, /a2a and /healthz")
        return await page(exchange), path.strip("/.").replace("/", " ") or "start", None

    def _note_use(self, token: "Token") -> None:
        from recall_cli.flows.access.tokens import record_token_use

        with contextlib.suppress(LaneFull):
            self._lanes.submit(CHANGE, lambda app: record_token_use(app, token))

    @property
    def _pages(self) -> "dict[str, Callable[[Exchange], Awaitable[Response]]]":
        """What everybody may read."""
        return {
            "/": self._start_page,
            "/healthz": self._health_page,
            "/readyz": self._ready_page,
            "/metrics": self._metrics_page,
            "/.well-known/agent-card.json": self._card_page,
        }

    async def _start_page(self, _exchange: Exchange) -> Response:
        text = f"recall {__version__}: MCP at /mcp, A2A at /a2a, a page for browsers (recall help serve)\n"
        return Response(200, text.encode(), TEXT_TYPE)

    async def _health_page(self, _exchange: Exchange) -> Response:
        """Does the process answer? The store is not asked."""
        return Response(200, b"ok\n", TEXT_TYPE)

    async def _card_page(self, exchange: Exchange) -> Response:
        from recall_cli.serve.a2a.card import agent_card

        return json_response(200, agent_card(self.base_url(exchange)))

    async def _ready_page(self, _exchange: Exchange) -> Response:
        """Can calls be answered now?"""
        reason = ""
        if self._listener.is_stopping:
            reason = "the server is stopping"
        elif any(self._lanes.waiting(lane) >= MAX_WAITING[lane] for lane in MAX_WAITING):
            reason = "too many calls wait"
        else:
            try:
                await self._gatekeeper.check_store()
            except RecallError as error:
                reason = error.message
        return Response(503 if reason else 200, (reason or "ready").encode() + b"\n", TEXT_TYPE)

    async def _metrics_page(self, exchange: Exchange) -> Response:
        """The metrics: for this machine, or with a token that may read the audit log, since they count all users."""
        is_far = self._options.behind_proxy or split_host(exchange.connection.remote) not in LOOPBACK_HOSTS
        if is_far and AUDIT not in (await self._gatekeeper.find_token(exchange.request)).rights:
            raise HttpError(
                403, "the metrics count the calls of all users: recall admin token create NAME --allow audit"
            )
        return Response(200, self._metrics.as_text().encode(), METRICS_TYPE)

    def base_url(self, exchange: "Exchange | None" = None) -> str:
        """The address of the server, as a client reaches it."""
        if self._options.public_url is not None:
            return self._options.public_url.rstrip("/")
        scheme = "https" if self._options.tls_cert is not None else "http"
        if exchange is not None:
            return f"{scheme}://{exchange.request.headers['host']}"
        host = f"[{self._options.host}]" if ":" in self._options.host else self._options.host
        return f"{scheme}://{host}:{self._options.port}"

    # Start and end

    async def run(self, sock: socket.socket, tls: "ssl.SSLContext | None") -> None:
        """Serve until the process is asked to end; what was accepted is finished, or waits in the store."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        self._options = self._options.but(port=sock.getsockname()[1])
        await asyncio.to_thread(self._lanes.wait_until_warm, WARM_SECONDS)
        await self._listener.start(sock, tls)
        self._tasks.take_up_unfinished()
        self.log.write(
            "started", version=__version__, url=self.base_url(), host=self._options.host, port=self._options.port
        )
        if self.log.is_json and sys.stdout.isatty():  # a person reads the terminal, a program the log
            print(f"recall: serving at {self.base_url()} (stop with Ctrl-C)", flush=True)
        while not self._stop.is_set():
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    await self._stop.wait()
            except TimeoutError:
                with contextlib.suppress(HttpError):
                    await self._gatekeeper.close_when_idle(IDLE_SECONDS)
        self.log.write("stopping", unfinished=self._lanes.unfinished_calls)
        self._tasks.stop()
        cut_off = await self._listener.stop(STOP_SECONDS)
        await asyncio.to_thread(self._lanes.close, STOP_SECONDS)
        if self._mover is not None:
            await asyncio.to_thread(self._mover.close, STOP_SECONDS)
        self._reader.close(1.0)
        self._gatekeeper.close()
        self.log.write("stopped", cut_off=cut_off)
        self.log.close()

    def stop(self) -> None:
        """Ask the server to end; for tests in the same process."""
        self._stop.set()


def check_sent_texts() -> int:
    """Check every text that the server sends, the agent card included; returns how many."""
    from recall_cli.serve.a2a.card import card_texts

    return check_texts({"the agent card": card_texts()})


def serve_http(
    options: ServeOptions, database: str, config: str, *, json_log: bool, run_command: "CommandRunner | None" = None
) -> None:
    """Serve until the process is asked to end. `run_command` runs the commands of people's machines."""
    tls = check_options(options)
    check_sent_texts()
    sock = open_socket(options.host, options.port)
    _allow_many_files()
    sys.setswitchinterval(SWITCH_SECONDS)

    async def run() -> None:
        await HttpServer(options, database, config, ServerLog(as_json=json_log), run_command).run(sock, tls)

    asyncio.run(run())


def _allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows, for connections and the store."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
