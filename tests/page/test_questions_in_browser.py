"""Open questions on the page: both memories together, the newer one first, and how one is settled there."""

from pathlib import Path

import pytest

from tests.command import Home
from tests.page.browser import Browser
from tests.page.live_page import LivePage, live_page, page_data_of
from tests.page.test_live_in_browser import message
from tests.page.test_page_in_browser import show_page, shown_texts

OLD, NEW = "Deploys go out on Tuesdays.", "Our deploys now run on Thursdays in the release train."
OTHER = "The nightly job assumes UTC."
MARK = "older, perhaps replaced by the one above"


@pytest.fixture
def asked(recall: Home) -> Home:
    """A store in which a newer memory asks about an older one, with another memory between them."""
    recall.store(OLD, "--type", "fact", "--project", "shop", person=True)
    recall.later(days=9)
    recall.store(OTHER, "--type", "finding", "--project", "shop")
    recall.later(days=9)
    recall.store(NEW, "--type", "fact", "--project", "shop", "--agent", "codex")
    recall.later(days=9)
    assert open_numbers(recall) == [1]
    return recall


def open_numbers(recall: Home) -> list[int]:
    """The numbers of the open questions."""
    return [question["question"] for question in recall.json("conflicts", "--project", "*")["questions"]]


def marks(browser: Browser) -> list[list[str]]:
    """The marks of each row."""
    rows: list[list[str]] = browser.evaluate(
        "[...document.querySelectorAll('.row')].map((row) => [...row.querySelectorAll('.mark')].map((each) => each.textContent))"
    )
    return rows


def settle_count(browser: Browser) -> str:
    return str(browser.text("[data-section=contested] .count"))


def focus_button(browser: Browser, text: str) -> None:
    """Press Tab until a button of a card has the focus."""
    for _ in range(60):
        if (
            browser.evaluate("document.activeElement.closest('#cards, #message') && document.activeElement.textContent")
            == text
        ):
            return
        browser.press("Tab")
    raise AssertionError(f"no key leads to {text}")


def test_both_stand_together_in_the_list(browser: Browser, asked: Home, tmp_path: Path) -> None:
    """The newer one first and the older one marked, also where only one of them fits; before the question neither is."""
    browser.show("laptop")
    show_page(browser, asked, tmp_path / "page.html")
    browser.settle()
    assert shown_texts(browser) == [NEW, OLD, OTHER]
    assert marks(browser) == [[], [MARK], []]
    for words in ("Tuesdays", "release train"):
        browser.fill("#search", words, "input")
        assert shown_texts(browser) == [NEW, OLD]
    browser.fill("#search", "nightly", "input")
    assert shown_texts(browser) == [OTHER]
    browser.fill("#search", "", "input")
    for order, texts in (("oldest", [NEW, OLD, OTHER]), ("project", [NEW, OLD, OTHER])):
        browser.fill("#filter-order", order, "change")
        assert shown_texts(browser) == texts
    assert "3 memories" in browser.text(".heading")
    browser.open_row(1)
    assert f"perhaps replaced by: {NEW}" in browser.text("#detail")
    browser.fill("#moment", 500)
    assert (shown_texts(browser), marks(browser)) == ([OTHER, OLD], [[], []])
    assert settle_count(browser) == ""


def test_the_file_shows_the_commands_that_settle(browser: Browser, checker: str, asked: Home, tmp_path: Path) -> None:
    """Both texts, dates and the reason; a shown command settles it, and the next page has the past of it."""
    path = tmp_path / "page.html"
    browser.show("phone")
    show_page(browser, asked, path)
    assert settle_count(browser) == "1"
    browser.open_section("contested")
    card = browser.evaluate("document.querySelector('.question').innerText")
    (question,) = asked.json("conflicts", "--project", "*")["questions"]
    assert card.index(NEW) < card.index(OLD) < card.index(MARK)
    assert question["why"] in card and "19 Mar 2026" in card and "1 Mar 2026" in card
    commands = browser.texts(".question code")
    assert commands == [f"recall conflicts 1 {way}" for way in ("--replaced", "--both", "--both-when SITUATION")]
    assert browser.violations(checker) == []
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert asked.quick(*commands[0].split()[1:], person=True).status == 0
    asked.later(days=9)
    show_page(browser, asked, path)
    browser.settle()
    assert (settle_count(browser), shown_texts(browser)) == ("", [NEW, OTHER])
    browser.press("[")
    browser.press("[")
    assert (shown_texts(browser), marks(browser)[1]) == ([NEW, OLD, OTHER], [MARK])
    browser.open_section("contested")
    assert browser.count(".question") == 1
    assert browser.count(".question code") == 0


