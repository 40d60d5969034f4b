"""The generated pages and scripts say what recall says today."""

from pathlib import Path

import pytest

from recall_cli.cli.shells import SCRIPT_FILES, completion_script
from tests.docs.generate import COMPLETIONS, KINDS, generate, how_to_write
from tests.docs.reference import COMMANDS_PAGE, SETTINGS_PAGE, commands_page, settings_page
from tests.for_each import for_each


def test_the_command_reference_is_up_to_date(tmp_path: Path) -> None:
    """It has the help of every command."""
    assert (page := COMMANDS_PAGE.read_text(encoding="utf-8")) == commands_page(tmp_path, page), how_to_write(
        "reference"
    )


def test_the_table_of_settings_is_up_to_date() -> None:
    """It has every setting."""
    page = SETTINGS_PAGE.read_text(encoding="utf-8")
    assert page == settings_page(page), how_to_write("settings")


@for_each("shell", SCRIPT_FILES)
def test_committed_scripts_are_current(shell: str) -> None:
    """`completions/` has what `recall admin completion show` prints."""
    text = (COMPLETIONS / SCRIPT_FILES[shell]).read_text(encoding="utf-8")
    assert text == completion_script(shell), how_to_write("completions")


def test_a_kind_that_does_not_exist_is_refused() -> None:
    """Nothing is written, and the error names what there is."""
    with pytest.raises(SystemExit, match=r"^unknown: pages \(one or more of: " + ", ".join(KINDS)):
        generate(["completions", "pages"])


def test_the_generator_repairs_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script and a hook file that somebody changed or lost are what they were."""
    monkeypatch.setattr("tests.docs.generate.COMPLETIONS", tmp_path)
    monkeypatch.setattr("tests.agents.plugin_files.HOOKS_FOLDER", tmp_path / "hooks")
    (tmp_path / "recall.fish").write_text("edited by hand")
    generate(["completions", "hooks"])
    for shell, name in SCRIPT_FILES.items():
        assert (tmp_path / name).read_text(encoding="utf-8") == completion_script(shell)
    assert (tmp_path / "hooks/codex/hooks.json").is_file()
