"""What was piped in, as text; or what is to be said of it where it is none."""

from recall_cli.domain.errors import UsageError
from recall_cli.rules.text.decoding import decode_text

SAMPLE_LETTERS, MAX_CONTROL_LETTERS = 65_536, 16
"""So much of standard input is looked at; up to so many control characters may be in any text."""
CONTROL_BYTES = bytes([*range(9), *range(14, 27), *range(28, 32)])
"""Bytes that texts hardly hold and pictures, programs and archives are full of."""


def decode_input(raw: bytes) -> str:
    """All of standard input as text; what only pictures, programs and archives hold is refused."""
    said = decode_text(raw, "surrogateescape")
    sample = said[:SAMPLE_LETTERS].encode("utf-8", "replace")
    steering = len(sample) - len(sample.translate(None, CONTROL_BYTES))
    if steering > MAX_CONTROL_LETTERS and steering > len(sample) // 20:
        raise UsageError(
            f"standard input is no text but {len(raw):,} bytes of something else", "say in words what it is"
        )
    return said
