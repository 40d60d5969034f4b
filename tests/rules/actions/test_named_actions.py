"""Commands that a text names or forbids, and the commands of a line, in tables worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.named_actions import error_codes, forbids_here, matching_command, named_commands
from recall_cli.rules.actions.shell_commands import includes_command, simple_commands

NAMED = (
    ("Never run make clean in tests/: it removes the fixtures.", [("make clean", True, "tests")]),
    ("never run `make clean` in tests/", [("make clean", True, "tests")]),
    ("Don't use git push --force on main.", [("git push --force", True, "")]),
    ("Never run terraform apply.", [("terraform apply", True, "")]),
    ("`pytest -n 8` hangs on CI; use pytest -n 2.", [("pytest -n 8", False, ""), ("pytest -n 2", False, "")]),
    ("Run the migrations with alembic upgrade head before the tests.", [("alembic upgrade head", False, "")]),
    ("Use `uv run pytest -x` to stop early.", [("pytest -x", False, "")]),
    ("We use NATS for the queue because replay was too slow.", []),
    ("The function `load_rows` is slow.", []),
    ("Use tabs in Go.", []),
    ("`KeyError: 'x'` means the header is missing.", []),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_commands_are_found_in_a_text(text: str, expected: list[tuple[str, bool, str]]) -> None:
    """In backticks, or after words such as run; and whether the text forbids them."""
    found = [(" ".join(command.words), command.forbidden, command.folder) for command in named_commands(text)]
    assert found == expected


LINES = (
    ("cd src && timeout 60 pytest -q | tail -5", ["pytest -q", "tail -5"]),
    ("A=1 sudo -E make clean; echo done", ["make clean", "echo done"]),
    ("python3 -m pytest -x", ["pytest -x"]),
    ("/usr/bin/git push --force", ["git push --force"]),
    ("bash -lc 'npm run build && npm test'", ["npm run build", "npm test"]),
    ("uv run --frozen mypy .", ["mypy ."]),
    ('git commit -m "never; run && this"', ["git commit -m never; run && this"]),
    ("", []),
)  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_a_line_is_split_into_its_commands(line: str, expected: list[str]) -> None:
    """Without variables and wrappers, and without what stands in quotes."""
    assert [" ".join(command.words) for command in simple_commands(line)] == expected


@pytest.mark.parametrize(
    ("action", "named", "included"),
    [
        ("make clean", "make clean", True),
        ("make -j4 clean all", "make clean", True),
        ("make cleanup", "make clean", False),
        ("git push origin main --force", "git push --force", True),
        ("git push --force-with-lease", "git push --force", False),
        ("git pull", "git push", False),
        ("pytest --maxfail=1 -n 8", "pytest -n 8", True),
        ("pytest -n 2 --count 8", "pytest -n 8", True),
        ("npm ci", "npm ci --legacy-peer-deps", False),
        ("rm -rf /srv/shop/build/", "rm -rf build", True),
    ],
)
def test_an_action_is_what_a_text_named(action: str, named: str, included: bool) -> None:
    """The same program with all its words in their order."""
    assert includes_command(simple_commands(action)[0].words, simple_commands(named)[0].words) is included


@pytest.mark.parametrize(
    ("line", "folder", "forbidden"),
    [
        ("cd tests && make clean", "/home/ada/shop", True),
        ("make clean", "/home/ada/shop/tests", True),
        ("make -C tests clean", "/home/ada/shop", True),
        ("make clean", "/home/ada/shop", False),
        ("cd docs && make clean", "/home/ada/shop", False),
        ("make all", "/home/ada/shop/tests", False),
    ],
)
def test_a_folder_limits_what_is_forbidden(line: str, folder: str, forbidden: bool) -> None:
    """`in tests/` forbids the command there alone."""
    actions = simple_commands(line)
    command = matching_command(tuple(named_commands("Never run make clean in tests/.")), actions)
    assert (command is not None and forbids_here(command, actions, folder)) is forbidden


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("E0502 in parser.rs: clone the token.", ["E0502"]),
        ("TS2345 comes from the strict flag.", ["TS2345"]),
        ("ECONNREFUSED means that the database is not up.", ["ECONNREFUSED"]),
        ("DetachedInstanceError: expire_on_commit must be False.", ["DetachedInstanceError"]),
        ("A KeyError there is harmless.", []),
        ("HTTP 404 and UTF8 are no codes, nor is PR 17.", []),
    ],
)
def test_codes_of_errors_are_found(text: str, codes: list[str]) -> None:
    """Only those that name one kind of error."""
    assert error_codes(text) == codes


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    """Whatever a text or a command line holds, reading it ends, and each command has a program."""
    assert all(command.words and command.words[0] for command in named_commands(text))
    assert all(command.words for command in simple_commands(text))
