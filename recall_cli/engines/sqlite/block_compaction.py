"""Clearing away what is dead in blocks, one block in a transaction: all of them at once would keep others waiting.

A place is dead when its vector was erased, which left a zero, or replaced, which put it elsewhere.
"""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    RunStatement = Callable[..., list[tuple[Any, ...]]]

MAX_DEAD_SHARE = 0.2
"""The share of dead places from which on blocks are worth building anew."""


def blocks_to_compact(run: "RunStatement") -> "list[tuple[int, frozenset[int]]]":
    """The blocks with many dead places, and what of them stands elsewhere; none where there is little to gain."""
    places, vectors, waiting = (int(run(name)[0][0]) for name in ("places", "count", "count_waiting"))
    if places - (vectors - waiting) <= MAX_DEAD_SHARE * places:
        return []
    found = []
    later = {n for (n,) in run("waiting_numbers")}
    for block, held in reversed(run("every_place")):
        numbers = memoryview(held).cast("q")
        stale = later.intersection(numbers)
        live = set(numbers) - later - {0}
        if len(numbers) - len(live) > MAX_DEAD_SHARE * len(numbers):
            found.append((block, frozenset(stale)))
        later |= live
    return found


def compact_block(run: "RunStatement", block: int, stale: "frozenset[int]") -> None:
    """Take a block apart: what lives in it waits for another one."""
    for (held,) in run("places_of", block=block):
        live = set(memoryview(held).cast("q")) - stale - {0}
        run("drop_block", block=block)
        run("wait_again", numbers=dumps(sorted(live)))


def erase_vectors(run: "RunStatement", numbers: "Sequence[int]") -> None:
    """Remove every trace of the vectors of some memories: their rows, their places in the blocks, what waits."""
    from recall_cli.engines.sqlite.vectors.bit_planes import blank_places

    given = dumps(list(numbers))
    run("erase", numbers=given)
    run("erase_waiting", numbers=given)
    run("erase_missing", numbers=given)
    gone = set(numbers)
    for block, held in run("every_block"):
        places = memoryview(held).cast("q")
        if gone.isdisjoint(places):
            continue
        at = [place for place, n in enumerate(places) if n in gone]
        kept = bytearray(held)
        for place in at:
            kept[8 * place : 8 * place + 8] = bytes(8)
        clean = blank_places(run("planes", block=block)[0][0], len(held) // 64, at)
        run("rewrite_block", block=block, size=len(places), numbers=bytes(kept), planes=clean)


def find_unsearchable(run: "RunStatement") -> "list[int]":
    """The vectors that stand in no usable block and do not wait for one."""
    there = {n for (n,) in run("waiting_numbers")}
    unusable = _damaged_blocks(run)
    for block, held in run("every_place"):
        if block not in unusable:
            there.update(memoryview(held).cast("q"))
    return [n for (n,) in run("numbers") if n not in there]


def drop_damaged_block(run: "RunStatement") -> bool:
    """Take out one block that cannot be read; False where there is none."""
    for block in sorted(_damaged_blocks(run))[:1]:
        run("drop_block", block=block)
        return True
    return False


def _damaged_blocks(run: "RunStatement") -> "set[int]":
    """Blocks whose parts do not fit one another, and all of them where nobody knows any more what they left out."""
    from recall_cli.engines.sqlite.vectors.bit_planes import BITS_PER_DIMENSION

    shape = run("shape")
    bits = BITS_PER_DIMENSION * len(shape[0][0]) if shape else 0
    return {block for block, places, bytes_ in run("sizes") if not bits or places % 64 or bytes_ * 64 != places * bits}
