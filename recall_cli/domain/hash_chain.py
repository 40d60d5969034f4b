"""The chain of the record: what a row's seal and its digest are made of."""

CHAIN_START = ""
"""What the first row follows."""


def chain_hash(*parts: object) -> str:
    """A hash of some values that no other values have, in 64 letters."""
    try:
        from _blake2 import blake2b  # hashlib would load OpenSSL for it
    except ImportError:
        from hashlib import blake2b
    whole = "".join(f"{len(text)}:{text}" for text in map(str, parts))
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()
