"""Signatures: Ed25519 as RFC 8032 describes it, in Python alone.

Signing needs no network, no agent and no other program, and the key need never lie in a file of its own. A signature
takes some milliseconds, and one of them covers everything that a machine shares.
"""

KEY_BYTES, SIGNATURE_BYTES = 32, 64
_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

TYPE_CHECKING = False
if TYPE_CHECKING:
    Point = tuple[int, int, int, int]
    """A point of the curve in extended coordinates: x and y times z, z, and their product."""


def public_key(secret: bytes) -> bytes:
    """The key that everybody may know, from a secret of 32 random bytes."""
    return _encode(_multiply(_expand(secret)[0], _base()))


def sign(secret: bytes, message: bytes) -> bytes:
    """A signature, which proves that whoever has the secret wrote exactly this."""
    scalar, prefix = _expand(secret)
    public = _encode(_multiply(scalar, _base()))
    once = _number(prefix + message)
    commitment = _encode(_multiply(once, _base()))
    proof = (once + _number(commitment + public + message) * scalar) % _ORDER
    return commitment + proof.to_bytes(32, "little")


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Was exactly this message signed with the secret of this key?"""
    if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    key, commitment = _decode(public), _decode(signature[:32])
    proof = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or proof >= _ORDER:
        return False
    challenge = _number(signature[:32] + public + message)
    return _is_same(_multiply(proof, _base()), _add(commitment, _multiply(challenge, key)))


def _number(content: bytes) -> int:
    from hashlib import sha512

    return int.from_bytes(sha512(content).digest(), "little") % _ORDER


def _expand(secret: bytes) -> "tuple[int, bytes]":
    """The number and the prefix that a secret stands for."""
    from hashlib import sha512

    digest = sha512(secret).digest()
    number = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return number, digest[32:]


def _add(one: "Point", other: "Point") -> "Point":
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(number: int, point: "Point") -> "Point":
    result: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _is_same(one: "Point", other: "Point") -> bool:
    same_x = (one[0] * other[2] - other[0] * one[2]) % _P == 0
    return same_x and (one[1] * other[2] - other[1] * one[2]) % _P == 0


def _base() -> "Point":
    y = 4 * pow(5, _P - 2, _P) % _P
    x = _x_of(y, 0)
    assert x is not None
    return x, y, 1, x * y % _P


def _x_of(y: int, sign_bit: int) -> "int | None":
    """The x of a point with this y; None if there is none."""
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    if square == 0:
        return None if sign_bit else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != sign_bit else x


def _encode(point: "Point") -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _decode(content: bytes) -> "Point | None":
    number = int.from_bytes(content, "little")
    y = number & (1 << 255) - 1
    x = _x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % _P)
