"""`recall stats` counts correctly."""

import pytest

from tests.command import Home, open_sqlite


def test_it_counts_what_waits(recall: Home) -> None:
    """Contests, jobs by state, pins and fading, without other users' data."""
    recall.store("Ben's own.", env={"RECALL_USER": "ben"})
    for port in ("8080", "9090"):
        line = f'{{"text": "The API listens on {port}.", "entity": "api", "attribute": "port", "value": "{port}"}}\n'
        recall.json("import", "-", stdin=line)
    recall.json("maintain", "--only", "loops")
    pinned = recall.store("Restart the proxy after every deploy.")
    recall.quick("pin", pinned)
    recall.quick("store", "Put off for later.", "--defer")
    recall.later(days=35)
    recall.json("maintain", "--only", "decay")
    found = recall.json("stats")
    assert (found["live"], found["conflicts"], found["jobs"]) == (3, 1, {"queued": 1})
    assert found["decay"]["left"] == [0] * 9 + [2] + [0] * 9 + [1]
    assert found["decay"]["mean"] == pytest.approx((2 * 0.4966 + 1) / 3, abs=1e-3)
    assert found["decay"]["pinned"] == 1
    assert {"contested\t1", "jobs queued\t1"} <= {*recall.quick("stats").lines}


def test_the_curve_is_that_of_the_settings(recall: Home) -> None:
    """The decay curve: its name and numbers, and the days and strength of memories along it."""
    recall.store("A fact.", "--type", "fact")
    recall.store("An estimate.", "--type", "estimate")
    recall.store("A preference.", "--type", "preference")
    recall.later(days=40, minutes=0)
    recall.json("maintain")
    found = recall.json("stats", "--decay")["decay"]
    assert (found["name"], found["rate"], found["floor"], found["lifetimes"]["estimate"]) == (
        "ebbinghaus",
        0.02,
        0.1,
        0.5,
    )
    assert [(one["days"], one["memories"]) for one in found["ages"]] == [(10, 1), (40, 1), (80, 1)]
    assert [one["left"] for one in found["ages"]] == [0.8187, 0.4493, 0.2019]
    assert recall.quick("stats", "--decay").lines == ["10\t1\t0.8187", "40\t1\t0.4493", "80\t1\t0.2019"]
    staged = recall.json("stats", "--decay", env={"RECALL_DECAY_CURVE": "staged"})["decay"]
    assert (staged["name"], staged["mild_factor"]) == ("staged", 0.98)


@pytest.mark.parametrize("columns", ["80", "44", "200", "20"])
def test_no_line_is_wider_than_the_terminal(recall: Home, columns: str) -> None:
    """No line is too wide, with long names and large numbers."""
    recall.store("A fact.", "--project", "a-project-with-a-name-as-long-as-anybody-would-ever-want-to-type-it")
    with open_sqlite(recall.db) as file:
        file.execute("UPDATE memory SET accessed_at = created_at, access_count = 3")
    recall.later(days=300)
    for args in (("stats",), ("stats", "--decay")):
        answer = recall.quick(*args, env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": columns})
        lines = [line.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for line in answer.lines]
        assert max(map(len, lines)) <= max(27, int(columns)), lines


def test_an_empty_store_has_a_picture_too(recall: Home) -> None:
    """An empty store has counts of zero and a curve without marks."""
    assert recall.json("stats", "--decay")["decay"]["mean"] is None
    for args in (("stats",), ("stats", "--decay")):
        assert recall.quick(*args, env={"FORCE_COLOR": "1"}).status == 0
