"""Spelling suggestions for mistyped words."""

from recall_cli.rules.text.spelling import closest_words, edit_distance
from tests.for_each import for_each

KNOWN = ("store", "update", "delete", "feedback", "review", "undo", "import", "search", "context", "get", "list",
         "history", "conflicts", "config", "diff", "count", "stats", "export", "maintain", "consolidate")  # fmt: skip


@for_each("typed, meant", [
        ("stoer", ["store"]), ("stor", ["store"]), ("stpre", ["store"]), ("storee", ["store"]), ("serach", ["search"]),
        ("seach", ["search"]), ("delte", ["delete"]), ("delwte", ["delete"]), ("udno", ["undo"]), ("lsit", ["list"]),
        ("hsitory", ["history"]), ("consolidtae", ["consolidate"]), ("consoldate", ["consolidate"]),
        ("cnosolidtae", ["consolidate"]), ("hist", ["history"]), ("conf", ["conflicts", "config"]),
        ("STOER", ["store"]),
    ],)  # fmt: skip
def test_a_slip_of_the_fingers_is_recognised(typed: str, meant: list[str]) -> None:
    """A letter too many, too few, from a neighbouring key, two swapped letters, or only the beginning."""
    assert closest_words(typed, KNOWN) == meant


@for_each(
    "typed",
    (
        "random,archive,stop,share,expire,merge,score,shore,stone,lint,last,gist,court,mount,riff,report,state,reset,"
        "restart,deploy,train,ease,st,x,🙂,stop-it,explore,stale,star,stash,, ,a b"
    ).split(","),
)
def test_another_word_is_not_taken_for_a_slip(typed: str) -> None:
    """A different word, or one that is too short, has no suggestion."""
    assert closest_words(typed, KNOWN) == []


def test_too_many_are_none() -> None:
    """If more than three words are equally close, none is suggested."""
    assert closest_words("con", ("conflicts", "config", "context", "consolidate")) == []
    assert closest_words("con", ("conflicts", "config", "context")) == ["conflicts", "config", "context"]


@for_each(
    "a, b, count",
    [("", "", 0), ("", "ab", 2), ("ab", "ba", 1), ("store", "stoer", 1), ("kitten", "sitting", 3), ("abc", "abc", 0)],
)
def test_the_distance_of_two_words(a: str, b: str, count: int) -> None:
    """Letters added, left out, changed or swapped with a neighbour count, in both directions."""
    assert edit_distance(a, b) == edit_distance(b, a) == count
