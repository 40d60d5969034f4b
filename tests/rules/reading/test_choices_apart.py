"""Choices that are no rivals are kept side by side; those that are, are told by what they end."""

import pytest

from recall_cli.rules.reading.extraction import extract_drafts


def fact_fields(text: str) -> "tuple[object, ...]":
    """Entity, attribute, value, whether others may stand beside it, and what it ends."""
    (draft,) = extract_drafts(text).drafts
    return draft.entity, draft.attribute, draft.value, draft.many, draft.ends


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We decided on a monorepo.", ("project", "choice", "monorepo", True, None)),
        ("We went with trunk-based development.", ("project", "choice", "trunk-based development", True, None)),
        ("We switched from Foo to Bar.", ("project", "uses", "Bar", True, "Foo")),
        ("We upgraded Node to 20.", ("node", "version", "20", False, None)),
        ("We chose Postgres over MySQL for billing.", ("project", "database", "Postgres", False, None)),
    ],
)
def test_a_choice_of_nothing_in_particular_ends_no_other(text: str, expected: "tuple[object, ...]") -> None:
    """A decision about branches says nothing against one about repositories, nor an upgrade against another's."""
    assert fact_fields(text) == expected
