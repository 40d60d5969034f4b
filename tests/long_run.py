"""RECALL_LONG=1 repeats random, kill and fuzz tests as often as a release needs; the daily run repeats them less."""

import os

LONG_RUN = os.environ.get("RECALL_LONG", "") not in ("", "0")
