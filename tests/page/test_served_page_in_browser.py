"""The page of `recall serve` in a real Chromium: signing in and out, and other sites that try the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.command import Home
from tests.page.browser import Browser
from tests.page.foreign_site import foreign_site
from tests.serve.http_client import HttpServer, serve_http

SIGN_IN = "document.body?.className === 'sign-in'"
FOREIGN_FORMS = """<!doctype html><title>other</title>
<form id="enter" method="post" action="%(at)s/page/enter" target="one"><input name="token" value="%(token)s"></form>
<form id="leave" method="post" action="%(at)s/page/leave" target="two"></form>
<iframe name="one"></iframe><iframe name="two"></iframe>
<iframe sandbox="allow-forms allow-scripts" srcdoc="<form id=f method=post action='%(at)s/page/leave'></form>
<script>document.getElementById('f').submit()</script>"></iframe>
<script>for (const form of document.forms) form.submit(); document.body.dataset.ready = "yes";</script>"""


@pytest.fixture
def server(recall: Home) -> Iterator[HttpServer]:
    recall.store("The queue is NATS.")
    with serve_http(recall) as running:
        yield running


def sign_in(browser: Browser, server: HttpServer, token: str, host: str = "127.0.0.1") -> None:
    """Open the page and type a token, as a person does."""
    browser.show("laptop")
    browser.open(f"http://{host}:{server.port}/", SIGN_IN)
    browser.click("#token")
    browser.type(token)
    browser.press("Enter")


def posts(log: list[Any]) -> list[tuple[str, int]]:
    """What forms sent, with the answers, from the log of a server."""
    return [(line["path"], line["status"]) for line in log if line.get("method") == "POST"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_person_signs_in_and_out(browser: Browser, server: HttpServer, host: str) -> None:
    """A token opens the page, also after a reload; after Sign out the form comes back, and the session is gone."""
    sign_in(browser, server, server.token("mine"), host)
    browser.wait_for("document.body?.dataset.ready === 'yes'")
    address = f"http://{host}:{server.port}/"
    browser.open(address)
    assert browser.text(".row .words") == "The queue is NATS."
    browser.press("/")
    browser.type("nats")
    assert browser.problems == []
    browser.click("#sign-out button")
    browser.wait_for(SIGN_IN)
    browser.open(address, SIGN_IN)
    assert browser.problems == []
    assert posts(server.stop()) == [("/page/enter", 303), ("/page/leave", 303)]


def test_a_wrong_token_is_typed_again(browser: Browser, server: HttpServer) -> None:
    """The form says that the token is not valid, and takes another one."""
    sign_in(browser, server, "wrong")
    browser.wait_for("document.querySelector('[role=status]')?.textContent.includes('not valid')")
    browser.click("#token")
    browser.type(server.token("mine"))
    browser.click("form button")
    browser.wait_for("document.body?.dataset.ready === 'yes'")
    assert browser.count(".row") == 1


def test_the_sign_in_page_looks_like_the_page(browser: Browser, checker: str, server: HttpServer) -> None:
    """It has the style of the page, loads nothing, and axe-core finds nothing, in light and dark."""
    for dark, paper in ((False, "rgb(251, 250, 248)"), (True, "rgb(21, 23, 26)")):
        browser.show("phone" if dark else "laptop", dark=dark)
        browser.open(f"http://127.0.0.1:{server.port}/", SIGN_IN)
        assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == paper
        assert len(browser.requests) == 1
        assert browser.problems == []
        assert browser.violations(checker) == []


@pytest.mark.parametrize("policy", ["same-origin", "no-referrer", "unsafe-url"])
def test_forms_of_other_sites_are_refused(browser: Browser, server: HttpServer, policy: str) -> None:
    """Another port, another name of this machine, a sandboxed frame: none signs in or out, whatever it tells of itself."""
    token = server.token("mine")
    sign_in(browser, server, token)
    browser.wait_for("document.body?.dataset.ready === 'yes'")
    own = f"http://127.0.0.1:{server.port}"
    sent = 1
    with foreign_site(FOREIGN_FORMS % {"at": own, "token": token}, policy) as port:
        for host in ("127.0.0.1", "localhost"):
            browser.open(f"http://{host}:{port}/")
            sent += 3
            server.wait_for_log(lambda log, sent=sent: len(posts(log)) >= sent)
        browser.open(f"{own}/")
    assert browser.count(".row") == 1
    first, *others = posts(server.stop())
    assert first == ("/page/enter", 303)
    assert {path for path, _ in others} == {"/page/enter", "/page/leave"}
    assert len(others) == 6 and {status for _, status in others} == {403}
