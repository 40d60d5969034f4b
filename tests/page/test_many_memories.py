"""Very many memories: the page has few elements at any time, and finds and shows each of them."""

from pathlib import Path

import pytest

from tests.command import Home
from tests.long_run import LONG_RUN
from tests.page.browser import Browser
from tests.page.many_memories import write_lines

MAX_ELEMENTS = 60
"""So many rows may exist at once, however many memories there are."""
COUNTS = [2_000, *([50_000] if LONG_RUN else [])]


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS)
def test_very_many_memories(browser: Browser, recall: Home, tmp_path: Path, count: int) -> None:
    """Scrolled from end to end, dragged through time and searched, the list holds only what the window shows."""
    source, path = tmp_path / "many.jsonl", tmp_path / "page.html"
    write_lines(source, count, recall.now)
    assert recall("import", str(source)).status == 0
    assert recall("view", str(path)).status == 0
    assert path.stat().st_size < 300 * count
    browser.show("laptop")
    browser.open(path.as_uri())
    believed = int(recall.json("count", "--project", "*")["count"])
    assert browser.text("#found") == f"{believed:,} memories"
    seen: set[str] = set()
    for share in (0, 0.25, 0.5, 0.75, 1):
        browser.evaluate(
            f"(() => {{ const list = document.getElementById('list'); list.scrollTop = {share} * list.scrollHeight }})()"
        )
        browser.settle()
        rows = browser.texts(".row .words")
        assert 5 <= len(rows) <= MAX_ELEMENTS
        seen.update(rows)
    assert len(seen) > 40
    last = browser.evaluate(
        "Math.max(...[...document.querySelectorAll('.row')].map((row) => row.getAttribute('aria-posinset')))"
    )
    assert last == believed
    for value in (900, 500, 100):
        browser.fill("#moment", value)
        assert browser.count(".row") <= MAX_ELEMENTS
    browser.press("n")
    browser.fill("#search", "number 77:", "input")
    listed = recall.json("list", "--project", "*", "-n", "10000")["memories"] if believed <= 10_000 else []
    expected = sum("77:" in memory["text"] for memory in listed)
    found = browser.text("#found")
    assert found.endswith(f" memories of {count:,}") and (not listed or found.startswith(f"{expected} "))
    assert "77:" in browser.text(".row .words")
    opened = browser.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    print(f"{count:,} memories opened in {opened:,.0f} ms")
