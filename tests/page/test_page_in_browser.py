"""The page in a real Chromium: what it shows, at three sizes, in light and dark, by keyboard, and without a network."""

import json
from pathlib import Path
from typing import Any

import pytest

import recall_cli
from recall_cli.domain.moment import DAY, format_iso, parse_moment
from recall_cli.rules.beliefs.decay import DecayCurve, decay_score, idle_days
from tests.command import Home
from tests.page.browser import SIZES, Browser

PARTS = Path(str(recall_cli.__file__)).parent / "page"
SECTIONS = ("beliefs", "contested", "review", "sessions", "log")
LOGIC = ("text", "memories", "belief", "filters")
"""The parts of the script that compute and draw nothing by themselves."""
HOSTILE_TEXTS = (
    "</script><script>window.broken = 1</script>",
    "<!--<script>",
    "<img src=x onerror='window.broken = 1'>",
    "--><svg/onload=window.broken=1>",
    "\u2028window.broken = 1;\u2029 is two line ends of JavaScript",
    "\u202ethis is turned around\u202c and back",
    "{{data}} {{script}} {{policy}} &lt;b&gt; &amp; `${window.broken = 1}`",
    "\u0627\u0644\u0645\u0646\u0641\u0630 is 8080 \u05e9\u05dc\u05d5\u05dd",
    "zero\u200bwidth\u200b and a byte order \ufeff mark in it",
    "emoji \U0001f9d1\u200d\U0001f4bb stay, and a lone \\ud800 stays words",
    "huge " + "word " * 3_000,
)


def in_page(browser: Browser, script: str) -> Any:
    """The value of a function body that uses the page's own logic on the page's own data."""
    logic = "\n".join((PARTS / f"{name}.js").read_text() for name in LOGIC)
    data = 'const page = JSON.parse(document.getElementById("data").textContent);'
    return browser.evaluate(f"(() => {{ {data}\n{logic}\nloadData(page);\n{script} }})()")


def shown_texts(browser: Browser) -> list[str]:
    """The texts of the rows that exist."""
    return browser.texts(".row .words")


def show_page(browser: Browser, recall: Home, path: Path, **more: Any) -> None:
    """Write the page of a store, and open it."""
    written = recall.quick("view", str(path), "--force", person=True, **more)
    assert written.status == 0, written
    browser.open(path.as_uri())


@pytest.mark.parametrize(("size", "dark"), [("phone", True), ("laptop", False), ("wide", True)])
def test_the_page_is_accessible(browser: Browser, checker: str, demo: tuple[Home, Path], size: str, dark: bool) -> None:
    """axe-core finds no violation in any section, with details open, now and in the past; nothing is logged or loaded."""
    browser.show(size, dark=dark)
    browser.open(demo[1].as_uri())
    for section in SECTIONS:
        browser.open_section(section)
        for detail in (False, True):
            if detail and section in ("contested", "review"):
                continue
            if detail:
                browser.open_row()
            assert browser.violations(checker) == [], (section, detail)
            if detail:
                browser.press("Escape")
    assert browser.problems == []
    assert browser.requests == [demo[1].as_uri()]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off(browser: Browser, demo: tuple[Home, Path], size: str) -> None:
    """The page is as wide as the window: nothing has to be scrolled sideways."""
    browser.show(size)
    browser.open(demo[1].as_uri())
    for section in SECTIONS:
        browser.open_section(section)
        assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), section
    assert browser.evaluate("document.getElementById('main').clientWidth > 300")


def test_the_past_is_that_of_the_command(browser: Browser, demo: tuple[Home, Path]) -> None:
    """For many moments, the page believes exactly what `recall list --as-of` lists, with the same contested ones."""
    recall, path = demo
    browser.open(path.as_uri())
    first = parse_moment("2026-02-19T00:00:00.000Z", 0)
    moments = [first + step * 9 * DAY + 7_000 for step in range(31)]
    script = (
        f"return {json.dumps(moments)}.map((moment) => ["
        "memories.newestFirst.filter((place) => stateAt(place, moment) === BELIEVED).map((place) => memories.columns.id[place]),"
        "conflictsAt(moment).flatMap((conflict) => conflict.sides).map((place) => memories.columns.id[place])])"
    )
    for moment, (believed, contested) in zip(moments, in_page(browser, script), strict=True):
        listed = recall.json("list", "--project", "*", "-n", "100", "--as-of", _iso(moment), person=True)["memories"]
        assert sorted(believed) == sorted(memory["id"] for memory in listed)
        assert sorted(contested) == sorted(memory["id"] for memory in listed if memory["contested"])


