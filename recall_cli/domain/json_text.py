"""JSON in and out: small values by hand, the rest through the C half of the standard library.

`import json` pulls in `re` and costs as much as starting the interpreter; its encoder and scanner are C
functions that can be called without it. Even loading those takes longer than writing the few ids and short
texts of an everyday command, so such values are written here. Where the C half is missing, the ordinary module
does the same.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_SMALL_TEXT = 16_000
"""Letters in a text up to which it is written by hand."""


def dumps(value: object) -> str:
    """One line of pure ASCII: safe for any terminal, any encoding, any log."""
    said = _dump_small(value, ascii_only=True) if _encoders is None else None
    return _encode(value, 0) if said is None else said


def dumps_utf8(value: object) -> str:
    """One line that keeps every letter as it is: smaller and readable, for files."""
    said = _dump_small(value, ascii_only=False) if _encoders is None else None
    return _encode(value, 1) if said is None else said


def loads(text: str) -> "Any":
    """The value that a JSON text stands for; ValueError when it is not JSON."""
    global _scanner  # noqa: PLW0603 — loaded on first use
    found = _load_flat_object(text) if _scanner is None else None
    if found is not None:
        return found
    try:
        if _scanner is None:
            from _json import make_scanner

            scanner: Any = make_scanner
            _scanner = scanner(_ScannerOptions)
        assert _scanner is not None
        text = text.strip(" \t\r\n")
        value, end = _scanner(text, 0)
        if end == len(text):
            return value
    except (ImportError, StopIteration, SystemError):  # no C half, or it alone cannot say what is wrong
        pass
    except RecursionError:
        raise ValueError("nested too deeply") from None
    import json

    try:
        return json.loads(text, strict=False, parse_constant=_ScannerOptions.parse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


_scanner: "Callable[[str, int], tuple[Any, int]] | None" = None
_LITERALS = {"true": True, "false": False, "null": None}


def _load_flat_object(text: str) -> "dict[str, Any] | None":
    """A small object of plain texts and truth values, as agents send; None for any other, and for what is no JSON."""
    if len(text) > _MAX_SMALL_TEXT or "\\" in text or not text.rstrip().isprintable():
        return None
    parts = [part if at % 2 else part.strip(" \r\n") for at, part in enumerate(text.split('"'))]  # every other: quoted
    if len(parts) % 2 == 0 or parts[0] != "{":
        return None
    found: dict[str, Any] = {}
    at, after = 1, ","
    while after == "," and at < len(parts):
        name, mark, at = parts[at], parts[at + 1], at + 2
        if mark == ":" and at < len(parts):
            found[name], after, at = parts[at], parts[at + 1], at + 2
        else:
            word, after = mark[1:-1].strip(" "), mark[-1:]
            if mark[:1] != ":" or word not in _LITERALS:
                return None
            found[name] = _LITERALS[word]
    return found if after == "}" and at == len(parts) else None


class _ScannerOptions:
    """What the scanner asks of its decoder."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = float
    parse_int = int
    memo: "dict[str, str]" = {}

    @staticmethod
    def parse_constant(name: str) -> float:
        raise ValueError(f"{name} is not JSON")


def _dump_small(value: object, *, ascii_only: bool, depth: int = 3) -> "str | None":
    """The text of a small value of plain letters; None for any other, which is left to those who know all cases."""
    kind = type(value)
    if kind is str:
        assert isinstance(value, str)
        plain = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        if len(value) >= _MAX_SMALL_TEXT or not plain.isprintable():
            return None
        return f'"{_escape_non_ascii(plain) if ascii_only and not plain.isascii() else plain}"'
    if kind is int or (kind is float and value - value == 0):  # type: ignore[operator]  # a number; only finite ones
        return repr(value)
    if value is None or kind is bool:
        return "null" if value is None else "true" if value else "false"
    if not depth or kind not in (list, dict):
        return None
    if kind is list and {*map(type, value)} == {int}:  # type: ignore[call-overload]  # a list
        return f"[{', '.join(map(str, value))}]"  # type: ignore[call-overload]  # a list
    items = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]  # a list
    parts = []
    for name, inner in items:
        said = _dump_small(inner, ascii_only=ascii_only, depth=depth - 1)
        if said is None:
            return None
        if kind is dict:
            lead = _dump_small(name, ascii_only=ascii_only) if type(name) is str else None
            if lead is None:
                return None
            said = f"{lead}: {said}"
        parts.append(said)
    both = ", ".join(parts)
    return f"{{{both}}}" if kind is dict else f"[{both}]"


def _escape_non_ascii(text: str) -> str:
    """A text with its letters beyond ASCII as the numbers of their UTF-16 units."""
    for letter in {letter for letter in text if letter > "\x7f"}:
        unit, rest = ord(letter), ""
        if unit > 0xFFFF:
            unit, rest = 0xD7C0 + (unit >> 10), f"\\u{0xDC00 | unit & 0x3FF:04x}"
        text = text.replace(letter, f"\\u{unit:04x}{rest}")
    return text


def speed_up() -> None:
    """Before very many values: what makes them the fastest is loaded, which a few are not worth."""
    _encode(None, 0)


_encoders: "tuple[Callable[[object], str], Callable[[object], str]] | None" = None


def _encode(value: object, which: int) -> str:
    """The text that the C half makes of a value; loaded once, and then used for small values too."""
    global _encoders  # noqa: PLW0603 — loaded on first use
    if _encoders is None:
        _encoders = (_new_encoder(ascii_only=True), _new_encoder(ascii_only=False))
    return _encoders[which](value)


def _new_encoder(*, ascii_only: bool) -> "Callable[[object], str]":
    try:
        from _json import encode_basestring, encode_basestring_ascii, make_encoder
    except ImportError:
        import json

        return lambda value: json.dumps(value, ensure_ascii=ascii_only, allow_nan=False)
    quote = encode_basestring_ascii if ascii_only else encode_basestring
    encode = make_encoder(None, _reject_unknown_type, quote, None, ": ", ", ", False, False, False)
    return lambda value: "".join(encode(value, 0))


def _reject_unknown_type(value: object) -> "Any":
    raise TypeError(f"{type(value).__name__} has no JSON form")
