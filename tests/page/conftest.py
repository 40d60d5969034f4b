"""A browser and an accessibility checker for the tests of the page; where one cannot be had, its tests are skipped."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import Home
from tests.page.browser import Browser, find_browser
from tests.page.demo_store import fill_demo_store
from tests.page.live_page import TEXT, LivePage, live_page

CHECKER_PACKAGE = "axe-playwright-python"
"""A package of PyPI that contains axe-core; nothing else of it is used."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium: install one, e.g. apt-get install chromium")
    with Browser(program) as running:
        yield running


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core."""
    folder = tmp_path_factory.mktemp("axe")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), CHECKER_PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    except (subprocess.SubprocessError, OSError):
        pytest.skip(f"the accessibility checker axe-core cannot be had ({CHECKER_PACKAGE} from PyPI)")
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("axe.min.js"))
        return wheel.read(name).decode()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Home, Path]]:
    """A store with a past, and its page."""
    recall = Home(tmp_path_factory.mktemp("demo"), "2026-02-20T09:00:00.000Z")
    fill_demo_store(recall)
    path = recall.path / "memories.html"
    assert recall.quick("view", str(path), person=True).status == 0
    yield recall, path
    recall.drop_databases()


@pytest.fixture
def page(recall: Home) -> Iterator[LivePage]:
    """The live page of a store with one memory of its user."""
    recall.store(TEXT, person=True)
    with live_page(recall) as running:
        yield running
