"""The text as a program would read it, without breaks inside tokens, and the original position of each piece.

A break is a backslash or an equals sign at the end of a line, invisible characters, full-width letters, escapes, or the
quotes of two adjacent strings.
"""

from recall_cli.domain.record import Record
from recall_cli.language.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u180e"
_BREAKS = compile_pattern(
    rf"(?<=\S)[ \t]?\\\r?\n[ \t]*(?=\S)|(?<=[\w/+.\-]{{4}})=\r?\n(?=\w)|[{_INVISIBLE}]+|[\uff01-\uff5e]"
)
_ESCAPES = compile_pattern(
    r"%[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]|\\x[2-7][0-9A-Fa-f]|&#x?[0-9A-Fa-f]{2,3};"
    r"|(?<=[\w\-])[\"']\s{0,4}(?:\+|\.\.?|&|~|\\)?\s{0,8}[\"'](?=[\w\-])"
    r"|(?<=[\w\-])\r?\n[ \t>]{0,8}(?=[\w\-]{0,60}\d[\w\-]{0,60}(?:\s|$))"
)


class JoinedText(Record):
    """A text without its breaks."""

    text: str
    breaks: "tuple[tuple[int, int], ...]"
    """Each break: a position in this text, and the number of characters that the original has more before it."""

    def original(self, start: int, end: int) -> "tuple[int, int]":
        """The position of a span in the original, including the breaks inside it."""
        import bisect

        def before(place: int) -> int:
            at = bisect.bisect_right(self.breaks, (place, 1 << 60)) - 1
            return self.breaks[at][1] if at >= 0 else 0

        return start + before(start), end - 1 + before(end - 1) + 1 if end > start else start + before(start)


def join_broken_text(text: str) -> "JoinedText | None":
    """The text without line continuations, invisible characters and full-width letters; None if it has none of them."""
    if text.isascii() and "\\\n" not in text and "=\n" not in text and "\\\r" not in text and "=\r" not in text:
        return None
    return _join_at(_BREAKS, text)


def join_escaped_text(text: str) -> "JoinedText | None":
    """The text with escapes decoded and adjacent strings and lines joined; used only for vendor prefixes."""
    return _join_at(_ESCAPES, text)


def _join_at(pattern: "re.Pattern[str]", text: str) -> "JoinedText | None":
    pieces: list[str] = []
    breaks: list[tuple[int, int]] = []
    at = length = 0
    for match in pattern.finditer(text):
        sign = _decoded_character(match.group())
        pieces += [text[at : match.start()], sign]
        length += match.start() - at + len(sign)
        at = match.end()
        breaks.append((length, at - length))
    if not breaks:
        return None
    return JoinedText(text="".join([*pieces, text[at:]]), breaks=tuple(breaks))


def _decoded_character(escape: str) -> str:
    """The character for which an escape stands; empty for a break."""
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
