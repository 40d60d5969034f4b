"""Who may send a request: the host and the page it names, the token it shows, and how many a minute."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from recall_cli.domain.scope import View
from recall_cli.serve.http.messages import HttpError, Request
from recall_cli.serve.http.token_app import TokenApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.http.listener import Exchange

    T = TypeVar("T")

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")
BURST_SECONDS = 10.0
"""A client may send the requests of so many seconds at once."""
MAX_KNOWN_TOKENS = 10_000
USE_RECORDED_EVERY_SECONDS = 60.0
BUSY_SECONDS = 0.1
"""So long the check of a token waits for a locked store; then the client is asked to try again."""
CHECK_SECONDS = 1.0
"""So long a request waits for a server of PostgreSQL to check its token; then the client is asked to try again."""
ASK_FOR_TOKEN = {"WWW-Authenticate": 'Bearer realm="recall"'}


def split_host(value: str) -> str:
    """The name in a Host header or an address, without its port, in lower case."""
    value = value.strip().lower()
    if value.startswith("["):
        return value[1:].partition("]")[0]
    return value.partition(":")[0] if value.count(":") == 1 else value


class RateLimit:
    """How many requests a token may still send: a bucket that fills up again."""

    __slots__ = ("at", "left", "noted_at")

    def __init__(self, left: float, at: float) -> None:
        self.left, self.at = left, at
        self.noted_at = float("-inf")
        """When the last use of the token was noted."""

    def seconds_to_wait(self, per_minute: int, now: float) -> float:
        """Take one request out; 0, or how long to wait for it."""
        most = max(1.0, per_minute * BURST_SECONDS / 60)
        self.left = min(most, self.left + (now - self.at) * per_minute / 60)
        self.at = now
        if self.left < 1:
            return (1 - self.left) * 60 / per_minute
        self.left -= 1
        return 0.0


class Gatekeeper:
    """Checks every request before anything of it is read further."""

    def __init__(self, database: "str | None", hosts: "tuple[str, ...]") -> None:
        self._hosts = frozenset((*LOOPBACK_HOSTS, *hosts))
        self._app = TokenApp(database)
        self._thread = ThreadPoolExecutor(1, "gatekeeper")
        """Asks a server of PostgreSQL, which may not answer: nobody else waits for it."""
        self._limits: dict[tuple[str, int], RateLimit] = {}
        self._checked_at = 0.0
        self.refused = 0
        """How many requests showed no valid token."""

    def check_addresses(self, exchange: "Exchange") -> None:
        """Refuse a foreign Host (421) and a foreign page (403): no web page reaches the server through a browser."""
        headers = exchange.request.headers
        allowed = self._hosts | {split_host(exchange.connection.local_host)}
        host = headers.get("host")
        if host is None or split_host(host) not in allowed:
            raise HttpError(421, "this server does not answer for that host (recall serve --public-url names it)")
        origin = headers.get("origin")
        if origin is not None and split_host(origin.partition("://")[2]) not in allowed:
            raise HttpError(403, "requests from this page are not allowed")

    async def find_token(self, request: Request) -> "Token":
        """The valid token of a request; HttpError 401 without one, 429 if it sends too much."""
        scheme, _, text = request.headers.get("authorization", "").partition(" ")
        return await self.find_token_of_text(text.strip() if scheme.lower() == "bearer" else "")

    async def find_token_of_text(self, text: str) -> "Token":
        """The valid token with this text; HttpError 401 if there is none, 429 if it sends too much."""
        token = await self._ask_store(lambda: self._look_up(text)) if text else None
        if token is None:
            self.refused += 1
            why = "this token is not valid, or not any more" if text else "a token is needed"
            raise HttpError(401, f"{why} (recall admin token create NAME makes one)", ASK_FOR_TOKEN)
        wait = self._limit_of(token).seconds_to_wait(token.per_minute, time.monotonic())
        if wait:
            text = f"this token may send {token.per_minute:,} requests a minute: try again later"
            raise HttpError(429, text, {"Retry-After": str(int(wait) + 1)})
        return token

    async def _ask_store(self, question: "Callable[[], T]") -> "T":
        """What the store answers: a file at once, a server of PostgreSQL in a thread; 503 if that takes too long."""
        if not self._app.settings.is_on_server:
            return question()
        answer = asyncio.get_running_loop().run_in_executor(self._thread, question)
        try:
            return await asyncio.wait_for(answer, CHECK_SECONDS)
        except TimeoutError:
            raise HttpError(503, "the store does not answer: try again in a moment", {"Retry-After": "1"}) from None

    def _look_up(self, text: str) -> "Token | None":
        from recall_cli.flows.access.tokens import find_token

        self._open()
        return find_token(self._app, text)

    def _limit_of(self, token: "Token") -> RateLimit:
        if len(self._limits) > MAX_KNOWN_TOKENS:
            self._limits.clear()
        key = token.user, token.n
        if key not in self._limits:
            self._limits[key] = RateLimit(token.per_minute, time.monotonic())
        return self._limits[key]

    def use_is_due(self, token: "Token") -> bool:
        """Is it time to note the last use of a token? Asked once, it is noted."""
        limit, now = self._limit_of(token), time.monotonic()
        if now - limit.noted_at < USE_RECORDED_EVERY_SECONDS:
            return False
        limit.noted_at = now
        return True

    def _open(self) -> None:
        """Look at the store as it is now, and wait for it but shortly: everybody else would wait too."""
        self._checked_at = time.monotonic()
        self._app.refresh()
        self._app.settings.override("busy_seconds", BUSY_SECONDS)

    async def check_store(self) -> None:
        """Can the store be read? An error says why not."""
        await self._ask_store(self._read_store)

    def _read_store(self) -> None:
        self._open()
        with self._app.read_transaction(View(user="")) as tx:  # as a token is looked up: whoever asks is nobody yet
            tx.tokens.by_id("")

    async def close_when_idle(self, seconds: float) -> None:
        """Close the store if no token was checked for so long."""
        if time.monotonic() - self._checked_at > seconds:
            await self._ask_store(self._app.close)

    def close(self) -> None:
        """Close the store, once nobody asks it any more."""
        self._thread.shutdown(cancel_futures=True)
        self._app.close()
