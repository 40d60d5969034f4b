"""Decoding bytes: which encoding they have, and whether they are text at all."""

UTF16_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
MAX_CONTROL_BYTES = 16
"""Any text may contain this many control characters."""
CONTROL_BYTES = bytes([*range(9), *range(14, 27), *range(28, 32), 127])
"""Control characters: rare in text, frequent in pictures, programs and archives."""
UNDEFINED_IN_CP1252 = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])
"""Bytes that have no character in Windows-1252."""
MAX_NON_ASCII_SHARE = 0.3
"""Text in a Latin alphabet has a smaller share of letters outside ASCII than this; Cyrillic and Japanese have more."""


class NotText(ValueError):
    """These bytes are not text in an encoding that recall reads."""


def decode_text(raw: bytes, errors: str) -> str:
    """Bytes as text: UTF-16 if they begin with its byte order mark, as some shells and editors write it, else UTF-8."""
    if raw.startswith(UTF16_BYTE_ORDER_MARKS) and len(raw) % 2 == 0:
        return raw.decode("utf-16", "surrogatepass" if errors == "surrogateescape" else errors)
    return raw.decode("utf-8", errors).removeprefix("\ufeff")


def decode_file(raw: bytes) -> "tuple[str, str]":
    """The text of a file and its encoding; raises NotText with the reason if the encoding is not certain."""
    if raw.startswith(UTF16_BYTE_ORDER_MARKS):
        try:
            return raw.decode("utf-16"), "UTF-16"
        except UnicodeDecodeError as error:
            raise NotText(f"damaged UTF-16 text at byte {error.start:,}") from None
    if b"\0" in raw:
        raise NotText("binary, not text (or UTF-16 without its byte order mark)")
    controls = len(raw) - len(raw.translate(None, CONTROL_BYTES))
    if controls > MAX_CONTROL_BYTES and controls > len(raw) // 100:
        raise NotText("binary, not text")
    try:
        return raw.decode("utf-8").removeprefix("\ufeff"), "UTF-8"
    except UnicodeDecodeError as error:
        if not _is_likely_cp1252(raw):
            hint = "iconv -f ENCODING -t utf-8 converts it"
            raise NotText(f"not UTF-8 text at byte {error.start:,} ({hint})") from None
        return raw.decode("cp1252"), "Windows-1252"


def _is_likely_cp1252(raw: bytes) -> bool:
    """Whether bytes that are not UTF-8 are probably Windows-1252, which includes Latin-1.

    Damaged UTF-8 still contains whole characters outside ASCII. Other alphabets have few ASCII letters.
    """
    high = raw.translate(None, bytes(range(128)))
    if any(byte in UNDEFINED_IN_CP1252 for byte in set(high)):
        return False
    if any(ord(letter) > 127 for letter in raw.decode("utf-8", "ignore")):
        return False
    letters = len(raw.translate(None, b" \t\r\n0123456789"))
    return len(high) <= max(2, letters * MAX_NON_ASCII_SHARE)
