"""The words of a text that matter, and those by which it is looked up."""

from recall_cli.rules.text.content_words import content_words, lookup_words


def test_words_that_matter() -> None:
    """Light words go, every negation is `not`, and capitals count only in identifiers."""
    assert content_words("The API doesn't read `Feature/A1`, Nora!") == ("api", "not", "read", "Feature/A1", "nora")
    assert content_words("Write to <ops@example.com> if x > 5 !") == (
        "write",
        "to",
        "ops@example.com",
        "if",
        "x",
        ">",
        "5",
    )


def test_a_sign_is_no_word_to_look_for() -> None:
    """Comparison signs are not looked up, because the word index has none."""
    assert lookup_words(content_words("Keep p99 latency < 200 ms")) == ("p99", "200", "latency", "keep", "ms")
