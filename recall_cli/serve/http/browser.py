"""What both pages share: the headers of their answers, and the cookie that names the session of a browser."""

from recall_cli.serve.http.messages import Request

HTML_TYPE = "text/html; charset=utf-8"
PAGE_HEADERS = {
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""No other page can embed the page, or keep a hold on its window."""


def comes_from_here(request: Request) -> bool:
    """Did a person open this address, or does the page itself ask for it? Not if another page makes the request."""
    return request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")


def session_cookie(name: str, value: str, more: str = "") -> str:
    """A cookie that no script reads, and that no other page sends."""
    return f"{name}={value}; Path=/; HttpOnly; SameSite=Strict{more}"


def cookie_value(request: Request, name: str) -> str:
    """The value of a cookie; empty without it, or if there are two of this name."""
    cookies = [part.strip().partition("=") for part in request.headers.get("cookie", "").split(";")]
    values = [value for found, _, value in cookies if found == name]
    return values[0] if len(values) == 1 else ""
