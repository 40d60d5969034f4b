"""When hooks pause, worked by hand run by run."""

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.rules.places.circuit_breaker import PAUSE_MS, HookRun, breaker_state
from tests.for_each import for_each

NOW = 10_000_000


def make_runs(*names: str) -> list[HookRun]:
    """Runs one second apart, the last one now: ok, slow, failed, off, or prepared with one of its outcomes."""
    kinds = {
        "ok": ("told", 20.0, ""), "none": ("nothing", 5.0, ""), "slow": ("told", 1001.0, ""), "edge": ("told", 1000.0, ""),
        "failed": ("failed", 3.0, "Busy"), "off": ("off", 1.0, ""), "ignored": ("ignored", 1.0, "no message"),
        "prepared": ("prepared", 5.0, ""), "unprepared": ("prepared", 5.0, "Damaged"), "crawled": ("prepared", 2000.0, ""),
        "resting": ("resting", 1.0, ""),
    }  # fmt: skip
    found = []
    for at, name in enumerate(names):
        outcome, ms, why = kinds[name]
        found.append(
            HookRun(at=NOW - 1000 * (len(names) - 1 - at), event="session-start", outcome=outcome, ms=ms, why=why)
        )
    return found


CASES = [
    ((), "closed"),
    (("failed", "failed"), "closed"),
    (("failed", "failed", "failed"), "prepared"),
    (("slow", "failed", "slow"), "prepared"),
    (("edge", "edge", "edge"), "closed"),  # as long as it may take, not longer
    (("failed", "ok", "failed", "failed"), "closed"),
    (("ok", "failed", "failed", "failed"), "prepared"),
    (("failed", "failed", "failed", "ok"), "closed"),
    (("failed", "failed", "failed", "none"), "closed"),
    (("failed", "off", "failed", "ignored", "failed"), "prepared"),  # what was no work says nothing either way
    (("failed", "failed", "failed", "prepared", "prepared"), "prepared"),
    (("failed", "failed", "failed", "unprepared"), "silent"),
    (("failed", "failed", "failed", "crawled"), "silent"),
    (("failed", "failed", "failed", "unprepared", "resting", "resting"), "silent"),
]


@for_each("told, expected", CASES)
def test_three_bad_runs_in_a_row_open_it(told: tuple[str, ...], expected: str) -> None:
    """Slow and failed runs in a row count; then the saved brief is shown, or nothing if that fails too."""
    assert breaker_state(make_runs(*told), NOW) == expected


@for_each("later, expected", [(0, "prepared"), (PAUSE_MS - 1, "prepared"), (PAUSE_MS, "closed"), (-1, "closed")])
def test_after_a_rest_it_is_tried_again(later: int, expected: str) -> None:
    """Ten minutes after the last bad run; a clock that was set back does not prolong the pause."""
    assert breaker_state(make_runs("failed", "failed", "failed"), NOW + later) == expected


def test_a_try_that_fails_opens_it_once_more() -> None:
    """A bad run after the pause starts another pause; a good one ends it."""
    again = [
        *make_runs("failed", "failed", "failed"),
        HookRun(at=NOW + PAUSE_MS, event="session-start", outcome="failed", ms=1.0),
    ]
    assert breaker_state(again, NOW + PAUSE_MS + 1) == "prepared"
    well = [*again[:3], HookRun(at=NOW + PAUSE_MS, event="session-start", outcome="told", ms=1.0)]
    assert breaker_state(well, NOW + PAUSE_MS + 1) == "closed"


@given(st.lists(st.sampled_from(["ok", "none", "off", "ignored", "prepared", "resting"]), max_size=12))
def test_what_never_was_slow_or_failed_never_rests(told: list[str]) -> None:
    """Without slow and failed runs, the hooks never pause."""
    assert breaker_state(make_runs(*told), NOW) == "closed"
