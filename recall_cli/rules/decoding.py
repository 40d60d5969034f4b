"""Bytes that are text, in the encodings that text comes in."""


def decoded(raw: bytes, errors: str) -> str:
    """Bytes as text: UTF-8, or UTF-16 where they begin with its mark, as some shells and editors write it."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) and len(raw) % 2 == 0:
        return raw.decode("utf-16", "surrogatepass" if errors == "surrogateescape" else errors)
    return raw.decode("utf-8", errors).removeprefix("\ufeff")
