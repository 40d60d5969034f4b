"""What takes the place of something ends it, under whatever name it was chosen."""

import pytest

from tests.command import Home


def current_texts(recall: Home) -> list[str]:
    """What is told as current."""
    return [one["text"] for one in recall.json("list", "--project", "*")["memories"]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Let's go with Formik for form handling.", "We're dropping Formik in favour of React Hook Form."),
        ("We chose Mapbox for the store finder.", "We switched from Mapbox to MapLibre."),
        ("We use Typesense for search.", "We replaced Typesense with Meilisearch."),
    ],
)
def test_a_choice_ends_by_its_replacement(recall: Home, first: str, second: str) -> None:
    """Although one was chosen for a purpose and the other was not; an undo brings it back."""
    for text in (first, second):
        assert recall.quick("store", text, "--extractor", "rules", "--global").status == 0
        recall.later()
    assert current_texts(recall) == [second]
    assert recall.quick("undo").status == 0
    assert current_texts(recall) == [first]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The gateway timeout is 30 s.", "We raised the retry delay from 30 s to 60 s."),
        ("I hate Webpack.", "We switched from Webpack to Vite."),
        ("We chose Mapbox for the store finder.", "We switched from Leaflet to MapLibre."),
        ("We use Optimizely.", "We're dropping Formik in favour of React Hook Form."),
        ("We use Typesense for search.", "We might replace Typesense with Meilisearch."),
    ],
)
def test_what_is_not_replaced_stays(recall: Home, first: str, second: str) -> None:
    """A number of something else, a dislike, another name, a thought."""
    for text in (first, second):
        assert recall.quick("store", text, "--extractor", "rules", "--global").status == 0
        recall.later()
    assert first in current_texts(recall)
