"""The decisions hold today: what they name is there, and the index leads to every page."""

import re
from pathlib import Path

from recall_cli.settings import all_settings
from tests.command import ROOT
from tests.for_each import for_each

FOLDER = ROOT / "recall_cli" / "docs" / "decisions"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
INDEX = (FOLDER / "README.md").read_text(encoding="utf-8")
SETTINGS = {setting.name for setting in all_settings()}
SECTIONS = {name.partition(".")[0] for name in SETTINGS if "." in name}


def test_the_index_leads_to_every_page() -> None:
    """Each page stands in the table once, and nothing else does."""
    assert sorted(re.findall(r"\]\(([\w-]+\.md)\)", INDEX)) == [page.name for page in PAGES]


@for_each("page", [FOLDER / "README.md", *PAGES])
def test_what_a_page_names_is_there(page: Path) -> None:
    """Files and folders of recall, pages, and settings."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / target).exists(), target
    for name in re.findall(r"`([^`\s]+)`", text):
        if re.fullmatch(r"[a-z_/]+(?:\.py|/)", name):
            assert (ROOT / "recall_cli" / name).exists() or (ROOT / name).exists(), name
        if re.fullmatch(r"[a-z]+\.[a-z_]+", name) and name.partition(".")[0] in SECTIONS:
            assert name in SETTINGS, name


@for_each("page", PAGES)
def test_a_page_says_what_holds_today(page: Path) -> None:
    """It is no diary: no dated records, nothing that another record replaced."""
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert not re.search(
        r"^#.*\d{4}-\d\d-\d\d|\bsupersedes\b.*\babove\b|\(supersedes", text, re.IGNORECASE | re.MULTILINE
    )
