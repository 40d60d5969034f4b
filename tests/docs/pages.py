"""The pages that users read, and the code blocks in them."""

import re
from pathlib import Path
from typing import NamedTuple

from tests.command import ROOT

README = ROOT / "README.md"
TOPICS = tuple(sorted((ROOT / "recall_cli/docs").glob("*.md")))
"""The pages that `recall help TOPIC` shows."""
GENERATED = "commands"
"""The page that is made from `--help`; what it shows is tested there."""
PAGES = (README, ROOT / "hooks/README.md", *(page for page in TOPICS if page.stem != GENERATED))
"""The pages that somebody wrote."""


class Block(NamedTuple):
    """One code block of a page."""

    page: Path
    language: str
    text: str

    @property
    def commands(self) -> list[str]:
        """Its lines that begin with `recall`; in a `console` block those after the prompt."""
        prompt = r"\$ " if self.language == "console" else ""
        return re.findall(rf"^{prompt}(recall(?: .*)?)$", self.text, re.MULTILINE)


def blocks(*languages: str) -> list[Block]:
    """The code blocks in these languages of every page that somebody wrote."""
    return [
        Block(page, language, text)
        for page in PAGES
        for language, text in re.findall(
            r"^```(\w+)\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        )
        if language in languages
    ]


def inline_commands(page: Path) -> list[str]:
    """What stands in backticks on a page and begins with `recall`."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`(recall(?: [^`]+)?)`", text)
