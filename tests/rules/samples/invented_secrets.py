"""Invented values for the labelled texts: seeded, the same in every run, and never a live credential."""

import base64
import random
import string

_RANDOM = random.Random(20260518)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"
URLSAFE = ALNUM + "-_"
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
PASSWORD_ALPHABET = ALNUM + "!#%^*?+"


def draw_secret(length: int, alphabet: str = ALNUM) -> str:
    """A random value with letters and digits that ends in one, like most vendors' values."""
    ends = [sign for sign in alphabet if sign.isalnum()]
    while True:
        value = "".join(_RANDOM.choice(alphabet) for _ in range(length - 1)) + _RANDOM.choice(ends)
        if value[0].isalnum() and any(map(str.isdigit, value)) and any(map(str.isalpha, value)):
            return value


def draw_digits(length: int) -> str:
    """A random number of this many digits, not starting with zero."""
    return _RANDOM.choice("123456789") + "".join(_RANDOM.choice("0123456789") for _ in range(length - 1))


def draw_base64(size: int) -> str:
    """Random bytes in base64."""
    return base64.b64encode(_RANDOM.randbytes(size)).decode()


def encode_base64(plain: str) -> str:
    """A given text in base64."""
    return base64.b64encode(plain.encode()).decode()


def draw_uuid() -> str:
    """A random UUID."""
    return "-".join(draw_secret(size, HEX) for size in (8, 4, 4, 4, 12))


def draw_armored_block(label: str, size: int = 400, join: str = "\n") -> str:
    """An armored block of random bytes."""
    body = draw_base64(size)
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    return join.join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"])


def draw_jwt() -> str:
    """A token of three parts with a random signature."""
    head, body = encode_base64('{"alg":"HS256","typ":"JWT"}'), encode_base64('{"sub":"4711","exp":1790000000}')
    return ".".join((head.rstrip("="), body.rstrip("="), draw_secret(43, URLSAFE)))
