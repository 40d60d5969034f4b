"""Removes dead places from blocks, one block per transaction: all of them at once would block other writers.

A place is dead if its vector was erased, which left a zero, or replaced, which put it elsewhere.
"""

from recall_cli.domain.json_text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.engines.engine import Row

    RunStatement = Callable[..., list[Row]]

MAX_DEAD_SHARE = 0.2
"""With a larger share of dead places, a block is rebuilt."""


def blocks_to_compact(run: "RunStatement") -> "list[tuple[int, frozenset[int]]]":
    """The blocks with many dead places, each with its memories that now stand elsewhere."""
    places, vectors, waiting = (int(run(name)[0][0]) for name in ("places", "count", "count_waiting"))
    if places - (vectors - waiting) <= MAX_DEAD_SHARE * places:
        return []
    blocks = []
    later = {n for (n,) in run("waiting_numbers")}
    for block, raw_numbers in reversed(run("every_place")):
        numbers = memoryview(raw_numbers).cast("q")
        stale = later.intersection(numbers)
        live = set(numbers) - later - {0}
        if len(numbers) - len(live) > MAX_DEAD_SHARE * len(numbers):
            blocks.append((block, frozenset(stale)))
        later |= live
    return blocks


def compact_block(run: "RunStatement", block: int, stale: "frozenset[int]") -> None:
    """Drop a block; its living vectors wait for another one."""
    for (raw_numbers,) in run("places_of", block=block):
        live = set(memoryview(raw_numbers).cast("q")) - stale - {0}
        run("drop_block", block=block)
        run("wait_again", numbers=dumps(sorted(live)))


def erase_vectors(run: "RunStatement", numbers: "Sequence[int]") -> None:
    """Remove all traces of the vectors of some memories: rows, places in blocks, waiting entries."""
    from recall_cli.engines.sqlite.vectors.bit_planes import blank_places

    numbers_json = dumps(list(numbers))
    run("erase", numbers=numbers_json)
    run("erase_waiting", numbers=numbers_json)
    run("erase_missing", numbers=numbers_json)
    erased = set(numbers)
    for block, raw_numbers in run("every_block"):
        members = memoryview(raw_numbers).cast("q")
        if erased.isdisjoint(members):
            continue
        places = [place for place, n in enumerate(members) if n in erased]
        remaining = bytearray(raw_numbers)
        for place in places:
            remaining[8 * place : 8 * place + 8] = bytes(8)
        planes = blank_places(run("planes", block=block)[0][0], len(raw_numbers) // 64, places)
        run("rewrite_block", block=block, size=len(members), numbers=bytes(remaining), planes=planes)


def find_unsearchable(run: "RunStatement") -> "list[int]":
    """The vectors that are in no readable block and do not wait for one."""
    searchable = {n for (n,) in run("waiting_numbers")}
    damaged = _damaged_blocks(run)
    for block, raw_numbers in run("every_place"):
        if block not in damaged:
            searchable.update(memoryview(raw_numbers).cast("q"))
    return [n for (n,) in run("numbers") if n not in searchable]


def drop_damaged_block(run: "RunStatement") -> bool:
    """Drop one block that cannot be read; False if there is none."""
    for block in sorted(_damaged_blocks(run))[:1]:
        run("drop_block", block=block)
        return True
    return False


def _damaged_blocks(run: "RunStatement") -> "set[int]":
    """Blocks whose parts do not match in size; all blocks if their shape is lost."""
    from recall_cli.engines.sqlite.vectors.bit_planes import BITS_PER_DIMENSION

    shape = run("shape")
    bits = BITS_PER_DIMENSION * len(shape[0][0]) if shape else 0
    return {block for block, places, bytes_ in run("sizes") if not bits or places % 64 or bytes_ * 64 != places * bits}