def _iso(moment: int) -> str:
    return str(format_iso(moment))


def test_the_past_holds_after_undo_and_edits(browser: Browser, recall: Home, tmp_path: Path) -> None:
    """Edited, moved, superseded, undone and restored memories, at every moment at which anything changed."""
    moments = []

    def step(*args: str) -> None:
        recall.later()
        moments.append(recall.now)
        assert recall.quick(*args, person=True).status == 0, args
        moments.append(recall.now + 1)

    first = recall.store(
        "The queue is RabbitMQ.", "--entity", "queue", "--attribute", "engine", "--value", "RabbitMQ", person=True
    )
    step("update", first, "--text", "The queue is RabbitMQ 4.")
    step("store", "The queue is NATS.", "--entity", "queue", "--attribute", "engine", "--value", "NATS")
    step("undo")
    step("undo", "4")
    step("delete", first)
    step("undo")
    step("update", first, "--project", "shop")
    step("undo", "3")
    recall.later()
    show_page(browser, recall, tmp_path / "page.html")
    script = (
        f"return {json.dumps(moments)}.map((moment) => memories.newestFirst.filter((place) => stateAt(place, moment) === BELIEVED)"
        ".map((place) => { const past = pastValues(place, moment); return [memories.columns.id[place], valueAt(place, 'text', past),"
        " word('project', valueAt(place, 'project', past))]; }))"
    )
    for moment, believed in zip(moments, in_page(browser, script), strict=True):
        listed = recall.json("list", "--project", "*", "--as-of", _iso(moment), person=True)["memories"]
        assert sorted(map(tuple, believed), key=str) == sorted(
            ((m["id"], m["text"], m["project"]) for m in listed), key=str
        ), _iso(moment)


@pytest.mark.parametrize("curve", ["ebbinghaus", "staged", "access"])
def test_strength_is_that_of_the_rules(browser: Browser, demo: tuple[Home, Path], tmp_path: Path, curve: str) -> None:
    """The page computes what maintenance would store at that moment."""
    recall, _ = demo
    show_page(browser, recall, tmp_path / "page.html", env={"RECALL_DECAY_CURVE": curve})
    strengths = in_page(
        browser,
        "return memories.newestFirst.map((place) => [memories.columns.id[place], strengthAt(place, page.made)])",
    )
    rule = DecayCurve(name=curve)
    for id_, strength in strengths:
        memory = _stored(recall, id_)
        times = {
            name: memory[name] and parse_moment(memory[name], 0) for name in ("created_at", "accessed_at", "seen_at")
        }
        days = idle_days(recall.now, **times)
        expected = decay_score(
            rule, memory["type"], days, memory["access_count"], accessed=memory["accessed_at"] is not None,
            pinned=memory["pinned"],
        )  # fmt: skip
        assert strength == pytest.approx(expected, abs=1e-3), memory["text"]


def _stored(recall: Home, id_: str) -> Any:
    everything = recall.json("list", "-n", "100", "--project", "*", "--include", "all", person=True)["memories"]
    return next(memory for memory in everything if memory["id"] == id_)


