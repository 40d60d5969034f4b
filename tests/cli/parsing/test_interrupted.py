"""Ctrl-C: in a long import, at the end of maintenance, and where Python itself can hardly be interrupted."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.command import Home

LOSES_INTERRUPTION = """
import sys
from recall_cli import __main__ as start

class Lost:
    def __del__(self):
        raise KeyboardInterrupt

sys.unraisablehook = start._forward_interrupt
try:
    Lost()
    for _ in range(10**9):
        pass
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_lost_interruption_comes_again() -> None:
    """Where Python could only report Ctrl-C, the program is interrupted after all, without a word on the screen."""
    ran = subprocess.run([sys.executable, "-c", LOSES_INTERRUPTION], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")


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


def test_ctrl_c_in_a_long_import_keeps_whole_batches(recall: Home) -> None:
    """Interrupted: ended by the signal, one line, and the store holds whole batches that an undo takes back."""
    fifo = recall.path / "slow.jsonl"
    os.mkfifo(fifo)
    running = recall.start("import", str(fifo), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with fifo.open("w") as lines:
        for n in range(2000):
            lines.write(json.dumps({"text": f"line {n}"}) + "\n")
        lines.write('{"text": "half a batch"}\n')
        lines.flush()
        for _ in range(200):
            if recall.json("count")["count"] == 2000:
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (-signal.SIGINT, b"")
    kept = "recall: interrupted: 2,000 memories are kept, as operation 1 (recall undo 1 takes them back)\n"
    assert err.decode() == kept
    assert recall.json("count")["count"] == 2000
    assert recall.quick("undo").status == 0
    assert recall.json("count")["count"] == 0
