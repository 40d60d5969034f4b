"""The text of a pattern, and what keeps findings from becoming one."""

from recall_cli.rules.beliefs.pattern_sentence import have_most_in_common, is_requirement, pattern_sentence
from tests.for_each import for_each


@for_each(
    "texts, noun, expected",
    [
        (
            ["Deploys to staging fail at night.", "Deploys to staging fail.", "On Sundays deploys to staging fail!"],
            "finding",
            "Three findings about deploys to staging fail: "
            "Deploys to staging fail at night; Deploys to staging fail; On Sundays deploys to staging fail.",
        ),
        (["The API is slow."] * 3, "correction", "Three corrections: The API is slow."),
    ],
)
def test_each_finding_is_told_word_for_word(texts: list[str], noun: str, expected: str) -> None:
    """The subject is what they share; what says the same is told once."""
    assert pattern_sentence(texts, noun) == expected


def test_each_has_most_of_its_words_in_common() -> None:
    """Words of two of them are not enough."""
    assert have_most_in_common(["Staging deploys fail.", "Staging deploys fail again and again on ARM."])
    assert not have_most_in_common(["The night export leaks handles.", "The night worker restarts often."])
    assert not have_most_in_common(["a", "b"])


@for_each(
    "text, expected",
    [
        ("Releases must be signed.", True),
        ("Don't deploy on Fridays.", True),
        ("Do not deploy on Fridays.", True),
        ("The build failed on ARM.", False),
    ],
)
def test_what_has_to_be_done_is_no_fragment(text: str, expected: bool) -> None:
    """A rule stands by itself."""
    assert is_requirement(text) == expected
