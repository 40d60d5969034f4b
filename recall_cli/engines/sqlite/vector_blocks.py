"""Vectors that waited become part of a block."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Row = tuple[Any, ...]
    RunStatement = Callable[..., list[Row]]

BLOCK_VECTORS = 16_384
"""How many vectors a block holds. The larger, the fewer steps a search takes, and the more a growing one rewrites."""


def fill_blocks(run: "RunStatement", rows: "Sequence[Row]", full: int = BLOCK_VECTORS) -> int:
    """Put vectors, given with their numbers, into blocks, as many of them as are a multiple of eight; how many."""
    sealed = len(rows) // 8 * 8
    for start in range(0, sealed, full):
        _add_to_block(run, rows[start : min(start + full, sealed)], full)
    return sealed


def _add_to_block(run: "RunStatement", rows: "Sequence[Row]", full: int) -> None:
    """Put some, a multiple of eight, into the newest block if it has room, else into a new one."""
    from sys import byteorder

    from recall_cli.domain.vector import level_vectors
    from recall_cli.engines.sqlite.vectors.bit_planes import Shape, join_planes, make_planes, measure_shape

    numbers = b"".join(n.to_bytes(8, byteorder) for n, _ in rows)
    vectors = level_vectors([vector for _, vector in rows])
    kept = run("shape")
    form = Shape(mean=kept[0][0], spread=kept[0][1]) if kept else measure_shape(vectors)
    if not kept:
        run("drop_blocks")  # damage: they cannot be read without theirs
        run("add_shape", usual=form.mean, spread=form.spread)
    block = make_planes(vectors, form)
    grown = run("open_block", room=full - len(rows))
    if not grown:
        run("add_block", size=len(rows), numbers=numbers, planes=block)
        return
    newest, before, old = grown[0]
    both = join_planes(old, len(before) // 64, block, len(rows) // 8)
    size = len(before) // 8 + len(rows)
    run("drop_block", block=newest)  # first, so that its pages are taken again
    run("put_block", block=newest, size=size, numbers=before + numbers, planes=both)
