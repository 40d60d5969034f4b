"""JSON in and out, through the C half of the standard library.

`import json` pulls in `re` and costs as much as starting the interpreter; its encoder and scanner are C
functions that can be called without it. Where they are missing, the ordinary module does the same.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    make_scanner: Any
    make_encoder: Any
    encode_basestring: Any
    encode_basestring_ascii: Any
else:
    try:
        from _json import encode_basestring, encode_basestring_ascii, make_encoder, make_scanner
    except ImportError:  # an interpreter without the C half
        make_scanner = None


class _Reading:
    """What the scanner asks of its decoder."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    memo: "dict[str, str]" = {}

    @staticmethod
    def parse_constant(name: str) -> float:
        raise ValueError(f"{name} is not JSON")


def _unknown(value: object) -> "Any":
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _encoder(*, ascii_only: bool) -> "Callable[[object], str]":
    if make_scanner is None:
        import json

        return lambda value: json.dumps(value, ensure_ascii=ascii_only, allow_nan=False)
    quote = encode_basestring_ascii if ascii_only else encode_basestring
    encode = make_encoder(None, _unknown, quote, None, ": ", ", ", False, False, False)
    return lambda value: "".join(encode(value, 0))


dumps = _encoder(ascii_only=True)
"""One line of pure ASCII: safe for any terminal, any encoding, any log."""

dumps_utf8 = _encoder(ascii_only=False)
"""One line that keeps every letter as it is: smaller and readable, for files."""


def loads(text: str) -> "Any":
    """The value that a JSON text stands for; ValueError when it is not JSON."""
    if make_scanner is not None:
        text = text.strip(" \t\r\n")
        try:
            value, end = make_scanner(_Reading)(text, 0)
            if end == len(text):
                return value
        except (StopIteration, SystemError):  # the scanner alone cannot say what is wrong
            pass
        except RecursionError:
            raise ValueError("nested too deeply") from None
    import json

    try:
        return json.loads(text, strict=False, parse_constant=_Reading.parse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
