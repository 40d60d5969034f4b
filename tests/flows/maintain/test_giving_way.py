"""Long work gives way: after so much of it there is a pause that no waiting process can oversleep."""

import pytest

from recall_cli.flows.maintain import giving_way
from recall_cli.flows.maintain.giving_way import HELD, PAUSE, GivingWay


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by what is appended to it, and the pauses that were made."""
    pauses: list[float] = []
    monkeypatch.setattr(giving_way.time, "sleep", pauses.append)
    return pauses


def test_it_pauses_after_so_much_work(slept: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of 90 ms: one pause after every fifth, longer than SQLite sleeps before it looks again."""
    now = [0.0]
    monkeypatch.setattr(giving_way.time, "perf_counter", lambda: now[0])
    way = GivingWay()

    def work() -> int:
        now[0] += 0.09
        return len(slept)

    assert [way.piece(work) for _ in range(11)] == [0] * 5 + [1] * 5 + [2]
    assert slept == [PAUSE, PAUSE]
    assert PAUSE > 0.1
    assert HELD + PAUSE < 5


def test_a_piece_that_fails_counts_too(slept: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it kept from others it kept."""
    now = [0.0]
    monkeypatch.setattr(giving_way.time, "perf_counter", lambda: now[0])
    way = GivingWay()

    def work() -> None:
        now[0] += 1
        raise OSError

    with pytest.raises(OSError):
        way.piece(work)
    assert slept == [PAUSE]
