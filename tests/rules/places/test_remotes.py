"""Addresses of repositories: one normal form, however the address is written."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.places.remotes import normalize_address, project_name_choices
from tests.for_each import for_each

EXPECTED = "github.com/acme/api"
ADDRESSES = (
    ("git@github.com:acme/api.git", EXPECTED),
    ("git@github.com:Acme/API.git", EXPECTED),
    ("git@github.com:/acme/api.git", EXPECTED),
    ("github.com:acme/api", EXPECTED),
    ("https://github.com/acme/api", EXPECTED),
    ("https://github.com/acme/api/", EXPECTED),
    ("https://github.com/acme/api.git", EXPECTED),
    ("https://github.com/acme/api.git/", EXPECTED),
    ("https://GitHub.com/Acme/Api.git", EXPECTED),
    ("http://github.com/acme/api", EXPECTED),
    ("https://token@github.com/acme/api", EXPECTED),
    ("https://user:p4ssw0rd@github.com/acme/api.git", EXPECTED),
    ("https://user:p@ss@github.com/acme/api.git", EXPECTED),
    ("https://oauth2:ghp_x:y@github.com:443/acme/api", EXPECTED),
    ("ssh://git@github.com/acme/api.git", EXPECTED),
    ("ssh://git@github.com:22/acme/api.git", EXPECTED),
    ("git+ssh://git@github.com/acme/api.git", EXPECTED),
    ("git://github.com/acme/api.git", EXPECTED),
    ("  https://github.com/acme/api\n", EXPECTED),
    ("git@gitlab.com:group/sub/project.git", "gitlab.com/group/sub/project"),
    ("https://git.example.com/Team/Repo.git", "git.example.com/Team/Repo"),
    ("ssh://git@git.example.com:7999/~ada/repo.git", "git.example.com/ada/repo"),
    ("host:~/repo.git", "host/repo"),
    ("user@host:repo", "host/repo"),
    ("ssh://git@[::1]:22/acme/api", "[::1]/acme/api"),
    ("/srv/git/api.git", "/srv/git/api"),
    ("/srv/git/API.git/", "/srv/git/API"),
    ("file:///srv/git/api.git", "/srv/git/api"),
    ("../sibling.git", "../sibling"),
    ("C:/repos/api.git", "C:/repos/api"),
    ("C:\\repos\\api.git", "C:/repos/api"),
    ("./with:colon", "./with:colon"),
)


@for_each("address, name", ADDRESSES)
def test_one_name_for_one_repository(address: str, name: str) -> None:
    """Scheme, user, password, port, `.git`, the last slash and insignificant letter case are left out."""
    assert normalize_address(address) == name


@given(st.text(max_size=60))
def test_any_text_has_a_name(address: str) -> None:
    """Any text is a valid remote."""
    assert isinstance(normalize_address(address), str)


words = st.text("abcXYZ019-_.", min_size=1, max_size=8).filter(
    lambda word: word.strip(".") and not word.endswith(".git")
)


@given(
    host=words,
    path=st.lists(words, min_size=1, max_size=3),
    user=words,
    secret=st.text("abc:@%!123", min_size=1, max_size=12),
)
def test_no_secret_is_kept(host: str, path: list[str], user: str, secret: str) -> None:
    """The result is the same with and without a password, and does not contain it."""
    rest = f"{host}/{'/'.join(path)}"
    assert normalize_address(f"https://{user}:{secret}@{rest}") == normalize_address(f"https://{rest}")
    assert normalize_address(f"{user}@{host}:{'/'.join(path)}") == normalize_address(f"ssh://{user}@{rest}")


NAMES = (
    ("github.com/acme/api", ("api", "acme/api", "github.com/acme/api")),
    ("/srv/git/api", ("api", "git/api", "srv/git/api")),
    ("x", ("x",)),
    ("", ("repository",)),
)


@for_each("mark, names", NAMES)
def test_what_to_call_it(mark: str, names: tuple[str, ...]) -> None:
    """The shortest name first, then longer ones in case it is taken."""
    assert project_name_choices(mark) == names
