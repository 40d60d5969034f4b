"""Everything that is generated from the code and kept in the repository.

`python -m tests.docs.generate` writes all of it; `python -m tests.docs.generate screens hooks` writes some of it. Read
the diff before you commit it: a screen that changed is what a user will see. Tests compare every file.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.command import ROOT

COMPLETIONS = ROOT / "completions"
SCREENS_TEST = "tests/cli/output/test_screens.py::test_a_command_looks_as_it_did"


def how_to_write(kind: str) -> str:
    """What a failing test says: the command that writes these files again."""
    assert kind in KINDS, kind
    return f"not what the code says today; write it with: python -m tests.docs.generate {kind}, and read the diff"


def write_reference() -> None:
    """The command reference."""
    from tests.docs.reference import COMMANDS_PAGE, commands_page

    with tempfile.TemporaryDirectory() as temporary:
        COMMANDS_PAGE.write_text(
            commands_page(Path(temporary), COMMANDS_PAGE.read_text(encoding="utf-8")), encoding="utf-8"
        )


def write_settings() -> None:
    """The table of settings."""
    from tests.docs.reference import SETTINGS_PAGE, settings_page

    SETTINGS_PAGE.write_text(settings_page(SETTINGS_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def write_completions() -> None:
    """The completion scripts."""
    from recall_cli.cli.shells import SCRIPT_FILES, completion_script

    for shell, name in SCRIPT_FILES.items():
        (COMPLETIONS / name).write_text(completion_script(shell), encoding="utf-8")


def write_hooks() -> None:
    """The files under hooks/, but for its README."""
    from tests.agents.plugin_files import GENERATED_FILES, write_file

    for name in GENERATED_FILES:
        write_file(name)


def write_screens() -> None:
    """The screens of every command, by the test that compares them: it has the store that they show."""
    command = [sys.executable, "-m", "pytest", "-q", SCREENS_TEST]
    ran = subprocess.run(command, cwd=ROOT, env={**os.environ, "SCREENS": "write"})
    if ran.returncode:
        raise SystemExit("the screens could not all be written: see above")


KINDS = {
    "reference": write_reference,
    "settings": write_settings,
    "completions": write_completions,
    "hooks": write_hooks,
    "screens": write_screens,
}
"""What can be generated, with the function that writes it."""


def generate(names: list[str]) -> None:
    """Write these kinds of files, or all."""
    unknown = [name for name in names if name not in KINDS]
    if unknown:
        raise SystemExit(f"unknown: {', '.join(unknown)} (one or more of: {', '.join(KINDS)}; without a name: all)")
    for name in names or KINDS:
        print(f"writing {name}", flush=True)
        KINDS[name]()
    print("done; git diff shows what changed")


if __name__ == "__main__":
    generate(sys.argv[1:])
