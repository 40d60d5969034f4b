"""The second step: every finder looks, the finds are put in order, and placeholders take their place."""

from recall_cli.rules.secrets import (
    blocks,
    carriers,
    commands,
    named,
    numbers,
    phrases,
    spoken,
    tabular,
    told,
    unbroken,
    vendors,
)

_ROUNDS = 8  # a placeholder may change what its neighbours look like; two rounds settle nearly every text


def cover(text: str) -> "tuple[str, tuple[tuple[str, int], ...]]":
    """The text with all secrets covered, and how many of each kind, in alphabetical order.

    The hunt is repeated until nothing is found, so that covering a covered text changes nothing.
    """
    counts: dict[str, int] = {}
    for _ in range(_ROUNDS):
        found = findings(text)
        if not found:
            break
        pieces, at = [], 0
        for start, end, kind in found:
            pieces += [text[at:start], f"[secret: {kind}]"]
            counts[kind] = counts.get(kind, 0) + 1
            at = end
        text = "".join([*pieces, text[at:]])
    return text, tuple(sorted(counts.items()))


def findings(text: str) -> "list[tuple[int, int, str]]":
    """Where secrets stand: start, end and kind, from left to right, none overlapping.

    The finders come in the order of their certainty; where two overlap, the more certain one counts.
    """
    whole = unbroken.unbroken(text)
    candidates = _candidates(text if whole is None else whole.text)
    if whole is not None:
        candidates = [(*whole.original(start, end), kind) for start, end, kind in candidates]
    return _apart(candidates)


def _candidates(text: str) -> "list[tuple[int, int, str]]":
    """What every finder finds, the more certain first; the finds may overlap."""
    private = blocks.private_blocks(text)
    plain = blocks.blanked(blocks.without_public(text), sorted(span[:2] for span in private))
    low = _small(plain)
    return [
        *private,
        *vendors.vendor_tokens(plain),
        *_escaped_tokens(plain),
        *phrases.seeds(plain, low),
        *carriers.carried(plain, low),
        *commands.handed(plain, low),
        *commands.settings(plain, low),
        *commands.pairs(plain, low),
        *named.named(plain, low),
        *tabular.in_tables(plain, low),
        *phrases.phrased(plain, low),
        *numbers.numbered(plain, low),
        *spoken.spoken(plain, low),
        *told.told(plain, low),
    ]


def _escaped_tokens(text: str) -> "list[tuple[int, int, str]]":
    """Tokens of vendors that are written with escapes, or in two strings or lines."""
    whole = unbroken.unescaped(text)
    if whole is None:
        return []
    found = vendors.vendor_tokens(whole.text)
    return [(*whole.original(start, end), kind) for start, end, kind in found]


def _apart(candidates: "list[tuple[int, int, str]]") -> "list[tuple[int, int, str]]":
    """The candidates without overlaps, sorted; of two that overlap, the one found first stays."""
    import bisect

    starts: list[int] = []
    kept: list[tuple[int, int, str]] = []
    for span in candidates:
        place = bisect.bisect_left(starts, span[0])
        before_ends = kept[place - 1][1] if place else 0
        after_starts = starts[place] if place < len(starts) else span[1]
        if span[0] < span[1] and before_ends <= span[0] and span[1] <= after_starts:
            starts.insert(place, span[0])
            kept.insert(place, span)
    return kept


def _small(text: str) -> str:
    """The text in small letters, character for character: no letter that grows when lowered."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
