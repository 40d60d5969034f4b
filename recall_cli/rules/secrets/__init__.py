"""Secrets are removed from a text before anything is written to disk.

`mask` works in two steps. A prefilter of plain string operations lets ordinary prose pass, so that `re` is usually not
imported; only a text that might hold a secret reaches the patterns. A secret is replaced by a readable placeholder.
Neither its value nor a hash of it is kept.
"""

from recall_cli.domain.record import Record
from recall_cli.rules.secrets.prefilter import may_hold_secret

__all__ = ["MaskedText", "mask", "mask_text", "may_hold_secret", "reject_secret_name"]


class MaskedText(Record):
    """A text that is safe to store, and the number of secrets of each kind that were removed."""

    text: str
    found: "tuple[tuple[str, int], ...]" = ()


def mask(text: str) -> MaskedText:
    """The text with every secret replaced by `[secret: kind]`; the same object if there is none."""
    if not may_hold_secret(text):
        return MaskedText(text=text)
    from recall_cli.rules.secrets.detection import mask_secrets

    covered, kinds = mask_secrets(text)
    return MaskedText(text=covered, found=kinds)


def mask_text(text: str) -> str:
    """The text with every secret replaced, for a caller who does not count them."""
    return mask(text).text


def reject_secret_name(name: str, what: str) -> str:
    """The name; UsageError if it looks like a secret. Names are stored unmasked, since masked names could coincide."""
    if mask(name).found:
        from recall_cli.domain.errors import UsageError

        raise UsageError(f"{what} looks like a secret, and names are stored unmasked", "choose another")
    return name
