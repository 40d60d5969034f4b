"""Long work gives way: after so much of it there is a pause that no waiting process can oversleep."""

import pytest

from recall_cli.flows.maintain import step_context
from recall_cli.flows.maintain.step_context import MAX_HELD_SECONDS, PAUSE_SECONDS, LockYield


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by what is appended to it, and the pauses that were made."""
    pauses: list[float] = []
    monkeypatch.setattr(step_context.time, "sleep", pauses.append)
    return pauses


def test_it_pauses_after_so_much_work(pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of 90 ms: one pause after every fifth, longer than SQLite sleeps before it looks again."""
    now = [0.0]
    monkeypatch.setattr(step_context.time, "perf_counter", lambda: now[0])
    way = LockYield()

    def work() -> int:
        now[0] += 0.09
        return len(pauses)

    assert [way.run_piece(work) for _ in range(11)] == [0] * 5 + [1] * 5 + [2]
    assert pauses == [PAUSE_SECONDS, PAUSE_SECONDS]
    assert PAUSE_SECONDS > 0.1
    assert MAX_HELD_SECONDS + PAUSE_SECONDS < 5


def test_a_piece_that_fails_counts_too(pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it kept from others it kept."""
    now = [0.0]
    monkeypatch.setattr(step_context.time, "perf_counter", lambda: now[0])
    way = LockYield()

    def work() -> None:
        now[0] += 1
        raise OSError

    with pytest.raises(OSError):
        way.run_piece(work)
    assert pauses == [PAUSE_SECONDS]
