"""The generated pages: all commands, and the table of settings.

`python -m tests.docs.reference` writes these two, `python -m tests.docs.generate` everything that is generated. A test
compares them with what recall says today.
"""

from pathlib import Path

from recall_cli.cli.registry import CALLED_AS, COMMANDS
from recall_cli.setting_errors import number_text
from recall_cli.settings import GROUPS, VIEW_PREFIX, VIEW_SETTINGS, Setting, all_settings
from tests.command import ROOT, Home

DOCS = ROOT / "recall_cli/docs"
COMMANDS_PAGE = DOCS / "commands.md"
SETTINGS_PAGE = DOCS / "settings.md"
SETTINGS_HEADING = "## Every setting\n"
"""From this line on the settings page is generated."""
WIDTH = 92


def commands_page(home: Path, page: str) -> str:
    """The page with the help of every command below its text, in the sections of `recall help --all`."""
    recall = Home(home)
    page, section = page.partition(f"\n## {next(iter(COMMANDS.values()))[0]}\n")[0], ""
    for name, (own_section, _) in COMMANDS.items():
        if own_section != section:
            section = own_section
            page += f"\n## {section}\n"
        answer = recall.quick(name, "--help", "--all", env={"COLUMNS": str(WIDTH)})
        assert answer.status == 0, answer
        page += f"\n### recall {CALLED_AS.get(name, name)}\n\n```text\n{answer.out.strip()}\n```\n"
    return page


def settings_page(page: str) -> str:
    """The settings page with a new table of settings below its text."""
    text, heading, _ = page.partition(SETTINGS_HEADING)
    settings = all_settings()
    tables = "".join(
        f"\n### {group[:1].upper()}{group[1:]}\n\n| setting | default | what it does |\n|---|---|---|\n"
        + "".join(map(_row, (setting for setting in settings if setting.group == group)))
        for group in GROUPS
    )
    views = " and ".join(f"`{VIEW_PREFIX}AGENT.{name}`" for name in VIEW_SETTINGS)
    return f"{text}{heading}{tables}\n{views} narrow the setting of the same name for one agent.\n"


def _row(setting: Setting) -> str:
    default = setting.default
    shown = (
        str(default).lower()
        if isinstance(default, bool)
        else f"{default:g}"
        if isinstance(default, float)
        else str(default)
    )
    what = setting.help.replace("|", "\\|")
    if setting.choices:
        what += f" One of {', '.join(setting.choices)}."
    elif setting.low is not None and setting.high is not None:
        what += f" From {number_text(setting.low)} to {number_text(setting.high)}."
    return f"| `{setting.name}` | {f'`{shown}`' if shown else ''} | {what} |\n"


if __name__ == "__main__":
    from tests.docs.generate import generate

    generate(["reference", "settings"])
