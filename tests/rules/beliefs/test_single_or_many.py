"""Whether an attribute holds one value or several: the wording first, then its name."""

from recall_cli.rules.beliefs.single_or_many import holds_several, is_list, is_other_version
from tests.for_each import for_each

WORDINGS = [
    ("The owner of billing is Ana.", "owner", "Ana", False),
    ("billing's owner is Ana.", "owner", "Ana", False),
    ("Owner: Ana", "owner", "Ana", False),
    ("The billing owner is Ana.", "owner", "Ana", False),
    ("Our framework is Django.", "framework", "Django", False),
    ("Ana is an owner of billing.", "owner", "Ana", True),
    ("Ana is one of the owners of billing.", "owner", "Ana", True),
    ("The owners of billing are Ana and Ben.", "owner", "Ana and Ben", True),
    ("Ana also owns billing.", "owner", "Ana", True),
    ("Ben is an owner of billing too.", "owner", "Ben", True),
    ("Languages: Go, Rust", "language", "Go, Rust", True),
    ("Ports: the API listens on 8080.", "port", "8080", False),
    ("The only region is eu-west-1.", "region", "eu-west-1", False),
    ("Another maintainer is Ben.", "maintainer", "Ben", True),
    ("We use Django.", "framework", "Django", None),
    ("Puma runs with 5 threads.", "threads", "5", False),
    ("Puma runs with 5 busy worker threads.", "threads", "5", False),
    ("Backups are kept for 30 days.", "retention_days", "30", False),
    ("PgBouncer allows 1,000 connections.", "max_connections", "1,000", False),
    ("Threads: 5", "threads", "5", False),
    ("The API also listens on 8443.", "ports", "8443", True),
    ("", "owner", "Ana", None),
]


@for_each("text, attribute, value, several", WORDINGS)
def test_the_wording_decides(text: str, attribute: str, value: str, several: "bool | None") -> None:
    """A definite singular or a label names one; a plural, an indefinite article, "also" and lists name several."""
    assert holds_several(attribute, value, "Zoe", text=text, old_text="") == several


def test_two_wordings_that_disagree() -> None:
    """Then nobody knows."""
    texts = {"text": "The owner of billing is Ben.", "old_text": "Ana is one of the owners."}
    assert holds_several("owner", "Ben", "Ana", **texts) is None


@for_each(
    "attribute, value, old, several",
    [
        ("language", "Python 3.12", "Python 3.11", False),
        ("gadget", "b", "a", False),
        ("port", "9090", "8080", False),
        ("status", "red", "green", False),
        ("supports", "JSON", "XML", True),
        ("release-notes", "b", "a", True),
        ("language", "Go", "Rust", None),
        ("max_connections", "200", "100", None),
        ("timeout_seconds", "60", "30", None),
        ("ports", "8443", "8080", None),
        ("issues", "812", "790", True),
    ],
)
def test_the_name_decides_where_no_word_does(attribute: str, value: str, old: str, several: "bool | None") -> None:
    """A name that no list holds is taken as one value."""
    assert holds_several(attribute, value, old, text="", old_text="") == several


@for_each(
    "value, old, same",
    [
        ("Python 3.12", "Python 3.11", True),
        ("Django 5.0", "Django 4.2", True),
        ("v2", "v1", True),
        ("Python 3.12", "Node 20", False),
        ("Python 3.12", "Python 3.12", False),
        ("React", "Vue", False),
        ("8080", "9090", False),
        ("React Native 0.74", "React 18", False),
    ],
)
def test_versions_of_one_product(value: str, old: str, same: bool) -> None:
    """The same product with another version; a bare number is no version, another product no other version."""
    assert is_other_version(value, old) == same


@for_each("value, several", [("Ana and Ben", True), ("Go, Rust", True), ("1,000", False), ("Ana", False)])
def test_lists(value: str, several: bool) -> None:
    """A conjunction or a comma with a space makes a list; a thousands sign does not."""
    assert is_list(value) == several
