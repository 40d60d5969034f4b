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


@pytest.mark.parametrize("columns", ["80", "44", "200", "20"])
def test_no_line_is_wider_than_the_terminal(recall: Home, columns: str) -> None:
    """No line is too wide, with long names and large numbers."""
    recall.store("A fact.", "--project", "a-project-with-a-name-as-long-as-anybody-would-ever-want-to-type-it")
    with open_sqlite(recall.db) as file:
        file.execute("UPDATE memory SET accessed_at = created_at, access_count = 3")
    recall.later(days=300)
    answer = recall.quick("stats", env={"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": columns})
    lines = [line.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for line in answer.lines]
    assert max(map(len, lines)) <= max(27, int(columns)), lines


def test_an_empty_store_has_a_picture_too(recall: Home) -> None:
    """An empty store has counts of zero."""
    assert recall.json("stats")["decay"]["mean"] is None
    assert recall.quick("stats", env={"FORCE_COLOR": "1"}).status == 0