def test_hostile_texts_are_only_text(browser: Browser, recall: Home, tmp_path: Path) -> None:
    """No text of a memory becomes markup or script, ends the data, hides letters or turns the page around."""
    lines = []
    for at, text in enumerate(HOSTILE_TEXTS):
        lines.append(json.dumps({
            "text": text, "topic": text[:60], "entity": text[:40], "attribute": text[:40], "value": text[:40],
            "agent": text[:30], "session": text[:30], "tags": {text[:20]: text[:20]}, "project": text[:20] if at < 3 else "shop",
        }))  # fmt: skip
    source = tmp_path / "hostile.jsonl"
    source.write_text("\n".join(lines), encoding="utf-8")
    imported = recall.quick("import", str(source), person=True)
    assert imported.status == 0, imported
    path = tmp_path / "page.html"
    browser.show("wide")
    show_page(browser, recall, path)
    assert path.read_text().count("</script>") == 2
    count = browser.count("[role=option]")
    assert count >= len(HOSTILE_TEXTS) - 3  # a few of them are held
    words = "".join(shown_texts(browser))
    assert "</script><script>window.broken = 1</script>" in words and "<img src=x" in words
    for row in range(count):
        browser.evaluate(f"document.querySelectorAll('[role=option]')[{row}]?.click()")
    for section in SECTIONS:
        browser.open_section(section)
        shown = browser.evaluate("document.body.innerText")
        assert not set(shown) & set("\u202e\u202c\u200b\u2028\u2029\ufeff"), section
    assert browser.evaluate("window.broken") is None
    assert browser.count("img, body svg:not(#density):not(.curve), iframe, object") == 0
    assert browser.problems == [] and browser.requests == [path.as_uri()]


def test_the_policy_stops_what_is_not_of_the_page(browser: Browser, demo: tuple[Home, Path]) -> None:
    """A script, a style, a picture, a form and a request that somebody smuggles in are refused by the browser."""
    browser.open(demo[1].as_uri())
    browser.evaluate(
        """(() => {
        const add = (html) => document.body.insertAdjacentHTML("beforeend", html);
        add("<img src=x onerror='window.broken = 1'><div style='color:red' id=probe>x</div>");
        add("<form action='http://127.0.0.1:9/' id=f></form><iframe srcdoc='<script>parent.broken=1</script>'></iframe>");
        const script = document.createElement("script");
        script.textContent = "window.broken = 1";
        document.body.append(script);
        document.getElementById("f").submit();
        })()"""
    )
    assert browser.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')") == "refused"
    assert browser.evaluate("window.broken") is None
    assert browser.evaluate("getComputedStyle(document.getElementById('probe')).color") != "rgb(255, 0, 0)"
    assert len([problem for problem in browser.problems if "Content Security Policy" in problem]) >= 4


def test_the_handle_shows_the_past(browser: Browser, demo: tuple[Home, Path]) -> None:
    """The headline names the moment, the list is of that day, a screen reader hears the date, Now leads back."""
    browser.show("laptop")
    browser.open(demo[1].as_uri())
    browser.settle()
    now = shown_texts(browser)[:6]
    browser.fill("#moment", 250)
    assert browser.text("h1").startswith("What recall believed on 26 Apr 2026")
    assert "26 Apr 2026" in browser.evaluate("document.getElementById('moment').getAttribute('aria-valuetext')")
    then = shown_texts(browser)
    assert "The queue is RabbitMQ." in then and "The queue is RabbitMQ." not in now
    browser.fill("#day", "2026-03-05", "change")
    assert browser.text("h1") == "What recall believed on 5 Mar 2026, 23:59"
    browser.evaluate("document.getElementById('now').click()")
    browser.settle()
    assert shown_texts(browser)[:6] == now


def test_keys_are_enough(browser: Browser, demo: tuple[Home, Path]) -> None:
    """Search, move, read, step through time, change sections and close, without a mouse."""
    browser.show("laptop")
    browser.open(demo[1].as_uri())
    browser.press("/")
    assert browser.evaluate("document.activeElement.id") == "search"
    browser.type("queue nats")
    browser.settle()
    assert shown_texts(browser) == ["We moved the queue from RabbitMQ to NATS because replay was too slow."]
    assert browser.texts(".row mark") == [
        "queue",
        "NATS",
    ]
    browser.press("Enter")
    assert "ended this: The queue is RabbitMQ." in browser.text("#detail")
    active = browser.evaluate(
        "document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant')).textContent"
    )
    assert "NATS" in active
    browser.press("[")
    assert browser.text("h1").startswith("What recall believed on")
    browser.press("n")
    assert browser.text("h1") == "What recall believes now"
    browser.press("Escape")
    assert "Choose a memory" in browser.text("#detail")
    browser.press("2")
    assert browser.count(".conflict") == 3


