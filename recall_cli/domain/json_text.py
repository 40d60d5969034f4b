"""Reads and writes JSON: small values in Python, all others with the C functions of the standard library.

`import json` loads `re` and takes as long as starting the interpreter. Its encoder and scanner are C functions that can
be called without it. Even loading those takes longer than writing the few ids and short texts of an everyday command,
so such values are written here. Where the C functions are missing, the module `json` is used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_SMALL_TEXT = 16_000
"""Maximum number of letters of a text that is read or written in Python."""


def dumps(value: object) -> str:
    """A value as one line of ASCII, which is safe for any terminal, encoding and log."""
    text = _dump_small(value, ascii_only=True) if _encoders is None else None
    return _encode(value, 0) if text is None else text


def dumps_utf8(value: object) -> str:
    """A value as one line with every letter unescaped: shorter and readable, for files."""
    text = _dump_small(value, ascii_only=False) if _encoders is None else None
    return _encode(value, 1) if text is None else text


def loads(text: str) -> "Any":
    """The value of a JSON text; ValueError if it is not JSON."""
    global _scanner  # noqa: PLW0603 — loaded on first use
    flat_object = _load_flat_object(text) if _scanner is None else None
    if flat_object is not None:
        return flat_object
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
    except (ImportError, StopIteration, SystemError):  # no C functions, or they cannot describe the error
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
    """A small object of plain texts, booleans and null, as agents send it; None for any other text."""
    if len(text) > _MAX_SMALL_TEXT or "\\" in text or not text.rstrip().isprintable():
        return None
    parts = [part if at % 2 else part.strip(" \r\n") for at, part in enumerate(text.split('"'))]  # every other: quoted
    if len(parts) % 2 == 0 or parts[0] != "{":
        return None
    result: dict[str, Any] = {}
    at, after = 1, ","
    while after == "," and at < len(parts):
        name, mark, at = parts[at], parts[at + 1], at + 2
        if mark == ":" and at < len(parts):
            result[name], after, at = parts[at], parts[at + 1], at + 2
        else:
            word, after = mark[1:-1].strip(" "), mark[-1:]
            if mark[:1] != ":" or word not in _LITERALS:
                return None
            result[name] = _LITERALS[word]
    return result if after == "}" and at == len(parts) else None


class _ScannerOptions:
    """The attributes that the C scanner reads from its decoder."""

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
    """The JSON text of a small value with plain letters; None for any other value."""
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
        part = _dump_small(inner, ascii_only=ascii_only, depth=depth - 1)
        if part is None:
            return None
        if kind is dict:
            key = _dump_small(name, ascii_only=ascii_only) if type(name) is str else None
            if key is None:
                return None
            part = f"{key}: {part}"
        parts.append(part)
    content = ", ".join(parts)
    return f"{{{content}}}" if kind is dict else f"[{content}]"


def _escape_non_ascii(text: str) -> str:
    """A text whose letters beyond ASCII are escaped as UTF-16 units."""
    for letter in {letter for letter in text if letter > "\x7f"}:
        unit, second_unit = ord(letter), ""
        if unit > 0xFFFF:
            unit, second_unit = 0xD7C0 + (unit >> 10), f"\\u{0xDC00 | unit & 0x3FF:04x}"
        text = text.replace(letter, f"\\u{unit:04x}{second_unit}")
    return text


def speed_up() -> None:
    """Load the C encoder, which pays only for very many values."""
    _encode(None, 0)


_encoders: "tuple[Callable[[object], str], Callable[[object], str]] | None" = None


def _encode(value: object, which: int) -> str:
    """The text of a value from the C encoder, which is loaded once and then used for small values too."""
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
