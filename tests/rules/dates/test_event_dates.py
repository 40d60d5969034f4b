"""Times that a question names by an event."""

from recall_cli.rules.dates.event_dates import event_span, named_event
from tests.for_each import for_each
from tests.rules.samples.conversation import build_passages, word_stems


@for_each(
    "question, event",
    [
        ("What did we fix before the release?", ("before", "release")),
        ("Which flags changed after my trip to Oslo?", ("after", "trip")),
        ("What broke since the second harbour visit?", ("since", "second harbour visit")),
        ("What came before it?", ("", "")),
        ("Look before you leap", ("", "")),
        ("before the", ("", "")),
        ("", ("", "")),
    ],
)
def test_named_event(question: str, event: "tuple[str, str]") -> None:
    """The relation and the words up to the end of the phrase."""
    assert named_event(question) == event


def test_event_span() -> None:
    """The first passage with all words gives the day; the span is a month before or after it."""
    passages = list(build_passages().values())
    assert event_span("before", word_stems("broken printer"), passages, {}) == (77, 107)
    assert event_span("after", word_stems("broken printer"), passages, {}) == (107, 137)


def test_an_event_that_nobody_tells_of() -> None:
    """Without a passage, or with half of the words only, there is no span."""
    assert event_span("after", word_stems("broken window"), build_passages().values(), {}) is None
    assert event_span("after", [], build_passages().values(), {}) is None
