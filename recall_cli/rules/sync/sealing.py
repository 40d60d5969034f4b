"""Encrypts what travels: only machines with the key read it, and only they can write what is believed.

The key stream is SHAKE-256 of a key and a nonce, and a keyed BLAKE2b covers the result and its place (encrypt, then
authenticate). Both are in Python, so that sync needs no other package.
"""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

KEY_BYTES, NONCE_BYTES, TAG_BYTES = 20, 24, 32
ALPHABET, KEY_LETTERS = "0123456789abcdefghijklmnopqrstuv", 32
"""The digits of numbers to the base 32, and how many a key has."""
MAGIC = b"recall-sync-1\n"
MAX_SEGMENT_BYTES = 16_000_000
"""Bytes of a segment, sealed and unpacked."""
MAX_SHORT_LETTERS = 40


class WrongSeal(ValueError):
    """A segment was not written with this key for this place."""


def seal(key: bytes, place: str, content: bytes, nonce: bytes) -> bytes:
    """The content, encrypted. A nonce is never used twice."""
    hidden = _xor(content, _derive(key, b"cipher"), nonce)
    return MAGIC + nonce + hidden + _tag(key, place, nonce + hidden)


def unseal(key: bytes, place: str, sealed: bytes) -> bytes:
    """The content of a sealed segment; WrongSeal if anything of it was changed."""
    body = sealed[len(MAGIC) : -TAG_BYTES]
    if not sealed.startswith(MAGIC) or not NONCE_BYTES < len(body) <= MAX_SEGMENT_BYTES:
        raise WrongSeal("no segment of recall")
    tags = sealed[-TAG_BYTES:], _tag(key, place, body)
    if _derive(key, tags[0]) != _derive(key, tags[1]):  # not the tags themselves: comparing takes the same time
        raise WrongSeal("not sealed with this key")
    return _xor(body[NONCE_BYTES:], _derive(key, b"cipher"), body[:NONCE_BYTES])


def space_name(key: bytes) -> str:
    """The name under which the machines with this key meet. It tells nothing of the key."""
    return _derive(key, b"space").hex()[:24]


class ColumnDigests:
    """Short digests of columns, which nobody can test guesses against without the key."""

    def __init__(self, key: bytes) -> None:
        from recall_cli.domain.digest import blake2b

        self._begin = blake2b(key=_derive(key, b"digest"), digest_size=8)
        self._short_texts: dict[str, str] = {}
        """Names, types and times recur."""

    def __call__(self, columns: "Mapping[str, object]") -> "dict[str, str]":
        """A digest of each column that is not empty."""
        return {name: self._digest(value) for name, value in columns.items() if value is not None}

    def _digest(self, value: object) -> str:
        if isinstance(value, str) and len(value) <= MAX_SHORT_LETTERS:
            known = self._short_texts.get(value)
            if known is None:
                known = self._short_texts[value] = self._digest_json(value)
            return known
        return self._digest_json(value)

    def _digest_json(self, value: object) -> str:
        state = self._begin.copy()
        state.update(dumps(value).encode("ascii", "backslashreplace"))
        return state.hexdigest()


def key_text(key: bytes) -> str:
    """A key for a person to carry to another machine."""
    number, letters = int.from_bytes(key, "big"), ""
    for _ in range(KEY_LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return "-".join(letters[at : at + 4] for at in range(0, KEY_LETTERS, 4))


def parse_key(text: str) -> "bytes | None":
    """The key that a person typed; None if it is not one."""
    letters = "".join(text.replace("-", " ").lower().split())
    if len(letters) != KEY_LETTERS or letters.strip(ALPHABET):
        return None
    return int(letters, len(ALPHABET)).to_bytes(KEY_BYTES, "big")


def _derive(key: bytes, purpose: bytes) -> bytes:
    from recall_cli.domain.digest import blake2b

    return blake2b(purpose, key=key, digest_size=32, person=b"recall-sync").digest()


def _tag(key: bytes, place: str, body: bytes) -> bytes:
    from recall_cli.domain.digest import blake2b

    covered = len(place).to_bytes(4, "big") + place.encode() + body
    return blake2b(covered, key=_derive(key, b"tag"), digest_size=TAG_BYTES).digest()


def _xor(content: bytes, key: bytes, nonce: bytes) -> bytes:
    from hashlib import shake_256

    stream = shake_256(key + nonce).digest(len(content))
    mixed = int.from_bytes(content, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(content), "big")
