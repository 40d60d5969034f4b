"""The page of `recall serve`: what a token may see, for a person with a browser. It only shows.

A person pastes the token into a form once. The browser then has a cookie that names a session of this server; the token
itself is nowhere in the browser, in an address or in the log. At each visit the token behind the session is checked
again, so a revoked token shows nothing any more. The page loads nothing, and no other page can read or embed it.
"""

import os
import time

from recall_cli.domain.errors import RecallError
from recall_cli.flows.access.tokens import hash_of
from recall_cli.serve.http.browser import HTML_TYPE, PAGE_HEADERS, comes_from_here, cookie_value, session_cookie
from recall_cli.serve.http.lane_names import LONG
from recall_cli.serve.http.messages import HttpError, Request, Response
from recall_cli.serve.http.token_app import grant_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.access import Gatekeeper
    from recall_cli.serve.http.lanes import Lanes
    from recall_cli.serve.http.listener import Exchange
    from recall_cli.serve.http.token_app import TokenApp

FORM_TYPE = "application/x-www-form-urlencoded"
ENTER_PATH, LEAVE_PATH = "/page/enter", "/page/leave"
MAX_FORM_BYTES = 2_000
MAX_SESSIONS = 1_000
IDLE_SECONDS, LONGEST_SECONDS = 30 * 60.0, 12 * 3600.0
"""A session ends after this pause, and in any case after the longer time."""
MAX_PAGE_MEMORIES = 20_000
"""The newest so many memories; one visit must not keep the server busy for long."""
HEADERS = {**PAGE_HEADERS, "Referrer-Policy": "same-origin"}
"""Under "no-referrer" a browser sends the forms of the page with "Origin: null"."""
WELCOME = "This page shows the memories that a token may see."


class _PageSession:
    """One browser that showed a valid token."""

    __slots__ = ("began", "token", "used")

    def __init__(self, token: str, now: float) -> None:
        self.token, self.began, self.used = token, now, now


