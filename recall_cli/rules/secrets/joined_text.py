"""The text as a program would read it: without what breaks a token in two, and where each piece of it stood.

Broken by a backslash or an equals sign at the end of a line, by characters that nobody sees, by wide letters, by
escapes, or by the quotes of two strings that are written side by side.
"""

import re

from recall_cli.domain.record import Record

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e"
_BREAKS = re.compile(
    rf"(?<=\S)[ \t]?\\\r?\n[ \t]*(?=\S)|(?<=[\w/+.\-]{{4}})=\r?\n(?=\w)|[{_INVISIBLE}]+|[\uff01-\uff5e]"
)
_ESCAPES = re.compile(
    r"%[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]|\\x[2-7][0-9A-Fa-f]|&#x?[0-9A-Fa-f]{2,3};"
    r"|(?<=[\w\-])[\"']\s{0,4}(?:\+|\.\.?|&|~|\\)?\s{0,8}[\"'](?=[\w\-])"
    r"|(?<=[\w\-])\r?\n[ \t>]{0,8}(?=[\w\-]{0,60}\d[\w\-]{0,60}(?:\s|$))"
)


class JoinedText(Record):
    """A text without its breaks."""

    text: str
    breaks: "tuple[tuple[int, int], ...]"
    """From this place on, so many characters more stand in the original before it."""

    def original(self, start: int, end: int) -> "tuple[int, int]":
        """Where a span of this text stands in the original, with the breaks inside it."""
        import bisect

        def before(place: int) -> int:
            at = bisect.bisect_right(self.breaks, (place, 1 << 60)) - 1
            return self.breaks[at][1] if at >= 0 else 0

        return start + before(start), end - 1 + before(end - 1) + 1 if end > start else start + before(start)


def join_broken_text(text: str) -> "JoinedText | None":
    """The text without line joints, unseen characters and wide letters; None where it has none of them."""
    if text.isascii() and "\\\n" not in text and "=\n" not in text and "\\\r" not in text and "=\r" not in text:
        return None
    return _join_at(_BREAKS, text)


def join_escaped_text(text: str) -> "JoinedText | None":
    """The text with escapes read and adjoining strings and lines put together; only prefixes of vendors count here."""
    return _join_at(_ESCAPES, text)


def _join_at(pattern: "re.Pattern[str]", text: str) -> "JoinedText | None":
    pieces: list[str] = []
    breaks: list[tuple[int, int]] = []
    at = length = 0
    for hit in pattern.finditer(text):
        sign = _decoded_character(hit.group())
        pieces += [text[at : hit.start()], sign]
        length += hit.start() - at + len(sign)
        at = hit.end()
        breaks.append((length, at - length))
    if not breaks:
        return None
    return JoinedText(text="".join([*pieces, text[at:]]), breaks=tuple(breaks))


def _decoded_character(escape: str) -> str:
    """The one character that an escape stands for; nothing for a break."""
    if len(escape) == 1 and "\uff01" <= escape <= "\uff5e":
        return chr(ord(escape) - 0xFEE0)
    if escape[0] == "%":
        return chr(int(escape[1:], 16))
    if escape[:2] in ("\\u", "\\x"):
        return chr(int(escape[2:], 16))
    if escape[0] == "&":
        number = int(escape[3:-1], 16) if escape[2] in "xX" else int(escape[2:-1]) if escape[2:-1].isdigit() else 0
        return chr(number) if 32 < number < 127 else " "
    return ""
