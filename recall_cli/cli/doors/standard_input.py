"""What was piped in, as text; or what is to be said of it where it is none."""

from recall_cli.domain.errors import UsageError
from recall_cli.rules.text.decoding import decoded

SAMPLE, LEAST_CONTROL = 65_536, 16
"""So much of standard input is looked at; up to so many control characters may be in any text."""
CONTROL = bytes([*range(9), *range(14, 27), *range(28, 32)])
"""Bytes that texts hardly hold and pictures, programs and archives are full of."""


def text_of(raw: bytes) -> str:
    """All of standard input as text; what only pictures, programs and archives hold is refused."""
    said = decoded(raw, "surrogateescape")
    sample = said[:SAMPLE].encode("utf-8", "replace")
    steering = len(sample) - len(sample.translate(None, CONTROL))
    if steering > LEAST_CONTROL and steering > len(sample) // 20:
        raise UsageError(
            f"standard input is no text but {len(raw):,} bytes of something else", "say in words what it is"
        )
    return said