class TokenPage:
    """Answers the requests of browsers."""

    def __init__(self, gatekeeper: "Gatekeeper", lanes: "Lanes", *, secure: bool, public_url: "str | None") -> None:
        self._gatekeeper, self._lanes, self._secure = gatekeeper, lanes, secure
        self._public_host = (public_url or "").partition("://")[2].rstrip("/").lower()
        self._sessions: dict[bytes, _PageSession] = {}

    def wants_page(self, request: Request) -> bool:
        """Is this a request of a browser for the page?"""
        wishes = request.headers.get("accept", "")
        return request.path in (ENTER_PATH, LEAVE_PATH) or (request.path == "/" and "text/html" in wishes)

    async def answer(self, exchange: "Exchange") -> "tuple[Response, Token | None]":
        """The answer to a request, and whose it was."""
        request = exchange.request
        if request.path == "/":
            if request.method not in ("GET", "HEAD"):
                raise HttpError(405, "the page is read by GET", {"Allow": "GET, HEAD"})
            return await self._show(exchange)
        if request.method != "POST":
            raise HttpError(405, "the form sends this by POST", {"Allow": "POST"})
        self._check_form(exchange)
        await exchange.read_body()
        if request.path == LEAVE_PATH:
            self._sessions.pop(self._session_key(exchange), None)
            return self._redirect(exchange, ""), None
        return await self._enter(exchange)

    def _check_form(self, exchange: "Exchange") -> None:
        """HttpError unless the form of this server sends the request: no other page, also not of another port."""
        headers = exchange.request.headers
        origin = headers.get("origin", "").partition("://")[2].lower()
        own = {headers.get("host", "").lower(), self._public_host} - {""}
        if origin not in own or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise HttpError(403, "requests from this page are not allowed")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != FORM_TYPE:
            raise HttpError(415, "the form of the page is sent as a form")
        if exchange.request.is_chunked or exchange.request.body_length > MAX_FORM_BYTES:
            raise HttpError(413, "the form of the page is short")

    async def _enter(self, exchange: "Exchange") -> "tuple[Response, Token | None]":
        """A session for the token of the form; the form again for any other text."""
        from urllib.parse import parse_qs

        fields = parse_qs(exchange.request.body.decode("latin-1"), max_num_fields=5)
        text = fields.get("token", [""])[0].strip()
        try:
            token = await self._gatekeeper.find_token_of_text(text)
        except HttpError as error:
            if error.status != 401:
                raise
            return _form("This token is not valid, or not any more.", 401), None
        self._forget_old()
        name = os.urandom(24).hex()
        self._sessions[hash_of(name)] = _PageSession(text, time.monotonic())
        return self._redirect(exchange, name), token

    def _redirect(self, exchange: "Exchange", session: str) -> Response:
        """To the page, with the cookie of the session; without a session the cookie goes."""
        more = ("; Secure" if self._secure else "") + ("" if session else "; Max-Age=0")
        cookie = session_cookie(self._cookie_name(exchange), session, more)
        return Response(303, b"", HTML_TYPE, {**HEADERS, "Location": "/", "Set-Cookie": cookie})

    async def _show(self, exchange: "Exchange") -> "tuple[Response, Token | None]":
        """The page of the session; the form if there is none, or if its token is not valid any more."""
        key = self._session_key(exchange)
        session = self._sessions.get(key)
        if session is None:
            return _form(WELCOME, 200), None
        try:
            token = await self._gatekeeper.find_token_of_text(session.token)
        except HttpError as error:
            if error.status != 401:
                raise
            del self._sessions[key]
            return _form("The token of this session is not valid any more.", 401), None
        session.used = time.monotonic()
        exchange.connection.trust()
        import asyncio

        content, policy = await asyncio.wrap_future(self._lanes.submit(LONG, lambda app: _read_page(app, token)))
        headers = {**HEADERS, "Content-Security-Policy": policy}
        return Response(200, content, HTML_TYPE, headers), token

    def _session_key(self, exchange: "Exchange") -> bytes:
        """What the session of this browser is known by; of a request that another page makes, nothing."""
        if not comes_from_here(exchange.request):
            return b""
        self._forget_old()
        return hash_of(cookie_value(exchange.request, self._cookie_name(exchange)))

    def _cookie_name(self, exchange: "Exchange") -> str:
        port = exchange.request.headers.get("host", "").rpartition(":")[2]
        return f"recall-page-{port if port.isdigit() else 0}"  # cookies do not tell ports apart

    def _forget_old(self) -> None:
        now = time.monotonic()
        for key, session in [*self._sessions.items()]:
            if now - session.used > IDLE_SECONDS or now - session.began > LONGEST_SECONDS:
                del self._sessions[key]
        while len(self._sessions) >= MAX_SESSIONS:
            del self._sessions[min(self._sessions, key=lambda key: self._sessions[key].used)]


def _form(text: str, status: int) -> Response:
    from recall_cli.flows.page.page_file import sign_in_page

    content, policy = sign_in_page(text)
    headers = {**HEADERS, "Content-Security-Policy": f"{policy}; frame-ancestors 'none'"}
    return Response(status, content, HTML_TYPE, headers)


def _read_page(app: "TokenApp", token: "Token") -> "tuple[bytes, str]":
    """The page with what the token may see, and its content security policy."""
    from recall_cli.flows.agents.switches import off_reason
    from recall_cli.flows.page.own_numbers import keep_own_numbers
    from recall_cli.flows.page.page_data import PageScope, page_data
    from recall_cli.flows.page.page_file import PageText

    app.bind(grant_of(token))
    app.refresh()
    reason = off_reason(app)
    if reason is not None:
        raise RecallError(f"nothing is shown: {reason}")
    page = PageText(signs_out=True)
    scope = PageScope(max_memories=MAX_PAGE_MEMORIES, deleted=False)
    with app.read_transaction() as tx:
        data = keep_own_numbers(page_data(app, tx, scope))
    app.notes.clear()
    return page.with_data({**data, "signs_out": True}), f"{page.policy}; frame-ancestors 'none'"
