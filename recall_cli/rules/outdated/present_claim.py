"""What an older text claims now: the text without the value that the text itself says is over.

"The API moved from port 80 to 81." claims port 81. A later value has to be compared with 81, and not with 80.
"""

_CHANGES = frozenset(
    """moved changed switched migrated went raised lowered increased decreased reduced upgraded bumped renamed took
    passed transferred updated relocated shifted extended shortened rebuilt ported converted swapped dropped grew
    cut handed ownership change move switch migration""".split()
)
"""Words of change in front of `from X to Y`."""
_EXCHANGES = {"replaced": ("with", "by"), "dropped": ("for",), "swapped": ("for", "with"), "ditched": ("for",)}
"""`replaced X with Y`: the verb, and the words in front of the new value."""
_MAX_VALUE_WORDS = 4
_MARKS = ".,;:!?"
_ARROWS = ("->", "→", "=>")


_OPENERS = (
    "correction:",
    "actually,",
    "no,",
    "nope,",
    "as of today",
    "since today",
    "from today",
    "from now on",
    "as of now",
    "since this week",
    "update:",
)
"""What stands in front of a correction and is no part of what it claims."""


def present_claim(text: str) -> str:
    """A text without the value that it calls over; the text itself if it calls none over."""
    opener = next((start for start in _OPENERS if text[: len(start)].casefold() == start), "")
    words = text[len(opener) :].lstrip(" ,").split()
    text = " ".join(words) if opener else text
    lows = [word.casefold().strip(_MARKS) for word in words]
    taken = _new_owner(words, lows)
    if taken:
        return taken
    for find in (_find_arrow, _find_from_to, _find_exchange, _find_contrast, _find_giver):
        span = find(words, lows)
        if span is not None:
            start, end = span
            mark = words[end - 1][-1] if end == len(words) and words[end - 1][-1] in _MARKS else ""
            kept = [*_present_verb(words[:start], lows), *words[end:]]
            rest = " ".join(kept).rstrip(",;: ")
            return rest + mark if len(rest.split()) > 1 else text
    return text


def _present_verb(words: "list[str]", lows: "list[str]") -> "list[str]":
    """The words in front of what is over, with the verb of what holds since: `replaced` is `use` now."""
    if words and words[-1].casefold() in _EXCHANGES:
        return [*words[:-1], "use"]
    for place in range(1, len(words) - 1):
        if lows[place : place + 2] == ["took", "over"]:
            return [*words[:place], "owns", *words[place + 2 :]]
    return words


def _new_owner(words: "list[str]", lows: "list[str]") -> str:
    """What holds of the new owner: of `A no longer owns X, B does`, or `A handed X over to B`; else empty."""
    for place in range(1, len(lows) - 3):
        if lows[place : place + 2] == ["no", "longer"] and lows[-1] == "does" and words[-3].endswith(","):
            rest = " ".join(words[place + 2 : -2]).rstrip(",")
            return f"{words[-2]} {rest}."
        if lows[place] == "handed" and lows[-3:-1] == ["over", "to"]:
            return f"{words[-1].rstrip('.')} owns {' '.join(words[place + 1 : -3])}."
    return ""


def _find_arrow(words: "list[str]", _: "list[str]") -> "tuple[int, int] | None":
    """`port 80 -> 81`."""
    at = next((place for place, word in enumerate(words) if word in _ARROWS), 0)
    return (at - 1, at + 1) if 1 < at < len(words) - 1 else None


def _find_from_to(_: "list[str]", lows: "list[str]") -> "tuple[int, int] | None":
    """`moved from X to Y`."""
    for place, low in enumerate(lows):
        if low != "from" or _CHANGES.isdisjoint(lows[:place]):
            continue
        for end in range(place + 2, min(place + 2 + _MAX_VALUE_WORDS, len(lows) - 1)):
            if lows[end] == "to":
                return place, end
    return None


def _find_exchange(_: "list[str]", lows: "list[str]") -> "tuple[int, int] | None":
    """`replaced X with Y`."""
    for place, low in enumerate(lows):
        for end in range(place + 2, min(place + 2 + _MAX_VALUE_WORDS, len(lows) - 1)):
            if lows[end] in _EXCHANGES.get(low, ()):
                return place + 1, end + 1
    return None


def _find_contrast(words: "list[str]", lows: "list[str]") -> "tuple[int, int] | None":
    """`Y instead of X`, `Y, not X`, `Y, no longer by X`."""
    for place in range(2, len(lows)):
        behind_comma = words[place - 1].endswith(",")
        if (lows[place] == "instead" and lows[place + 1 : place + 2] == ["of"]) or (
            behind_comma and (lows[place] == "not" or lows[place : place + 2] == ["no", "longer"])
        ):
            end = _end_of_value(words, place + 1)
            return (place, end) if end - place <= _MAX_VALUE_WORDS + 1 else None
    return None


def _find_giver(words: "list[str]", lows: "list[str]") -> "tuple[int, int] | None":
    """`Y took over the service from X.`"""
    for place in range(3, len(lows) - 1):
        if lows[place] == "from" and "took" in lows[:place] and "over" in lows[:place]:
            end = _end_of_value(words, place)
            return (place, end) if end - place <= _MAX_VALUE_WORDS else None
    return None


def _end_of_value(words: "list[str]", start: int) -> int:
    """Where the value that begins behind a place ends: at a mark, at `as` or `because`, or with the text."""
    for place in range(start, len(words)):
        if (
            place > start
            and words[place].casefold() in ("as", "because", "since", "for", "on", "in")
            and (words[place - 1].casefold() not in ("not", "of", "longer"))
        ):
            return place
        if words[place][-1] in ",;:":
            return place + 1
    return len(words)
