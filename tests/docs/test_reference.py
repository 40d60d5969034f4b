"""The generated pages say what recall says today."""

from pathlib import Path

from tests.docs.reference import COMMANDS_PAGE, SETTINGS_PAGE, commands_page, settings_page


def test_the_command_reference_is_up_to_date(tmp_path: Path) -> None:
    """It has the help of every command; `python -m tests.docs.reference` writes it again."""
    assert COMMANDS_PAGE.read_text(encoding="utf-8") == commands_page(tmp_path)


def test_the_table_of_settings_is_up_to_date() -> None:
    """It has every setting; `python -m tests.docs.reference` writes it again."""
    page = SETTINGS_PAGE.read_text(encoding="utf-8")
    assert page == settings_page(page)
