"""The second step: run every finder, sort the results and replace secrets by placeholders."""

from recall_cli.domain.record import Record
from recall_cli.language.patterns import compile_pattern
from recall_cli.rules.secrets import (
    command_arguments,
    key_blocks,
    named_values,
    sentence_keys,
    sentence_passwords,
    surrounding_words,
    table_columns,
    told_values,
    vendor_tokens,
    web_credentials,
)
from recall_cli.rules.secrets.forms import COMMANDS, NUMBERS, SEEDS, find_forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_MAX_ROUNDS = 8  # a placeholder may change how its neighbours look; two rounds suffice for nearly every text


def mask_secrets(text: str) -> "tuple[str, tuple[tuple[str, int], ...]]":
    """The text with all secrets masked, and the number of each kind, in alphabetical order.

    The search is repeated until nothing is found, so that masking a masked text changes nothing.
    """
    counts: dict[str, int] = {}
    for _ in range(_MAX_ROUNDS):
        secrets = find_secrets(text)
        if not secrets:
            break
        pieces, at = [], 0
        for start, end, kind in secrets:
            pieces += [text[at:start], f"[secret: {kind}]"]
            counts[kind] = counts.get(kind, 0) + 1
            at = end
        text = "".join([*pieces, text[at:]])
    return text, tuple(sorted(counts.items()))


def find_secrets(text: str) -> "list[tuple[int, int, str]]":
    """The positions of secrets: start, end and kind, from left to right, without overlaps.

    The finders run in the order of their certainty. Where two results overlap, the more certain one counts.
    """
    joined = join_broken_text(text)
    candidates = _run_finders(text if joined is None else joined.text)
    if joined is not None:
        candidates = [(*joined.original(start, end), kind) for start, end, kind in candidates]
    return _without_overlaps(candidates)


def _run_finders(text: str) -> "list[tuple[int, int, str]]":
    """The results of every finder, the more certain first. They may overlap."""
    private = key_blocks.find_private_keys(text)
    blanked = key_blocks.blank_spans(key_blocks.blank_public_material(text), sorted(span[:2] for span in private))
    low = _lowercase_same_length(blanked)
    return [
        *private,
        *vendor_tokens.find_vendor_tokens(blanked),
        *_find_escaped_tokens(blanked),
        *find_forms(SEEDS, blanked, low),
        *web_credentials.find_web_credentials(blanked, low),
        *command_arguments.find_command_passwords(blanked),
        *find_forms(COMMANDS, blanked, low),
        *named_values.find_named_values(blanked, low),
        *table_columns.find_in_tables(blanked, low),
        *surrounding_words.find_by_surrounding_words(blanked, low),
        *find_forms(NUMBERS, blanked, low),
        *sentence_passwords.find_sentence_passwords(blanked, low),
        *sentence_keys.find_sentence_keys(blanked, low),
        *told_values.find_told_values(blanked, low),
    ]


def _find_escaped_tokens(text: str) -> "list[tuple[int, int, str]]":
    """Vendor tokens that are written with escapes, or in two strings or lines."""
    joined = join_escaped_text(text)
    if joined is None:
        return []
    tokens = vendor_tokens.find_vendor_tokens(joined.text)
    return [(*joined.original(start, end), kind) for start, end, kind in tokens]


def _without_overlaps(candidates: "list[tuple[int, int, str]]") -> "list[tuple[int, int, str]]":
    """The candidates without overlaps, sorted. Of two that overlap, the first in the list stays."""
    import bisect

    starts: list[int] = []
    spans: list[tuple[int, int, str]] = []
    for span in candidates:
        place = bisect.bisect_left(starts, span[0])
        before_ends = spans[place - 1][1] if place else 0
        after_starts = starts[place] if place < len(starts) else span[1]
        if span[0] < span[1] and before_ends <= span[0] and span[1] <= after_starts:
            starts.insert(place, span[0])
            spans.insert(place, span)
    return spans


def _lowercase_same_length(text: str) -> str:
    """The text in lower case with the same length: letters that would become longer are left as they are."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)


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