def test_escape_empties_the_search(browser: Browser, demo: tuple[Home, Path]) -> None:
    """The box and the list always agree: Escape empties both, a second one leaves the search, the arrow down enters."""
    browser.show("laptop")
    browser.open(demo[1].as_uri())
    everything = browser.text("#found")
    browser.press("/")
    browser.type("queue nats")
    browser.settle()
    assert browser.text("#found").startswith("1 memory")
    browser.press("Escape")
    browser.settle()
    assert browser.value("#search") == ""
    assert browser.text("#found") == everything
    assert browser.evaluate("document.activeElement.id") == "search"
    browser.press("Escape")
    assert browser.evaluate("document.activeElement.id") == "list"
    browser.press("/")
    browser.type("queue nats")
    browser.press("ArrowDown")
    browser.press("Escape")
    browser.settle()
    assert browser.value("#search") == "queue nats"
    assert browser.text("#found").startswith("1 memory")


def test_many_memories_are_in_view(browser: Browser, tmp_path: Path) -> None:
    """A window of 1280 by 900 shows at least eighteen of them; with the details open, a row has two lines."""
    recall = Home(tmp_path / "home")
    source = tmp_path / "notes.jsonl"
    source.write_text("\n".join(json.dumps({"text": f"Service {at} listens on port {9000 + at}."}) for at in range(60)))
    assert recall.quick("import", str(source), person=True).status == 0
    browser.command("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
    show_page(browser, recall, tmp_path / "page.html")
    heights = "[...document.querySelectorAll('.row')].map((row) => row.getBoundingClientRect())"
    in_view = f"{heights}.filter((box) => box.bottom <= innerHeight).length"
    browser.settle()
    assert browser.evaluate(in_view) >= 18
    browser.open_row()
    browser.settle()
    assert browser.evaluate(f"{heights}[0].height") > 50
    assert browser.evaluate(in_view) >= 10
    recall.drop_databases()


def test_the_project_of_the_folder_comes_first(browser: Browser, recall: Home, tmp_path: Path) -> None:
    """In a repository its memories, then those without a project, then the others; elsewhere the newest first."""
    for project in ("alpha", "zulu"):
        folder = recall.path / project
        (folder / ".git").mkdir(parents=True)
        assert recall.quick("store", f"{project} listens on port 8080.", person=True, cwd=folder).status == 0
        recall.later()
    assert recall.quick("store", "Tabs, not spaces.", "--global", person=True).status == 0
    recall.later()
    browser.show("laptop")
    for folder, first, order in ((recall.path / "zulu", "zulu listens", "project"), (recall.path, "Tabs", "newest")):
        path = tmp_path / f"{order}.html"
        show_page(browser, recall, path, cwd=folder)
        assert shown_texts(browser)[0].startswith(first)
        assert browser.value("#filter-order") == order
    browser.open((tmp_path / "project.html").as_uri())
    headings = browser.evaluate(
        "[...document.querySelectorAll('.heading')].map((each) => each.textContent.split(' ')[0])"
    )
    assert headings == ["zulu", "In", "alpha"]


def test_a_tick_cannot_be_read_as_another_date(browser: Browser, demo: tuple[Home, Path]) -> None:
    """Beside the time line a month stands with all four figures of its year: "Oct 26" would be a day of October."""
    browser.show("laptop")
    browser.open(demo[1].as_uri())
    ticks = browser.texts("#ticks span")
    assert ticks[-1] == "now" and len(ticks) > 2
    for tick in ticks[:-1]:
        month, year = tick.split(" ")
        assert month.isalpha() and len(year) == 4


def test_sides_sessions_and_writes(browser: Browser, demo: tuple[Home, Path]) -> None:
    """Contested values stand beside each other with the command; a session shows what it left; a write shows its undo."""
    browser.show("wide")
    browser.open(demo[1].as_uri())
    browser.open_section("contested")
    sides = browser.evaluate(
        "[...document.querySelectorAll('.conflict')].map((card) => [...card.querySelectorAll('.value')].map((value) => value.textContent))"
    )
    assert sides == [[], ["9090", "8443"], ["morning", "afternoon"]]
    commands = browser.texts(".side code")
    assert commands[0] == "recall resolve --keep=9090 --project=billing-api api port"
    recall = demo[0]
    assert recall.quick(*commands[0].split()[1:], person=True).status == 0
    assert recall.quick("undo", person=True).status == 0
    browser.open_section("sessions")
    browser.open_row()
    assert "Left by this session" in browser.text("#detail")
    browser.open_section("log")
    browser.open_row()
    assert "recall undo 28" in browser.text("#detail")


def test_a_session_shows_what_it_was_shown(browser: Browser, recall: Home, tmp_path: Path) -> None:
    """Exactly the memories of its brief, with what happened to each later, and nothing from after the handle's moment."""
    recall.store("We chose NATS because replay was too slow.", "--type", "decision", "--global")
    wrong = recall.store("The API listens on port 8080.", "--global")
    recall.later(days=1)
    for session in ("71f0aa", "5d2e90"):
        message = f'{{"session_id": "{session}", "cwd": "{recall.path}", "source": "startup"}}'
        assert "NATS" in recall.quick("hook", "session-start", "--agent", "claude-code", stdin=message).out
        recall.later(days=1)
        if session == "71f0aa":
            recall.quick("delete", wrong)
    recall.quick("store", "Never shown to anyone, since it is new.", "--global")
    browser.show("laptop")
    show_page(browser, recall, tmp_path / "page.html")
    browser.open_section("sessions")
    rows = "[...document.querySelectorAll('.row')].map((row) => row.innerText.replaceAll(/\\s+/g, ' '))"
    assert [row.split(" session ")[1].split(" ")[0] for row in browser.evaluate(rows)] == ["5d2e90", "71f0aa"]
    assert ["shown 1" in row for row in browser.evaluate(rows)] == [True, False]
    browser.open_row(1)
    detail = browser.evaluate("document.getElementById('detail').innerText")
    assert "Shown to this session" in detail and "later deleted" in detail and "Never shown" not in detail
    assert "recall log --told 71f0aa" in detail
    browser.open_row(0)
    detail = browser.evaluate("document.getElementById('detail').innerText")
    assert "NATS" in detail and "8080" not in detail
    browser.fill("#moment", 0)
    assert browser.evaluate(rows) == []


def test_changed_code_is_marked(browser: Browser, recall: Home, tmp_path: Path) -> None:
    """A memory anchored to code that changed says so, and can be filtered."""
    (recall.path / ".git").mkdir()
    code = recall.path / "client.py"
    code.write_text("def retry():\n    return 503\n")
    recall.store("Retry only on 503.", "--anchor", "client.py:1-2")
    recall.store("The queue is NATS.", "--anchor", "client.py:1")
    code.write_text("def retry():\n    return 409\n")
    browser.show("laptop")
    show_page(browser, recall, tmp_path / "page.html")
    marks = "[...document.querySelectorAll('.row')].map((row) => [row.querySelector('.words').textContent, row.querySelector('.mark').textContent])"
    assert sorted(browser.evaluate(marks)) == [
        ["Retry only on 503.", "code changed"],
        ["The queue is NATS.", "about code"],
    ]
    browser.fill("#filter-mark", "stale", "change")
    assert shown_texts(browser) == ["Retry only on 503."]
    browser.open_row()
    assert "client.py:1-2 changed" in browser.text("#detail")


def test_it_prints(browser: Browser, demo: tuple[Home, Path]) -> None:
    """On paper every memory of the list stands, in its order, dark on white, and no control."""
    browser.show("laptop", dark=True)
    browser.open(demo[1].as_uri())
    for place in (5_000, 300, 0):
        browser.evaluate(f"document.getElementById('list').scrollTop = {place}")
        browser.settle()
    browser.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(shown_texts(browser)) == 20
    places = browser.evaluate(
        "[...document.querySelectorAll('.row')].map((row) => Number(row.getAttribute('aria-posinset')))"
    )
    assert places == list(range(1, 21))
    browser.command("Emulation.setEmulatedMedia", media="print")
    assert browser.evaluate("getComputedStyle(document.getElementById('time')).display") == "none"
    assert browser.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    browser.show("laptop")
