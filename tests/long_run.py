"""RECALL_LONG=1 repeats random, kill and fuzz tests as often as a release needs; the daily run repeats them less."""

import os

LONG_RUN = os.environ.get("RECALL_LONG", "") not in ("", "0")
"""True where the user asks for the long run."""


def repetitions(times: int) -> int:
    """How often a random test tries in this run, if it tries so often in the long one."""
    return times if LONG_RUN else max(1, times // 4)
