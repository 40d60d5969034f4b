"""Ctrl-C at moments at which Python itself can hardly be interrupted."""

import sys
from types import SimpleNamespace

import pytest

from recall_cli import __main__ as start
from tests.command import Home


def test_a_lost_interruption_comes_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Where Python could only report Ctrl-C, the program is interrupted after all, without a word on the screen."""
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 — it comes at one of the next steps
        start._forward_interrupt(SimpleNamespace(exc_type=KeyboardInterrupt))
        for _ in range(1000):
            sys.getrecursionlimit()
    assert capsys.readouterr().err == ""


def test_maintenance_interrupted_after_its_last_step(recall: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maintenance that is interrupted when every step is done says so, and not that something went wrong."""
    from recall_cli.flows.maintain import maintain as flow

    recall.quick("store", "The cache runs on Redis.", "--extractor", "none")

    original = flow.maintain

    def late(*args: object, **values: object) -> object:
        original(*args, **values)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(flow, "maintain", late)
    answer = recall.quick("maintain")
    assert answer.status == 130
    assert "interrupted" in answer.err and "unexpected" not in answer.err
