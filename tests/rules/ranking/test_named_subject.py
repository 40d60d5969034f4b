"""Named subjects: a question that names a topic, an entity or a tag of a memory is about that memory."""

from recall_cli.rules.ranking.evidence import NAMED_SUBJECT, OTHER_SUBJECT
from recall_cli.rules.ranking.named_subject import NamedSubjects, find_named_subjects, is_mistyped
from tests.for_each import for_each


def find(
    names: dict[int, tuple[str, ...]], question: str, size: int = 20, unknown: str = "", **counts: int
) -> set[int]:
    """The memories that a question names; every word is its own stem."""
    found = find_named_subjects(
        names,
        question.split(),
        size,
        counts,
        unknown.split(),
        lambda text: text.lower().split(),
        lambda t: t.lower().split(),
    )
    return {*found.numbers}


NAMES = {1: ("kafka", "message bus"), 2: ("grafana",), 3: ("tooling",), 4: ("tooling",), 5: ("tooling",)}


@for_each(
    "question, expected",
    [
        ("replay kafka offsets", {1}),
        ("does the message bus keep order", {1}),
        ("message order", set()),
        ("grafana dashboards for kafka", {1, 2}),
        ("which tooling is there", set()),  # three memories share it: a category
        ("where", set()),
    ],
)
def test_all_words_of_a_name_must_be_asked(question: str, expected: set[int]) -> None:
    """A part of a name is no name, and a name of many memories is a category."""
    assert find(NAMES, question) == expected


def test_a_name_of_common_words_names_nothing() -> None:
    """One of its words must be rare in the store, whatever its size."""
    assert find({1: ("deploy",)}, "deploy from main", size=1000, deploy=20) == {1}
    assert find({1: ("deploy",)}, "deploy from main", size=1000, deploy=21) == set()
    assert find({1: ("deploy",)}, "deploy from main", size=10, deploy=6) == set()


def test_a_mistyped_name_is_found_only_for_unknown_words() -> None:
    """A word that some memory has is not taken for another."""
    assert find(NAMES, "kafak offsets", unknown="kafak offsets") == {1}
    assert find(NAMES, "kafak offsets", kafak=1) == set()


@for_each(
    "typed, word, expected",
    [
        ("grafna", "grafana", True),
        ("graffana", "grafana", True),
        ("grafama", "grafana", True),
        ("grafaan", "grafana", True),
        ("gtafana", "grafana", False),
        ("grafana", "grafana", False),
        ("grfaaan", "grafana", False),
        ("k9s", "k8s", False),
        ("kafkas", "kafka", True),
    ],
)
def test_one_letter_after_the_first_two(typed: str, word: str, expected: bool) -> None:
    """Missing, added, wrong or swapped; the first two letters are right, and short words are left alone."""
    assert is_mistyped(typed, word) is expected


def test_the_subject_of_a_result() -> None:
    """Beside a named memory, another may mention the same subject by any of its names, or be about something else."""
    found = NamedSubjects(frozenset((1,)), [frozenset(("kafka",)), frozenset(("message", "bus"))])
    assert found.subject_of(1, ()) == NAMED_SUBJECT
    assert found.subject_of(2, ("the", "message", "bus")) == ""
    assert found.subject_of(2, ("the", "bus")) == OTHER_SUBJECT
