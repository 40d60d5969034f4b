"""The page of `recall serve`: what a token may see, and nothing for any other page, program or token."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.command import Home
from tests.serve.http_client import Answer, HttpServer, serve_http, shared_server

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
BROWSER = {"Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Site": "none"}
OTHER = {"RECALL_USER": "bob"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with shared_server(tmp_path_factory.mktemp("server")) as running:
        recall = running.recall
        recall.store("Bob hides the quokka first.", env=OTHER)
        recall.store("The owner's port is 1234.", "--topic", "net", "--project", "shop")
        recall.store("Bob hides the quokka again.", env=OTHER)
        recall.store("The payroll key rotates on Mondays.", "--classification", "restricted")
        recall.quick("delete", recall.store("The barn is blue."))
        yield running


@pytest.fixture
def token(server: HttpServer) -> Iterator[str]:
    yield server.token("mine")
    server.recall.quick("token", "revoke", "mine")


def enter(server: HttpServer, token: str, **headers: str) -> Answer:
    """Send the form with a token."""
    own = {**FORM, "Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"}
    return server.send("POST", "/page/enter", f"token={quote(token)}".encode(), headers={**own, **headers})


def cookie_of(answer: Answer) -> str:
    return answer.headers["set-cookie"].partition(";")[0]


def show(server: HttpServer, cookie: str, **headers: str) -> Answer:
    """Open the page."""
    own = {**BROWSER, "Host": f"localhost:{server.port}", "Cookie": cookie}
    return server.send("GET", "/", headers={**own, **headers})


def data_of(answer: Answer) -> Any:
    """The data inside the page."""
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', answer.text, re.S)
    assert found, answer.text[:300]
    return json.loads(found.group(1))


def test_a_token_opens_the_page_with_its_own_view(server: HttpServer) -> None:
    """The form, the cookie, the page: the memories of the user up to the clearance, without deleted ones."""
    form = show(server, "")
    assert form.status == 200 and "<form" in form.text and "1234" not in form.text
    entered = enter(server, server.token("narrow", "--clearance", "internal"))
    assert (entered.status, entered.headers["location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in entered.headers["set-cookie"]
    page = show(server, cookie_of(entered))
    assert page.status == 200
    assert data_of(page)["memories"]["text"] == ["The owner's port is 1234."]
    for word in ("quokka", "payroll", "barn"):
        assert word not in page.text


def test_the_numbers_of_the_page_tell_nothing_of_other_users(server: HttpServer, token: str) -> None:
    """Memories and operations are counted from 1, whatever others stored in between."""
    data = data_of(show(server, cookie_of(enter(server, token))))
    assert data["memories"]["n"] == [1, 2]
    operations = [row[0] for row in data["operations"]]
    assert operations == [*range(len(operations), 0, -1)]
    assert set(data["memories"]["born"]) <= set(operations)


def test_questions_of_the_page_have_no_number_of_the_store(recall: Home) -> None:
    """Only those about two memories that the token may see, by the numbers of the page, and with nothing to copy."""
    for text in ("The payroll runs on Mondays.", "Deploys go out on Tuesdays.", "Deploys now go out on Thursdays."):
        recall.store(text, "--type", "fact")
        recall.later(days=1)
    recall.store("The payroll now runs on Fridays.", "--type", "fact", "--classification", "restricted")
    assert len(recall.json("conflicts")["questions"]) == 2
    with serve_http(recall) as server:
        page = show(server, cookie_of(enter(server, server.token("mine", "--clearance", "internal"))))
    (question,) = data_of(page)["questions"]
    assert (question["number"], question["newer"], question["older"]) == (None, 3, 2)
    assert "Fridays" not in page.text


def test_the_page_may_load_and_send_nothing(server: HttpServer, token: str) -> None:
    """The same policy as the file of `recall view`, and headers against embedding and caching."""
    page = show(server, cookie_of(enter(server, token)))
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store" and page.headers["x-frame-options"] == "DENY"
    assert page.headers["cross-origin-resource-policy"] == "same-origin"
    form = show(server, "")
    assert form.headers["content-security-policy"].startswith("default-src 'none'")
    assert "<script" not in form.text


def test_no_other_page_sends_the_form_or_opens_the_page(server: HttpServer, token: str) -> None:
    """Not another host, not another port of this machine, not a page without an address.

    A request that another page makes gets the form, as if it had no cookie; a foreign origin gets nothing.
    """
    other_pages: tuple[dict[str, str], ...] = ({"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"})
    for origin in ("http://localhost:1", "https://evil.example", "null", ""):
        assert enter(server, token, Origin=origin).status == 403, origin
    cookie = cookie_of(enter(server, token))
    for headers in other_pages:
        assert enter(server, token, **headers).status == 403
        assert "1234" not in show(server, cookie, **headers).text
    assert show(server, cookie, Origin="https://evil.example").status == 403
    assert "1234" in show(server, cookie).text


def test_a_wrong_token_shows_the_form_again(server: HttpServer, token: str) -> None:
    """Also a token of another form, an empty one, and a cookie that nobody gave out."""
    real = token
    for wrong in ("", "x", real[:-1], real + "a", "recall_aaaaaaaaaa_bbbb"):
        answer = enter(server, wrong)
        assert answer.status == 401 and "set-cookie" not in answer.headers and "1234" not in answer.text
    port = server.port
    for cookie in (f"recall-page-{port}=", f"recall-page-{port}={real}", f"recall-page-{port}=a; recall-page-{port}=b"):
        assert "1234" not in show(server, cookie).text


def test_a_revoked_token_ends_the_session(server: HttpServer, token: str) -> None:
    """At the next visit; and leaving ends it at once."""
    cookie = cookie_of(enter(server, token))
    assert "1234" in show(server, cookie).text
    server.recall.quick("token", "revoke", "mine")
    gone = show(server, cookie)
    assert gone.status == 401 and "1234" not in gone.text
    cookie = cookie_of(enter(server, server.token("again")))
    own = {**FORM, "Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}", "Cookie": cookie}
    assert server.send("POST", "/page/leave", b"", headers=own).status == 303
    assert "1234" not in show(server, cookie).text


def test_while_memory_is_off_the_page_shows_nothing(server: HttpServer, token: str) -> None:
    """The answer says why."""
    cookie = cookie_of(enter(server, token))
    server.recall.quick("config", "off", "true", person=True)
    answer = show(server, cookie)
    server.recall.quick("config", "off", "false", person=True)
    assert answer.status == 503 and "nothing is shown" in answer.text and "1234" not in answer.text


def test_the_log_names_the_token_and_never_shows_it(recall: Home) -> None:
    """Neither the token nor the cookie, nor a word of a memory."""
    recall.store("The owner's port is 1234.")
    with serve_http(recall) as server:
        token = server.token("mine")
        cookie = cookie_of(enter(server, token))
        show(server, cookie)
        log = [*server.stop()]
    pages = [entry for entry in log if entry.get("kind") == "page"]
    assert [entry.get("token") for entry in pages] == ["mine", "mine"]
    text = json.dumps(log)
    assert token not in text and cookie.partition("=")[2] not in text and "1234" not in text


def test_wrong_methods_and_forms(server: HttpServer) -> None:
    """One clear refusal each."""
    assert server.send("GET", "/page/enter").status == 405
    assert server.send("POST", "/", b"", headers={**BROWSER, **FORM}).status == 405
    assert enter(server, "x" * 3_000).status == 413
    assert enter(server, "x", **{"Content-Type": "text/plain"}).status == 415
    assert server.send("GET", "/").text.startswith("recall ")  # a program gets a line of text
