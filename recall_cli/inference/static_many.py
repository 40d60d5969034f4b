"""The static table's vectors of many texts at once, with numpy: the very bytes that it makes of each text alone.

numpy takes longer to load than hundreds of texts take without it, so only an import comes here.
"""

from recall_cli.domain.vector import length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.inference.static import StaticTable

FEW = 500
"""Fewer texts are embedded one by one."""
GROUP = 256
"""So many texts are summed at once, which keeps what is in between small."""
REMEMBERED = 50_000
"""So many parts of texts at most are remembered from one text to the next."""
FULL = 0xFFFFFFFF // 255
"""As in the table: where the weights of a text add up to more, only so many of its tokens count. Up to there every
product and sum is a whole number that a float64 holds exactly, so that their order does not matter."""


def embed_all(table: "StaticTable", texts: "list[str]") -> "list[bytes]":
    """The vectors of these texts, in their order."""
    if len(texts) < FEW:
        return [table.embed(text) for text in texts]
    table.learn()
    found: list[bytes] = []
    for start in range(0, len(texts), GROUP):
        found += _group(table, texts[start : start + GROUP])
    return found


def _group(table: "StaticTable", texts: "list[str]") -> "list[bytes]":
    import numpy as np

    found = [bytes(table.dimensions)] * len(texts)
    weights, rows = table.arrays()
    sums, places = [], []
    for place, text in enumerate(texts):
        tokens = np.array(_tokens(table, text), dtype=np.intp)
        weighed = weights[tokens].astype(np.float64)
        total = weighed.sum()
        if total > FULL:
            found[place] = table.embed(text)
        elif total:
            sums.append(weighed @ rows[tokens].astype(np.float64) - 128 * total)
            places.append(place)
    if places:
        quarters = np.array(sums, dtype=np.int64).reshape(len(places), -1, 4).transpose(0, 2, 1)  # the table's order
        for place, vector in zip(places, _packed(np, quarters.reshape(len(places), -1)), strict=True):
            found[place] = vector
    return found


def _tokens(table: "StaticTable", text: "str") -> "list[int]":
    """As the table's own; what stands between two spaces is the same wherever it stands, and much of it recurs."""
    if not text.isascii():
        return table.tokens(text)
    found: list[int] = []
    parts = table.parts
    for part in text.lower().split(" "):
        known = parts.get(part)
        if known is None:
            if len(parts) >= REMEMBERED:
                parts.clear()
            known = parts[part] = table.tokens(part)
        found += known
    return found


def _packed(np: "Any", sums: "Any") -> "list[bytes]":
    """As `domain.vector.packed`: the squares are added as whole numbers in two halves, since rounding would tell."""
    high, low = sums >> 16, sums & 0xFFFF
    parts = ((high * high).sum(1), (high * low).sum(1), (low * low).sum(1))
    squares = [(a << 32) + (b << 17) + c for a, b, c in zip(*(part.tolist() for part in parts), strict=True)]
    factors = np.array([length(sums.shape[1]) / square**0.5 if square else 0.0 for square in squares])
    whole = np.clip(np.rint(sums * factors[:, None]), -127, 127).astype(np.int8)
    return [row.tobytes() for row in whole]
