"""Commands that a text names or forbids, and the commands of a line, in tables worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.action_keys import command_names, named_command_name
from recall_cli.rules.actions.named_actions import error_codes, matching_command, named_commands
from recall_cli.rules.actions.shell_commands import includes_command, simple_commands
from tests.for_each import for_each
from tests.rows import read_rows

NAMED = (
    ("Never run make clean in tests/: it removes the fixtures.", [("make clean", True, "tests")]),
    ("never run `make clean` in tests/", [("make clean", True, "tests")]),
    ("Don't use git push --force on main.", [("git push --force", True, "")]),
    ("Never run terraform apply.", [("terraform apply", True, "")]),
    ("`pytest -n 8` hangs on CI; use pytest -n 2.", [("pytest -n 8", False, ""), ("pytest -n 2", False, "")]),
    ("Run the migrations with alembic upgrade head before the tests.", [("alembic upgrade", False, "")]),
    ("Use `uv run pytest -x` to stop early.", [("pytest -x", False, "")]),
    ("We use NATS for the queue because replay was too slow.", []),
    ("The function `load_rows` is slow.", []),
    ("Use tabs in Go.", []),
    ("`KeyError: 'x'` means the header is missing.", []),
    ("`sudo make install` writes to /usr.", [("make install", False, "")]),
    ("`cd infra && terraform apply` needs the VPN.", [("terraform apply", False, "")]),
    ("`psql -f a.sql | tee log` takes long.", [("psql -f a.sql", False, "")]),
    ("`bundle exec rspec` needs Chrome; run `black` first.", [("rspec", False, ""), ("black", False, "")]),
    ("`kubectl logs <pod name>` needs the staging context.", [("kubectl logs", False, "")]),
    ("`gh pr create --base $BRANCH` and `git rebase -i …`", [("gh pr create --base", False, ""), ("git rebase -i", False, "")]),
    ("`python` 3.11 and `go` 1.22 are needed, and `user` is a table of `app/v1`.", []),
)  # fmt: skip


@for_each("text, expected", NAMED)
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
    ("sudo -u postgres psql; uv pip install x", ["psql", "uv pip install x"]),
    ("python3.12 -m pip install x", ["pip install x"]),
    ('git commit -m "never; run && this"', ["git commit -m never; run && this"]),
    ("", []),
)  # fmt: skip


@for_each("line, expected", LINES)
def test_a_line_is_split_into_its_commands(line: str, expected: list[str]) -> None:
    """Without variables and wrappers, and without what stands in quotes."""
    assert [" ".join(command.words) for command in simple_commands(line)] == expected


@for_each(
    "action, named, included",
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
        ("rm -r -f build", "rm -fr build", True),
        ("npm i left-pad", "npm install", True),
        ("npm run test -- --watch", "npm test", True),
        ("npm run build", "npm install", False),
        ("git push origin main -f", "git push --force", True),
        ("git -C web push -f", "git push --force", True),
        ("git commit -nm wip", "git commit --no-verify", True),
        ("git commit -m 'about -n'", "git commit --no-verify", False),
        ("git log -n 5", "git commit -n", False),
        ("pip3.11 install x", "pip install", True),
        ("uv pip install x", "pip install", False),
        ("docker-compose up -d", "docker compose up --detach", True),
        ("./scripts/deploy.sh now", "bash scripts/deploy.sh", True),
        ("make deploy VERSION=3", "make deploy VERSION=", True),
        ("", "make", False),
    ],
)
def test_an_action_is_what_a_text_named(action: str, named: str, included: bool) -> None:
    """The same program with all its words in their order."""
    words = simple_commands(action)[0].words if action else ()
    assert includes_command(words, simple_commands(named)[0].words) is included


@for_each(
    "text, line, told",
    [
        ("`pytest` needs the database.", "cd api && python3 -m pytest -x tests/api/", True),
        ("`make` builds the debug target.", "make -j4", True),
        ("`make` builds the debug target.", "make deploy", False),
        ("`git` hooks live in .githooks.", "git status", False),
        ("We moved from `npm` to `pnpm`.", "pnpm add x", False),
        ("Never use `npm` here.", "npm ci", True),
        ("`echo done && make deploy` is the last step.", "echo done", False),
    ],
)
def test_a_program_named_alone_is_the_program_without_its_commands(text: str, line: str, told: bool) -> None:
    """Unless it is forbidden, or the text says to run it."""
    assert is_told(text, line) is told


def is_told(text: str, line: str, folder: str = "/home/ada/shop") -> bool:
    """Whether a text is shown before a command line."""
    return matching_command(tuple(named_commands(text)), simple_commands(line), folder) is not None


NESTED = read_rows(__file__, "nested_commands")
"""A text, a command that it names or one above it, and another command of the same program."""


@for_each("text, named, other", NESTED)
def test_another_command_of_the_same_group_is_not_meant(text: str, named: str, other: str) -> None:
    """What follows a command in a sentence belongs to it only if its form says so."""
    assert (is_told(text, named), is_told(text, other)) == (True, False)


PLAIN = read_rows(__file__, "plain_commands")


@for_each("text, told, silent", PLAIN)
def test_a_sentence_names_commands_in_plain_words(text: str, told: str, silent: str) -> None:
    """Where the agent runs them in another way than the sentence says, and not where it does as it says."""
    assert not told or is_told(text, told)
    assert not is_told(text, silent)
    names = {named_command_name(command.words) for command in named_commands(text)}
    assert not told or names & {*command_names(simple_commands(told))}


@for_each(
    "named, line",
    [
        ("npm install", "cd web && npm i x"),
        ("git push --force", "git push -f"),
        ("rm -rf build", "rm -r -f build/"),
        ("bash scripts/deploy.sh", "./scripts/deploy.sh"),
        ("docker-compose up", "docker compose up"),
        ("make", "make -j4"),
    ],
)
def test_what_an_action_is_named_by_is_in_its_keys(named: str, line: str) -> None:
    """The gate lets each of them through."""
    assert named_command_name(simple_commands(named)[0].words) in command_names(simple_commands(line))


@for_each(
    "line, folder, forbidden",
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
    assert is_told("Never run make clean in tests/.", line, folder) is forbidden


@for_each(
    "text, codes",
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
