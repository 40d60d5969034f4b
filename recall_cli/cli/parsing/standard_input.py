"""Read standard input as text, say at a terminal what is expected, and refuse binary data."""

import os
import sys

from recall_cli.domain.errors import UsageError
from recall_cli.rules.text.decoding import decode_text

SAMPLE_LETTERS, MAX_CONTROL_LETTERS = 65_536, 16
"""The part of standard input that is checked, and the control characters that any text may have."""
CONTROL_BYTES = bytes([*range(9), *range(14, 27), *range(28, 32)])
"""Bytes that are rare in text and common in images, programs and archives."""


def announce_input(what: str) -> None:
    """Say at a terminal what recall waits for, since it would wait without a word."""
    if sys.stdin is not None and os.isatty(0):
        sys.stderr.write(f"recall: waiting for {what} (type or paste it, then press Ctrl-D on an empty line)\n")
        sys.stderr.flush()


def decode_input(raw: bytes) -> str:
    """Standard input as text; UsageError for binary data."""
    text = decode_text(raw, "surrogateescape")
    sample = text[:SAMPLE_LETTERS].encode("utf-8", "replace")
    control_bytes = len(sample) - len(sample.translate(None, CONTROL_BYTES))
    if control_bytes > MAX_CONTROL_LETTERS and control_bytes > len(sample) // 20:
        raise UsageError(f"standard input is not text ({len(raw):,} bytes of binary data)", "describe it in words")
    return text