def test_a_question_is_settled_and_taken_back_by_keys(browser: Browser, asked: Home) -> None:
    """Replaced ends the older one, and Undo asks again; both hold when … writes the situation into both."""
    with live_page(asked) as page:
        browser.show("laptop")
        browser.open(page.url)
        browser.open(page.origin + "/")
        browser.press("2")
        focus_button(browser, "Replaced")
        browser.press("Enter")
        message(browser, "settled")
        assert open_numbers(asked) == [] and settle_count(browser) == ""
        assert [memory["text"] for memory in asked.json("list", "--project", "*")["memories"]] == [NEW, OTHER]
        focus_button(browser, "Undo")
        browser.press("Enter")
        message(browser, "undone")
        assert open_numbers(asked) == [1] and settle_count(browser) == "1"
        focus_button(browser, "Both hold when…")
        browser.press("Enter")
        browser.press("Escape")
        assert browser.evaluate("document.activeElement.textContent") == "Both hold when…"
        browser.press("Enter")
        browser.type("in staging")
        browser.press("Enter")
        message(browser, "settled")
        assert browser.problems == []
    texts = [memory["text"] for memory in asked.json("list", "--project", "*")["memories"]]
    assert texts == [f"In staging: {NEW}", OTHER, f"Except in staging: {OLD}"]
    assert open_numbers(asked) == []


def test_what_others_write_leaves_a_situation_alone(browser: Browser, checker: str, asked: Home) -> None:
    """The page learns of a new memory while somebody writes, and what was typed stays; axe-core finds nothing."""
    with live_page(asked) as page:
        browser.show("laptop")
        browser.open(page.url)
        browser.open(page.origin + "/")
        browser.open_section("contested")
        browser.evaluate("document.querySelector('.question .buttons').lastChild.click()")
        browser.type("in sta")
        browser.choose(".question .link")
        asked.store("The office has a garden.", "--project", "shop")
        browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        browser.wait_for("document.getElementById('summary').textContent.startsWith('4 memories')")
        assert browser.value(".question input") == "in sta"
        assert browser.violations(checker) == []


def test_answers_need_what_other_writes_need(asked: Home) -> None:
    """Both hold is remembered; without the tokens of the page, or with a wrong value, nothing is answered."""
    with live_page(asked) as page:
        page.enter()
        stranger = LivePage(asked, page.process, page.port)
        assert stranger.act("answer", question=1, answer="replaced").status == 403
        for values in (
            {"question": 1, "answer": "perhaps"}, {"question": True, "answer": "both"}, {"answer": "both"},
            {"question": 99, "answer": "both"}, {"question": 1, "answer": "both-when"},
            {"question": 1, "answer": "both-when", "situation": "x" * 81},
        ):  # fmt: skip
            assert page.act("answer", **values).status == 409, values
        assert open_numbers(asked) == [1]
        answer = page.act("answer", question=1, answer="both")
        assert answer.json["said"].startswith("settled")
        (settled,) = answer.json["data"]["questions"]
        assert settled["settled"] == [[settled["settled"][0][0], None]]
    assert open_numbers(asked) == []
    assert recall_log(asked) == ("resolve", "user")


def recall_log(recall: Home) -> tuple[str, str]:
    """The kind of the last write, and whose word it is."""
    last = recall.json("log")["operations"][0]
    return last["kind"], last["trust"]


def test_a_program_can_only_see_questions(asked: Home) -> None:
    """Started without a terminal, the page has the question, and refuses an answer."""
    with live_page(asked, person=False) as page:
        data = page_data_of(page.enter().text)
        assert [question["number"] for question in data["questions"]] == [1]
        assert page.act("answer", question=1, answer="both").status == 403
    assert open_numbers(asked) == [1]


def test_questions_name_only_memories_of_the_page(asked: Home) -> None:
    """A page of another project, and one without the older memory, have no question and no reason of it."""
    asked.store("The API listens on port 8080.", "--project", "billing")
    for args in (("--project", "billing"), ("--limit", "2")):
        data = page_data_of(asked.quick("view", "-", *args, person=True).out)
        assert data["questions"] == []


def test_a_proposal_is_shown(browser: Browser, asked: Home, tmp_path: Path) -> None:
    """An agent only proposes about the user's word, and the page says who did."""
    asked.quick("conflicts", "1", "--replaced", env={"RECALL_AGENT": "codex"})
    show_page(browser, asked, tmp_path / "page.html")
    browser.open_section("contested")
    assert "codex proposes: the newer one replaced it" in browser.evaluate(
        "document.querySelector('.question').innerText"
    )
