"""Whether an attribute holds one value or several: the wording first, then earlier answers, then its name."""

import pytest

from recall_cli.rules.beliefs.single_or_many import (
    ONE,
    SEVERAL,
    UNCLEAR,
    decide_multiplicity,
    is_list,
    is_other_version,
    read_multiplicity,
)

WORDINGS = [
    ("The owner of billing is Ana.", "owner", "Ana", ONE),
    ("billing's owner is Ana.", "owner", "Ana", ONE),
    ("Owner: Ana", "owner", "Ana", ONE),
    ("The billing owner is Ana.", "owner", "Ana", ONE),
    ("Our framework is Django.", "framework", "Django", ONE),
    ("The linter is ruff.", "linter", "ruff", ONE),
    ("Ana is an owner of billing.", "owner", "Ana", SEVERAL),
    ("Ana is one of the owners of billing.", "owner", "Ana", SEVERAL),
    ("The owners of billing are Ana and Ben.", "owner", "Ana and Ben", SEVERAL),
    ("Ana also owns billing.", "owner", "Ana", SEVERAL),
    ("Ben is an owner of billing too.", "owner", "Ben", SEVERAL),
    ("Languages: Go, Rust", "language", "Go, Rust", SEVERAL),
    ("The service supports JSON.", "format", "JSON", SEVERAL),
    ("The only region is eu-west-1.", "region", "eu-west-1", ONE),
    ("The primary language is Go.", "language", "Go", ONE),
    ("Another maintainer is Ben.", "maintainer", "Ben", SEVERAL),
    ("We use Django.", "framework", "Django", ""),
    ("", "owner", "Ana", ""),
]


@pytest.mark.parametrize(("text", "attribute", "value", "holds"), WORDINGS)
def test_the_wording_of_one_text(text: str, attribute: str, value: str, holds: str) -> None:
    """A definite singular or a label names one; a plural, an indefinite article, "also", "one of" and lists several."""
    assert read_multiplicity(text, attribute, value) == holds


@pytest.mark.parametrize(
    ("value", "old", "same"),
    [
        ("Python 3.12", "Python 3.11", True),
        ("Go 1.22", "Go 1.21", True),
        ("Django 5.0", "Django 4.2", True),
        ("Node 22", "Node 20", True),
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


@pytest.mark.parametrize(
    ("attribute", "value", "old", "text", "old_text", "settled", "holds"),
    [
        ("language", "Python 3.12", "Python 3.11", "We use Python 3.12.", "We use Python 3.11.", None, ONE),
        ("owner", "Ben", "Ana", "The owner of billing is Ben.", "The owner of billing is Ana.", None, ONE),
        ("owner", "Ben", "Ana", "Ben also owns billing.", "Ana owns billing.", None, SEVERAL),
        ("owner", "Ben", "Ana", "The owner of billing is Ben.", "Ana is one of the owners.", None, UNCLEAR),
        ("owner", "Ben", "Ana", "The owner of billing is Ben.", "Ana is one of the owners.", "many", SEVERAL),
        ("owner", "Ben", "Ana", "The owner of billing is Ben.", "The owner of billing is Ana.", "many", ONE),
        ("gadget", "b", "a", "", "", "keep", ONE),
        ("gadget", "b", "a", "", "", "many", SEVERAL),
        ("gadget", "b", "a", "", "", None, UNCLEAR),
        ("port", "9090", "8080", "", "", None, ONE),
        ("supports", "JSON", "XML", "", "", None, SEVERAL),
        ("release-notes", "b", "a", "", "", None, SEVERAL),
        ("status", "red", "green", "", "", None, ONE),
    ],
)
def test_the_order_of_what_decides(
    attribute: str, value: str, old: str, text: str, old_text: str, settled: "str | None", holds: str
) -> None:
    """Versions and wording before an earlier answer, that before the name; disagreement without an answer is unclear."""
    assert decide_multiplicity(attribute, value, old, text=text, old_text=old_text, settled=settled).holds == holds


@pytest.mark.parametrize(
    ("value", "several"), [("Ana and Ben", True), ("Go, Rust", True), ("1,000", False), ("Ana", False)]
)
def test_lists(value: str, several: bool) -> None:
    """A conjunction or a comma with a space makes a list; a thousands sign does not."""
    assert is_list(value) == several
