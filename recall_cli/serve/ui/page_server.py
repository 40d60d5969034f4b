"""The server of `recall view --live`: one page for one browser on this machine, until Ctrl-C or a long pause."""

import asyncio
import signal
import sys
import time

from recall_cli.domain.errors import RecallError
from recall_cli.domain.json_text import loads
from recall_cli.serve.http.browser import HTML_TYPE, PAGE_HEADERS
from recall_cli.serve.http.listener import Exchange, Listener
from recall_cli.serve.http.messages import HttpError, Response, error_response, json_response
from recall_cli.serve.ui.page_access import USED_TWICE, PageAccess

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any

    from recall_cli.app import App
    from recall_cli.flows.page.page_data import PageScope

MAX_CONNECTIONS = 50
MAX_BODY_BYTES = 1_000_000
CHECK_SECONDS = 0.5
STOP_SECONDS = 5.0
ENTRY_PAGE = b"""<!doctype html><meta charset="utf-8"><title>recall</title>
<meta http-equiv="refresh" content="0; url=/"><p>Opening your memories. <a href="/">Go on</a>.</p>
"""
"""The answer to the one-time token: a page that opens the real one, so that the token leaves the address."""
ENTRY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class PageServer:
    """Everything that one `recall view --live` is."""

    def __init__(self, app: "App", scope: "PageScope", access: PageAccess, idle_minutes: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from recall_cli.flows.page.page_file import PageText

        self._app, self._scope, self._access = app, scope, access
        self.acts = app.at_terminal
        """May the page change anything? Only if a person at a terminal started it."""
        self._text = PageText(live=True)
        self._idle_seconds = idle_minutes * 60.0
        self._used_at = time.monotonic()
        self._worker = ThreadPoolExecutor(1, "page")
        self._listener = Listener(self._handle, MAX_CONNECTIONS)
        self._stop = asyncio.Event()
        self.opened = asyncio.Event()
        """Set once the one-time token was exchanged."""

    # Requests

    async def _handle(self, exchange: Exchange) -> None:
        keep_alive = exchange.request.keeps_alive
        try:
            response = await self._route(exchange)
        except HttpError as error:
            response, keep_alive = error_response(error), False
        except RecallError as error:
            response = error_response(HttpError(409, " ".join(error.sentence.split())))
        except (OSError, asyncio.CancelledError):
            raise
        except Exception as error:  # the page gets one line, the terminal the kind of the error
            _say(f"a request failed: {type(error).__name__}")
            response = error_response(HttpError(500, "recall failed at this request"))
        response.headers = {**PAGE_HEADERS, "Referrer-Policy": "no-referrer", **response.headers}
        await exchange.respond(response, keep_alive=keep_alive and not self._listener.is_stopping)

    async def _route(self, exchange: Exchange) -> Response:
        request, access = exchange.request, self._access
        access.check_addresses(request)
        if request.path == "/" and request.method == "GET":
            if request.query:
                return self._enter(exchange)
            access.check_page(request)
            exchange.connection.trust()
            self._note_use()
            return await self._work(self._whole_page)
        is_action = request.path.startswith("/act/")
        if request.path != "/changes" and not is_action:
            raise HttpError(405 if request.path == "/" else 404, "there is nothing here")
        if request.method != "POST":
            raise HttpError(405, "the page sends this by POST")
        if request.query or request.body_length > MAX_BODY_BYTES or request.is_chunked:
            raise HttpError(400, "the page sends no such request")
        access.check_request(request)
        exchange.connection.trust()
        await exchange.read_body()
        values = _read_values(request.body)
        if is_action or values.get("active") is True:
            self._note_use()
        if is_action:
            return await self._work(self._act, request.path.removeprefix("/act/"), values)
        return await self._work(self._changes, values)

    def _enter(self, exchange: Exchange) -> Response:
        """The answer to the one-time token."""
        try:
            cookie = self._access.exchange_token(exchange.request)
        except HttpError as error:
            if error.text == USED_TWICE:
                _say("somebody tried to open the page again with the address that was used already")
            raise
        self._note_use()
        self.opened.set()
        headers = {"Set-Cookie": cookie, "Content-Security-Policy": ENTRY_POLICY}
        return Response(200, ENTRY_PAGE, HTML_TYPE, headers)

    def _note_use(self) -> None:
        self._used_at = time.monotonic()

    async def _work(self, function: "Any", *values: "Any") -> Response:
        """Run a function in the one thread that uses the store, which is closed again at once."""

        def run() -> Response:
            try:
                result: Response = function(*values)
                return result
            finally:
                self._app.close()

        return await asyncio.get_running_loop().run_in_executor(self._worker, run)

    # In the thread of the store

    def _whole_page(self) -> Response:
        from recall_cli.flows.page.page_data import page_data

        with self._app.read_transaction() as tx:
            data = page_data(self._app, tx, self._scope)
        live = {"live": {"token": self._access.page_token, "acts": self.acts}}
        policy = f"{self._text.policy}; frame-ancestors 'none'"
        return Response(200, self._text.with_data({**data, **live}), HTML_TYPE, {"Content-Security-Policy": policy})

    def _changes(self, values: "dict[str, Any]") -> Response:
        return json_response(200, {"data": self._changed_since(values)})

    def _act(self, name: str, values: "dict[str, Any]") -> Response:
        from recall_cli.serve.ui.page_actions import perform_action

        if not self.acts:
            raise HttpError(403, "this page only shows memories: a person at a terminal starts one that changes them")
        self._app.notes.clear()
        done = perform_action(self._app, name, values)
        answer = {
            "said": done.text,
            "operation": done.operation,
            "stays_ended": [*done.stays_ended],
            "notes": [*self._app.notes],
            "data": self._changed_since(values),
        }
        self._app.notes.clear()
        return json_response(200, answer)

    def _changed_since(self, values: "dict[str, Any]") -> "dict[str, Any]":
        from recall_cli.flows.page.page_data import changed_data

        since = values.get("since")
        if not isinstance(since, int) or isinstance(since, bool):
            raise HttpError(400, "the page sends no such request")
        with self._app.read_transaction() as tx:
            return changed_data(self._app, tx, self._scope, since)

    # Start and end

    async def run(self, sock: "socket.socket") -> str:
        """Serve until somebody ends it or nobody uses it; returns why it ended."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._stop.set)
        await self._listener.start(sock, None)
        reason = "ended"
        while not self._stop.is_set():
            try:
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._stop.wait()
            except TimeoutError:
                if time.monotonic() - self._used_at > self._idle_seconds:
                    reason = f"ended: the page was not used for {self._idle_seconds / 60:g} min"
                    break
        await self._listener.stop(STOP_SECONDS)
        self._worker.shutdown(wait=True)
        self._app.close()
        return reason


def _read_values(body: bytes) -> "dict[str, Any]":
    try:
        values = loads(body.decode("utf-8"))
    except ValueError:
        raise HttpError(400, "the body is not JSON") from None
    if not isinstance(values, dict):
        raise HttpError(400, "the body is not a JSON object")
    return values


def _say(text: str) -> None:
    """Tell the person at the terminal."""
    sys.stderr.write(f"recall: {text}\n")
    sys.stderr.flush()
