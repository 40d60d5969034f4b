"""The pictures of the page in the docs, drawn from a store with a past: `python -m tests.page.pictures`."""

import sys
import tempfile
from pathlib import Path

from tests.command import ROOT, Home
from tests.page.browser import Browser, find_browser
from tests.page.demo_store import fill_demo_store

FOLDER = ROOT / "tests/docs/pictures"
CHOOSE_ROW = "document.querySelectorAll('[role=option]')[{}].click()"
OPEN_SECTION = "document.querySelector('[data-section={}]').click()"
MOVE_HANDLE = (
    "(() => {{ const handle = document.getElementById('moment'); handle.value = {}; "
    "handle.dispatchEvent(new Event('input')) }})()"
)
CHOOSE_PROJECT = (
    "(() => {{ const list = document.getElementById('filter-project'); list.value = '{}'; "
    "list.dispatchEvent(new Event('change')) }})()"
)
PICTURES: "dict[str, tuple[str, bool, tuple[str, ...]]]" = {
    "view-wide": ("wide", False, (CHOOSE_PROJECT.format("shop"), CHOOSE_ROW.format(7))),
    "view-contested": ("laptop", False, (OPEN_SECTION.format("contested"),)),
    "view-dark": ("laptop", True, (MOVE_HANDLE.format(560), CHOOSE_ROW.format(5))),
    "view-phone": ("phone", False, ()),
}
"""Each picture: the size of the window, dark or light, and what to do first."""


def draw_pictures(folder: Path) -> None:
    """Write every picture into a folder."""
    program = find_browser()
    if program is None:
        raise SystemExit("no Chromium: install one, e.g. apt-get install chromium")
    with tempfile.TemporaryDirectory() as temporary, Browser(program) as browser:
        recall = Home(Path(temporary) / "home", "2026-02-20T09:00:00.000Z")
        fill_demo_store(recall)
        page = Path(temporary) / "memories.html"
        recall.quick("view", str(page), person=True)
        for name, (size, dark, steps) in PICTURES.items():
            browser.show(size, dark=dark)
            browser.open(page.as_uri())
            for step in steps:
                browser.evaluate(step)
                browser.settle()
            browser.picture(folder / f"{name}.png")
            print(f"{name}.png", flush=True)


if __name__ == "__main__":
    draw_pictures(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
