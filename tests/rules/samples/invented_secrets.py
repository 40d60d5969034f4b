"""Invented values for the labelled texts: seeded, the same in every run, and never a live credential."""

import base64
import random
import re
import string

from tests.rules.samples import read_pairs

_SEED = 20260518
_RANDOM = random.Random(_SEED)
ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
_ALPHABETS = {
    "alnum": ALNUM,
    "alnum_upper": ALNUM.upper(),
    "hex": HEX,
    "base32": string.ascii_uppercase + "234567",
    "urlsafe": URLSAFE,
    "lower": string.ascii_lowercase + string.digits,
    "upper": string.ascii_uppercase + string.digits,
    "password": ALNUM + "!#%^*?+",
}


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


def draw_form(form: str) -> str:
    """A value of a form, in which `{36}` stands for so many letters and digits, and `{40 hex}` for hexadecimal ones."""
    while part := re.search(r"\{([^{}]*)\}", form):
        form = form[: part.start()] + _draw_part(part[1]) + form[part.end() :]
    return form


def _draw_part(part: str) -> str:
    kind, _, rest = part.partition(" ")
    if kind == "block":
        label, size, *escaped = rest.rsplit(" ", rest.endswith(" escaped") + 1)
        return draw_armored_block(label, int(size), "\\n" if escaped else "\n")
    if kind == "encode":
        return encode_base64(rest)
    if not kind.isdigit():
        return {"jwt": draw_jwt, "uuid": draw_uuid}[kind]()
    if rest.startswith("bytes"):
        encoded = draw_base64(int(kind))
        return encoded.rstrip("=") if rest == "bytes bare" else encoded
    if rest == "digits":
        return draw_digits(int(kind))
    name, further_signs = re.fullmatch(r"(\w*)(.*)", rest or "alnum").groups()  # type: ignore[union-attr]  # it always fits
    return draw_secret(int(kind), _ALPHABETS[name] + further_signs)


def read_labelled() -> list[tuple[str, str]]:
    """Texts with § in the place of a secret, each with the secret."""
    _RANDOM.seed(_SEED)
    return [(text, draw_form(form)) for text, form in read_pairs("secrets", "secrets")]


def read_look_alikes() -> list[str]:
    """Texts that hold no secret, with drawn digests and ids."""
    _RANDOM.seed(_SEED)
    pairs = read_pairs("secrets", "look-alikes")
    return [text.replace("§", draw_form(form)) if form else text for text, form in pairs]
