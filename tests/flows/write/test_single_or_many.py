"""A given fact holds one value or several as its words say, then as a person answered, then as its name says."""

import pytest

from tests.command import Home

ENDED = [
    ("owner", "Ana", "The owner of billing is Ana.", "Ben", "The owner of billing is Ben."),
    ("uses", "Python 3.11", "billing uses Python 3.11.", "Python 3.12", "billing uses Python 3.12."),
    ("runtime", "Node 20", "billing runs on Node 20.", "Node 22", "billing runs on Node 22."),
    ("region", "eu-west-1", "The region is eu-west-1.", "eu-central-1", "The region is eu-central-1."),
    ("port", "8080", "billing listens on 8080.", "9090", "billing listens on 9090."),
    ("threads", "5", "billing runs with 5 threads.", "8", "billing runs with 8 worker threads."),
    ("max_connections", "100", "At most 100 connections.", "200", "max_connections of billing is 200."),
    ("retention_days", "30", "billing keeps backups for 30 days.", "90", "billing keeps backups for 90 days."),
]
BESIDE = [
    ("maintainer", "Ana", "Ana is a maintainer of billing.", "Ben", "Ben is also a maintainer of billing."),
    ("region", "eu", "billing runs in the regions eu and us.", "us", "billing also runs in us."),
    ("framework", "Django", "Django is one of our frameworks.", "Flask", "Flask is one of our frameworks."),
    ("formats", "JSON", "billing writes JSON.", "CSV", "billing writes CSV."),
    ("timeout", "30 s", "The timeout is 30 s.", "0.5 minutes", "The timeout is 0.5 minutes."),
    ("limit", "1,500", "The limit is 1,500.", "1500", "The limit is 1500."),
]


def store_both(recall: Home, attribute: str, first: str, text: str, second: str, later_text: str) -> str:
    """Store both facts; the state of the first one."""
    given = ("--entity", "billing", "--attribute", attribute, "--value")
    old = recall.store(text, *given, first)
    recall.later()
    recall.store(later_text, *given, second)
    return fact_state(recall, old)


def fact_state(recall: Home, id_: str) -> str:
    """Whether a fact has ended, is contested or stands beside the others."""
    shown = recall.json("get", id_, "--no-touch")
    return "ended" if shown["superseded_at"] else "contested" if shown["contested"] else "beside"


@pytest.mark.parametrize("fact", ENDED)
def test_one_value_ends_the_other(recall: Home, fact: "tuple[str, str, str, str, str]") -> None:
    """A definite singular, another version of one product, and names of single values."""
    assert store_both(recall, *fact) == "ended"


@pytest.mark.parametrize("fact", BESIDE)
def test_several_values_stand_side_by_side(recall: Home, fact: "tuple[str, str, str, str, str]") -> None:
    """Plurals, "also", "one of", indefinite articles; and the same value in another notation."""
    assert store_both(recall, *fact) == "beside"


def test_unclear_is_contested(recall: Home) -> None:
    """Where the two texts disagree, a person decides."""
    fact = ("owner", "Ana", "The owner of billing is Ana.", "Ben", "Ben is an owner of billing.")
    assert store_both(recall, *fact) == "contested"


@pytest.mark.parametrize(
    "fact",
    [
        ("ports", "8080", "billing listens on the ports 8080 and 8443.", "8443", "billing listens on 8443."),
        ("timeout_seconds", "30", "billing gives up after half a minute.", "60", "billing gives up after a minute."),
    ],
)
def test_a_plural_with_numbers_is_contested(recall: Home, fact: "tuple[str, str, str, str, str]") -> None:
    """Nobody knows whether the numbers are counts, of which one holds, or names such as ports, of which many do."""
    assert store_both(recall, *fact) == "contested"


def test_a_persons_answer_stands_above_the_wording(recall: Home) -> None:
    """After `recall resolve --many` another definite value stands beside the others."""
    given = ("--entity", "billing", "--attribute", "owner", "--value")
    recall.store("Ana is an owner of billing.", *given, "Ana")
    recall.store("Ben is an owner of billing.", *given, "Ben")
    assert recall.quick("resolve", "billing", "owner", "--many", person=True).status == 0
    recall.later()
    recall.store("The owner of billing is Cleo.", *given, "Cleo")
    assert not recall.json("conflicts")["conflicts"]
    assert {row["value"] for row in recall.json("list")["memories"] if row["value"]} >= {"Ana", "Ben", "Cleo"}


@pytest.mark.parametrize(
    ("one", "other", "state"),
    [
        ("billing", "billing service", "ended"),
        ("the billing service", "billing", "ended"),
        ("billing", "billing API", "contested"),
        ("billing", "billing-worker", "beside"),
        ("React", "React Native", "beside"),
        ("api", "api2", "beside"),
    ],
)
def test_subjects_under_similar_names(recall: Home, one: str, other: str, state: str) -> None:
    """The same subject under another name meets; another subject never does."""
    old = recall.store("It is 8080.", "--entity", one, "--attribute", "port", "--value", "8080")
    recall.later()
    recall.store("It is 9090.", "--entity", other, "--attribute", "port", "--value", "9090")
    assert fact_state(recall, old) == state
