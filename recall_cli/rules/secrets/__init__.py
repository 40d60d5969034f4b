"""Secrets are taken out of a text before anything touches the disk.

`mask` answers in two steps. A sieve of plain string operations dismisses ordinary prose, so that the
common case never imports `re`; only a text that might hold a secret reaches the patterns. What is found
is replaced by a readable placeholder, and neither the value nor a hash of it is kept.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.secrets.prefilter import may_hold_secret

__all__ = ["Masked", "mask", "may_hold_secret"]


class MaskedText(Record):
    """A text that is safe to store, and how many secrets of each kind were taken out of it."""

    text: str
    found: "tuple[tuple[str, int], ...]" = ()


def mask(text: str) -> MaskedText:
    """The text with every secret replaced by `[secret: kind]`; the very same text when there is none."""
    if not may_hold_secret(text):
        return MaskedText(text=text)
    from recall_cli.rules.secrets.detection import mask_secrets

    covered, found = mask_secrets(text)
    return MaskedText(text=covered, found=found)
