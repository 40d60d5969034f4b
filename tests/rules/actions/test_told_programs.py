"""What a text says of programs and packages without naming a command."""

from recall_cli.rules.actions.named_actions import matching_command, read_named_actions
from recall_cli.rules.actions.shell_commands import installed_packages, simple_commands
from tests.for_each import for_each


def bears_on(text: str, command: str) -> bool:
    """Whether what a text names is what a command runs or installs."""
    named, commands = read_named_actions(text), simple_commands(command)
    installed = {package for one in commands for package in installed_packages(one)}
    return matching_command(named.commands, commands, "/shop") is not None or bool(installed & {*named.packages})


@for_each(
    "text, command, other",
    [
        ("docker needs sudo on this box", "docker compose up -d", "podman compose up -d"),
        ("Python is called python3.11 here, plain python is 2.7", "python manage.py migrate", "ruby migrate.rb"),
        ("i prefer pnpm over npm, it keeps the lockfile", "npm install dayjs", "pnpm add dayjs"),
        ("never push to main, always open a PR", "git push origin main", "git push origin feature/cart"),
        ("Don't ever push directly to the main branch.", "cd web && git push -u origin main", "git commit -m main"),
        (
            "psycopg2 doesn't build here because pg_config is missing",
            "pip install psycopg2==2.9",
            "pip install psycopg",
        ),
        ("lodash is out, the new code takes es-toolkit", "npm i -D lodash@4", "npm run lodash-test"),
    ],
)
def test_what_is_said_of_a_program_bears_on_its_commands(text: str, command: str, other: str) -> None:
    """And not on others."""
    assert bears_on(text, command)
    assert not bears_on(text, other)


@for_each(
    "text, command",
    [
        ("The docker image of the API is 1.2 GB.", "docker compose up"),
        ("Docker images must be built on the runner.", "docker compose up"),
        ("We took Klarna because docker is slow on the Macs.", "docker compose up"),
        ("Use `make up` first; docker is started by it.", "docker compose up"),
        ("Never push to main without a review.", "git pull origin main"),
        ("Never push secrets to origin.", "git push origin main"),
        ("The queue is NATS.", "npm install nats"),
    ],
)
def test_a_program_that_is_only_mentioned_is_not_meant(text: str, command: str) -> None:
    """Programs are mentioned all the time, and a line at each of their commands would be noise."""
    assert not bears_on(text, command)
