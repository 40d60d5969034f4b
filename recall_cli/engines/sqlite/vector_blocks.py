"""Moves waiting vectors into blocks."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall_cli.engines.engine import Row

    RunStatement = Callable[..., list[Row]]


def fill_blocks(run: "RunStatement", rows: "Sequence[Row]", full: int) -> int:
    """Put numbered vectors into blocks, rounded down to a multiple of eight; how many. A block holds `full` vectors."""
    count = len(rows) // 8 * 8
    for start in range(0, count, full):
        _add_to_block(run, rows[start : min(start + full, count)], full)
    return count


def _add_to_block(run: "RunStatement", rows: "Sequence[Row]", full: int) -> None:
    """Put a multiple of eight vectors into the newest block if it has room, else into a new one."""
    from sys import byteorder

    from recall_cli.domain.vector import level_vectors
    from recall_cli.engines.sqlite.vectors.bit_planes import Shape, join_planes, make_planes, measure_shape

    numbers = b"".join(n.to_bytes(8, byteorder) for n, _ in rows)
    vectors = level_vectors([vector for _, vector in rows])
    stored = run("shape")
    shape = Shape(mean=stored[0][0], spread=stored[0][1]) if stored else measure_shape(vectors)
    if not stored:
        run("drop_blocks")  # the store is damaged: blocks cannot be read without their shape
        run("add_shape", usual=shape.mean, spread=shape.spread)
    planes = make_planes(vectors, shape)
    open_blocks = run("open_block", room=full - len(rows))
    if not open_blocks:
        run("add_block", size=len(rows), numbers=numbers, planes=planes)
        return
    block, old_numbers, old_planes = open_blocks[0]
    joined = join_planes(old_planes, len(old_numbers) // 64, planes, len(rows) // 8)
    size = len(old_numbers) // 8 + len(rows)
    run("drop_block", block=block)  # first, so that its pages are used again
    run("put_block", block=block, size=size, numbers=old_numbers + numbers, planes=joined)
