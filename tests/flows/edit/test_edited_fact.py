"""A memory's fact after its text alone was corrected."""

from recall_cli.rules.beliefs.edited_fact import value_after_edit
from tests.command import Home
from tests.for_each import for_each

PORT_OPTIONS = ("The API listens on port 8080.", "--entity", "api", "--attribute", "port", "--value", "8080")


def test_a_corrected_text_corrects_its_fact(recall: Home) -> None:
    """The fact has the value of the new text, or the one that is given with it; undo brings the old one back."""
    id_ = recall.store(*PORT_OPTIONS)
    for more, value in (((), "9090"), (("--value", "9091"), "9091")):
        assert recall.json("get", id_)["value"] == "8080"
        recall.quick("update", id_, "--text", "The API listens on port 9090.", *more)
        assert recall.json("get", id_)["value"] == value
        recall.quick("undo")


def test_a_text_that_no_longer_tells_the_fact_loses_it(recall: Home) -> None:
    """A fact that the text does not state is removed, and the answer says so."""
    id_ = recall.store(*PORT_OPTIONS)
    run = recall.quick("update", id_, "--text", "The API is reached through the gateway only.")
    memory = recall.json("get", id_)
    assert [memory[name] for name in ("entity", "attribute", "value")] == [None, None, None]
    assert "api.port" in run.err and "--value" in run.err


def test_the_value_read_from_a_corrected_text_is_masked(recall: Home) -> None:
    """A password that a corrected text brings is masked in the fact too."""
    id_ = recall.store("The staging password is rotated weekly.", "--entity", "staging", "--attribute", "password",
                       "--value", "rotated weekly")  # fmt: skip
    recall.quick("update", id_, "--text", "The staging password is Hx7!kLq92vTz.")
    assert "Hx7" not in recall.quick("get", id_, "--json").out


@for_each(
    "before, after, value, expected",
    [
        ("The API port is 8080.", "The API port is 9090.", "8080", "9090"),
        ("The API port is 8080", "The API port is 9090!", "8080", "9090"),
        ("Port 8080 serves the API.", "Port 9090 serves the API.", "8080", "9090"),
        ("Port 8080 serves the API.", "Port 8080 serves the API and its docs.", "8080", "8080"),
        ("Port 80 serves it, not 8080.", "Port 81 serves it, not 8080.", "80", "81"),
        ("Port 8080 serves the API.", "Port 80800 serves the API.", "8080", "80800"),
        ("We serve on Redis here.", "We serve on Valkey 8 here.", "redis", "Valkey 8"),
        ("We serve on Redis here.", "Nothing is cached any more.", "redis", None),
        ("We serve on Redis here.", "We serve on here.", "redis", None),
        ("See the runbook.", "See the new runbook.", "8080", "8080"),
        ("8080", "9090", "8080", "9090"),
        ("Der Port ist 8080.", "Der Port ist 9090.", "8080", "9090"),
    ],
)
def test_the_value_follows_the_text(before: str, after: str, value: str, expected: "str | None") -> None:
    """The new value stands where the old one stood; a value that the text never contained stays."""
    assert value_after_edit(before, after, value) == expected


def test_a_text_after_the_id_is_the_new_text(recall: Home) -> None:
    """`recall update ID "new text"` needs no option; one word could be a mistyped id, and asks for it."""
    id_ = recall.store("Replay takes forty minutes.")
    assert recall.quick("update", id_, "Replay takes fifty minutes.").status == 0
    assert recall.json("get", id_)["text"] == "Replay takes fifty minutes."
    other = recall.store("The queue is NATS.")
    assert recall.quick("update", id_, other, "Replay is fast now.").status == 2
    assert recall.quick("update", id_, "Replay is fast now.", "--text", "Another one.").status == 2
    assert recall.quick("update", id_, "fast").status == 2
    assert recall.json("get", id_)["text"] == "Replay takes fifty minutes."
