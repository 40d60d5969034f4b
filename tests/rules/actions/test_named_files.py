"""Files and folders that a text names, and the actions on files that they fit, in tables worked out by hand."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.actions.action_keys import folder_names, path_names
from recall_cli.rules.actions.named_files import holds_file, names_file, read_named_files
from tests.for_each import for_each

NAMED = (
    ("src/api/money.py rounds half up.", ["src/api/money.py"], []),
    ("Retries live in `./cli/src/retry.rs:40`.", ["cli/src/retry.rs"], []),
    ("Die Datei infra/prod/network.tf gehört dem Netzteam.", ["infra/prod/network.tf"], []),
    ("The Dockerfile of src/worker stays on bullseye.", ["src/worker/Dockerfile"], []),
    ("order_confirmation.html in src/emails is for Outlook.", ["src/emails/order_confirmation.html"], []),
    ("`settings.py` in `src/api` reads the environment.", ["src/api/settings.py"], []),
    ("PaymentStep.tsx mounts twice; vat_rates.yaml is generated.", ["PaymentStep.tsx", "vat_rates.yaml"], []),
    ("src/a/user_form.py came first, user_form.py follows it.", ["src/a/user_form.py"], []),
    ("__init__.py in src/api and src/db/settings.py are short, settings.py too.", ["src/api/__init__.py", "src/db/settings.py"], []),
    ("Files in migrations/versions are never changed.", [], ["migrations/versions"]),
    ("The old basket in src/legacy/ is frozen, see https://example.com/a/b.", [], ["src/legacy"]),
    ("When something in src/api/schemas changes, run make openapi.", [], ["src/api/schemas"]),
    ("In web/storefront use pnpm; tests/load runs with -n 0.", [], []),
    ("retry.py waits; see version 3.11 for Dr. Weiss at 3.5 MB.", ["retry.py"], []),
)  # fmt: skip


@for_each("text, files, folders", NAMED)
def test_files_are_found_in_a_text(text: str, files: list[str], folders: list[str]) -> None:
    """With the folder that is named beside it; a folder beside a command belongs to the command."""
    named = read_named_files(text)
    assert ([*named.files], [*named.folders]) == (files, folders)


@for_each(
    "named, path, is_named",
    [
        ("api/money.py", "src/api/money.py", True),
        ("api/money.py", "src/myapi/money.py", False),
        ("PaymentStep.tsx", "web/app/PaymentStep.tsx", True),
        ("settings.py", "src/settings.py", False),
        ("only.py", "src/only.py", True),
        ("src/legacy/", "src/legacy/basket/session.py", True),
        ("src/legacy/", "lib/src/legacy.py", False),
        ("infra/", "infra/prod/network.tf", True),
        ("infra/", "docs/infra/prod.md", False),
    ],
)
def test_a_name_fits_the_end_of_a_path(named: str, path: str, is_named: bool) -> None:
    """From a boundary of the path; a name that many files have needs its folder. A folder fits what
    is below it, and one name alone is a folder at the top.
    """
    folder = named.rstrip("/")
    assert (holds_file(folder, path) if folder != named else names_file(named, path, ("src/only.py",))) is is_named
    if is_named:
        names = folder_names(path) if folder != named else path_names(f"/home/ada/shop/{path}")
        assert (folder.rpartition("/")[2] if folder != named else named) in names


@given(st.text(alphabet="ab/. `-_:\n(é\\", max_size=60))
def test_any_text_is_read(text: str) -> None:
    """No text breaks the reading, and every name has letters."""
    named = read_named_files(text)
    assert all(any(map(str.isalpha, name)) for name in (*named.files, *named.folders))
