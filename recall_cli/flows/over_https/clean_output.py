"""What a server sends is printed only as text: no terminal obeys it, whoever answers at the address."""

STYLE_START, STYLE_END = "\x1b[", "m"
MAX_STYLE_LETTERS = 40
LINE_SIGNS = "\n\t"
TURNING_SIGNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction in which a line is shown."""


def clean_text(text: str) -> str:
    """A text without signs that a terminal obeys or hides, but for line ends and tabs."""
    if text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_order(sign) else sign for sign in text)


def _is_order(sign: str) -> bool:
    """Whether a sign is a control character, turns the line, or is an invisible tag."""
    is_control = (sign < " " and sign not in LINE_SIGNS) or "\x7f" <= sign <= "\x9f"
    return is_control or sign in TURNING_SIGNS or "\U000e0000" <= sign <= "\U000e007f"


def clean_screen(text: str) -> str:
    """A drawn screen with its colours and styles, and no other order to a terminal."""
    first, *others = text.split(STYLE_START)
    pieces = [clean_text(first)]
    for other in others:
        style, end, rest = other.partition(STYLE_END)
        is_style = end and len(style) <= MAX_STYLE_LETTERS and all(sign in "0123456789;" for sign in style)
        pieces.append(STYLE_START + style + end + clean_text(rest) if is_style else clean_text(other))
    return "".join(pieces)
