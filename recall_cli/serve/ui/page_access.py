"""Who may use the live page: only the browser that showed the one-time token, and only from the page itself.

Other web pages run in the same browser, and other programs on the same machine. So every request is checked: the host
that it names, the page that it comes from, the cookie of the session, and for everything but the page itself a token
that only the page knows.
"""

import os

from recall_cli.serve.http.browser import comes_from_here, cookie_value, session_cookie
from recall_cli.serve.http.messages import HttpError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.serve.http.messages import Request

ADDRESS = "127.0.0.1"
TOKEN_PREFIX = "token="  # noqa: S105 — the name of a parameter
PAGE_HEADER = "x-recall-page"
NOT_FROM_HERE = "this request does not come from the page of recall view --live"
USED_TWICE = "this address was used already: it opens the page once (start recall view --live again for a new one)"


class PageAccess:
    """The tokens of one run of `recall view --live`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._one_time = _new_token()
        self._is_used = False
        self._session = _new_token()
        self.page_token = _new_token()
        """What the page shows with each of its requests; another page cannot read it."""

    @property
    def origin(self) -> str:
        """The address of the page, without a path."""
        return f"http://{ADDRESS}:{self.port}"

    @property
    def first_address(self) -> str:
        """The address that opens the page, once."""
        return f"{self.origin}/?{TOKEN_PREFIX}{self._one_time}"

    @property
    def _cookie_name(self) -> str:
        return f"recall-{self.port}"  # cookies do not tell ports apart

    def check_addresses(self, request: "Request") -> None:
        """Refuse a foreign Host (421), a foreign page (403), and a change to another protocol (400)."""
        headers = request.headers
        if headers.get("host") not in (f"{ADDRESS}:{self.port}", *((ADDRESS,) if self.port == 80 else ())):
            raise HttpError(421, "this server does not answer for that host")
        if headers.get("origin", self.origin) != self.origin:
            raise HttpError(403, NOT_FROM_HERE)
        if "upgrade" in headers or "proxy-connection" in headers or "via" in headers:
            raise HttpError(400, "this server speaks plain HTTP with a browser on this machine")

    def exchange_token(self, request: "Request") -> str:
        """The cookie for the one-time token in the address, which is used up by that; HttpError for any other."""
        headers = request.headers
        given = request.query.removeprefix(TOKEN_PREFIX)
        is_page = headers.get("sec-fetch-mode", "navigate") == "navigate"
        if not is_page or headers.get("sec-fetch-dest", "document") != "document" or "origin" in headers:
            raise HttpError(403, NOT_FROM_HERE)
        if not request.query.startswith(TOKEN_PREFIX) or not _is_same(given, self._one_time):
            raise HttpError(403, "this address opens no page (recall view --live shows the one that does)")
        if self._is_used and not self.has_session(request):
            raise HttpError(403, USED_TWICE)
        self._is_used = True
        return session_cookie(self._cookie_name, self._session)

    def has_session(self, request: "Request") -> bool:
        """Does the request carry the cookie of the session?"""
        return _is_same(cookie_value(request, self._cookie_name), self._session)

    def check_page(self, request: "Request") -> None:
        """HttpError unless the browser of the session opens the page itself."""
        if not comes_from_here(request):
            raise HttpError(403, NOT_FROM_HERE)
        if not self.has_session(request):
            raise HttpError(403, "open the address that recall view --live showed at the terminal")

    def check_request(self, request: "Request") -> None:
        """HttpError unless the page itself sends this request."""
        headers = request.headers
        if headers.get("origin") != self.origin or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise HttpError(403, NOT_FROM_HERE)
        if not self.has_session(request) or not _is_same(headers.get(PAGE_HEADER, ""), self.page_token):
            raise HttpError(403, NOT_FROM_HERE)
        if headers.get("content-type") != "application/json":
            raise HttpError(415, "a request of the page is application/json")


def _new_token() -> str:
    """192 random bits; short enough that the address stays on one line of a terminal."""
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(os.urandom(24)).decode()


def _is_same(given: str, expected: str) -> bool:
    """Compare two tokens in a time that does not tell how much of them is the same."""
    from hmac import compare_digest

    return compare_digest(given.encode("utf-8", "replace"), expected.encode())
