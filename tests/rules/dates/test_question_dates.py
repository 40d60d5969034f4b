"""The dates that questions name, relative to Wednesday 14 June 2023."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as some

from recall_cli.rules.dates.date_words import may_name_time
from recall_cli.rules.dates.question_dates import OPEN_START, date_nearness, named_spans
from tests.for_each import for_each
from tests.rows import read_rows

EPOCH = date(1970, 1, 1)


def day_number(text: str) -> int:
    return (date.fromisoformat(text) - EPOCH).days


TODAY = day_number("2023-06-14")
CASES = read_rows(__file__, "question_dates")


@for_each("question, first, last", CASES)
def test_a_question_names_a_span(question: str, first: str, last: str) -> None:
    """Each way of naming dates, with the expected first and last day."""
    assert named_spans(question, TODAY) == [(day_number(first), day_number(last))]


@for_each(
    "question, last", [("What was true before May 2023?", "2023-04-30"), ("What was done by 3 May?", "2023-05-03")]
)
def test_before_has_no_beginning(question: str, last: str) -> None:
    """ "before" a date has no beginning; "by" a date includes the date."""
    assert named_spans(question, TODAY) == [(OPEN_START, day_number(last))]


@for_each(
    "question",
    [
        "",
        "Why does the build fail?",
        "May I delete the cache?",
        "How may we march on?",
        "Which port, 2023 or 2024?",
        "Did the leaves fall?",
        "What is the second monday.com board?",
        "How long does a week of backups take?",
        "Where is version 3.11?",
    ],
)
def test_a_question_without_dates_names_none(question: str) -> None:
    """Words that only look like dates are ignored."""
    assert named_spans(question, TODAY) == []


def test_two_dates_are_two_spans() -> None:
    """A question may compare two times."""
    assert len(named_spans("Was it in March 2021 or in May 2022?", TODAY)) == 2


@given(some.lists(some.sampled_from("last the 3 may march two weeks ago before in 2023 and monday of first".split())))
def test_any_words_at_all_can_be_read(words: "list[str]") -> None:
    """Any order of such words gives spans whose first day is not after the last."""
    assert all(first <= last for first, last in named_spans(" ".join(words), TODAY))


def test_nearness() -> None:
    """1 inside, 0 before, at most a half on the days after, 0 a week later."""
    spans = [(10, 12), (40, 40)]
    assert [date_nearness(n, spans) for n in (9, 10, 12, 40)] == [0.0, 1.0, 1.0, 1.0]
    assert date_nearness(13, spans) == 0.5 * (1 - 1 / 8)
    assert date_nearness(20, spans) == 0.0
    assert date_nearness(5, []) == 0.0


WORDS = (
    "the a an of in on at this last past previous ago back earlier before after since until between and to early mid late "
    "beginning middle end day days week weeks weekend month year years today yesterday morning couple few two three 3 5th "
    "12 31 2023 2022-05 2023-05-07 1999/12/31 first second monday Sunday May march December sept summer fall Christmas "
    "halloween deploy what"
).split()


@given(some.lists(some.sampled_from(WORDS), max_size=7))
def test_no_time_is_missed_by_the_first_look(words: "list[str]") -> None:
    """Every question that names a time passes the quick check."""
    question = " ".join(words)
    assert may_name_time(question) or not named_spans(question, TODAY)


@for_each("form", ["{} May", "March {}", "last {} days", "{} weeks ago", "{}th of June", "2023-{}"])
def test_a_number_of_many_digits_is_no_date(form: str) -> None:
    """Python converts no number of more than 4,300 digits; such a number in a question is no error."""
    assert all(last - first < 400 for first, last in named_spans("What broke " + form.format("9" * 5000), TODAY))
