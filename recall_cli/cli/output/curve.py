"""A curve drawn in a terminal: fine dots for the line, one mark a column for where things lie, small bars below."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BARS = " ▁▂▃▄▅▆▇█"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The eight dots of a cell, as Unicode numbers them: by row, then left and right."""
MARK = "●"


def sparkline(counts: "Sequence[int]") -> str:
    """A row of small columns, the tallest for the most; whatever is there at all is seen."""
    most = max(counts, default=0) or 1
    return "".join(BARS[0 if not count else max(1, round(8 * count / most))] for count in counts)


def drawn(height: "Callable[[float], float]", width: int, rows: int) -> "list[list[str]]":
    """A line through the heights (0 to 1) at each share (0 to 1) of the width, in cells of two by four dots."""
    cells = [[0] * width for _ in range(rows)]
    last: int | None = None
    for x in range(2 * width):
        y = round((1 - min(1.0, max(0.0, height(x / (2 * width - 1))))) * (4 * rows - 1))
        for dot in range(*((y, y + 1) if last is None else (min(last, y), max(last, y) + 1))):
            cells[dot // 4][x // 2] |= _DOTS[dot % 4][x % 2]
        last = y
    return [[chr(0x2800 + cell) if cell else " " for cell in row] for row in cells]


def marked(cells: "list[list[str]]", points: "Sequence[float | None]") -> "list[list[str]]":
    """The same with a mark in every column that has a point."""
    rows = len(cells)
    found = [[*row] for row in cells]
    for column, point in enumerate(points):
        if point is not None:
            found[round((1 - min(1.0, max(0.0, point))) * (rows - 1))][column] = MARK
    return found


def span(ages: "Sequence[tuple[int, int]]", least: int = 120, most: int = 480) -> int:
    """How many days a picture shows: a round number that holds all but one in fifty of (days, how many), if it can."""
    together = sum(count for _, count in ages)
    seen, far = 0, 0
    for days, count in sorted(ages):
        if seen >= 0.98 * together:
            break
        seen, far = seen + count, days
    shown = least
    while shown <= far and shown < most:
        shown *= 2
    return shown


def columns(ages: "Sequence[tuple[int, int, float]]", days: int, width: int) -> "tuple[list[int], list[float | None]]":
    """How many lie in each column, and the mean of what is left of them; what is older stands in the last."""
    counts, sums = [0] * width, [0.0] * width
    for age, count, left in ages:
        at = min(width - 1, age * width // days)
        counts[at] += count
        sums[at] += count * left
    return counts, [sums[at] / counts[at] if counts[at] else None for at in range(width)]
