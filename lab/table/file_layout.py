"""The file that `recall_cli.inference.static_table` maps, written byte for byte from tokens and vectors."""

from array import array
from collections.abc import Sequence

from recall_cli.inference.static_table import HEADER_FIELDS, MAGIC, VERSION

TOP_WEIGHT = 16383
"""The highest weight. Weights are integers, and a thousand heavy tokens still fit into a lane."""


def pack_table(tokens: "Sequence[str]", weights: "Sequence[float]", rows: "Sequence[bytes]") -> bytes:
    """The table as bytes: header, hash buckets, starts of the words, weights, words, rows.

    `rows` are signed bytes, one row per token; dimensions must be a multiple of four. Rows are stored biased by 128 and
    with their four quarters interleaved, as the reader's lanes need them.
    """
    slots = _next_prime(len(tokens) * 5 // 4)
    keys = [token.encode() for token in tokens]
    slot = [int.from_bytes(key, "little") % slots for key in keys]
    order = sorted(range(len(tokens)), key=lambda i: (slot[i], keys[i]))
    counts = [0] * (slots + 1)
    for i in order:
        counts[slot[i] + 1] += 1
    starts, top = [0], max(weights)
    for i in order:
        starts.append(starts[-1] + len(keys[i]))
    text = b"".join(keys[i] for i in order)
    scaled_weights = [max(1, round(weights[i] / top * TOP_WEIGHT)) for i in order]
    longest = max(len(token.removeprefix("##")) for token in tokens)
    head = [MAGIC, VERSION, len(rows[0]), len(tokens), slots, longest, len(text), 0]
    assert len(head) == HEADER_FIELDS
    numbers = array("I", [*head, *_running_totals(counts), *starts, *scaled_weights])
    return numbers.tobytes() + text + b"".join(_interleave_quarters(rows[i]) for i in order)


def _interleave_quarters(row: bytes) -> bytes:
    quarter = len(row) // 4
    return bytes([(row[lane * quarter + i] + 128) & 255 for i in range(quarter) for lane in range(4)])


def _running_totals(counts: "list[int]") -> "list[int]":
    total, out = 0, []
    for count in counts:
        total += count
        out.append(total)
    return out


def _next_prime(number: int) -> int:
    candidate = max(number, 3) | 1
    while any(candidate % divisor == 0 for divisor in range(3, int(candidate**0.5) + 1, 2)):
        candidate += 2
    return candidate
