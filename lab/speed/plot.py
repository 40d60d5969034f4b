"""Plots time against the number of memories as an SVG, for light and dark backgrounds."""

import math
from typing import Any

from lab.speed.peers import PY_MEMORI, SZL_RECALL
from lab.speed.rounds import RECALL

WIDTH, HEIGHT = 860, 460
LEFT, RIGHT, TOP, BOTTOM = 64, 590, 46, 410
LINES = (
    (RECALL, "context --compact", "recall context", "a"),
    (RECALL, "search, question", "recall search", "b"),
    (RECALL, "store", "recall store", "c"),
    (PY_MEMORI, "context --compact", "py-memori context", "d"),
    (PY_MEMORI, "search, question", "py-memori search", "e"),
    (PY_MEMORI, "store", "py-memori store", "f"),
    (SZL_RECALL, "search, question", "szl-recall search (newest 50)", "g"),
)
"""Program, operation, label and colour of each line."""
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600; font-size: 15px }
.grid { stroke: #8c959f; stroke-opacity: .3 }
path { fill: none; stroke-width: 2.2 }
path.d, path.e, path.f, path.g { stroke-dasharray: 6 4 }
path.a, circle.a { stroke: #0969da } path.b, circle.b { stroke: #1a7f37 } path.c, circle.c { stroke: #8250df }
path.d, circle.d { stroke: #cf222e } path.e, circle.e { stroke: #bc4c00 } path.f, circle.f { stroke: #9a6700 }
path.g, circle.g { stroke: #6e7781 }
circle { fill: #fff; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
path.a, circle.a { stroke: #58a6ff } path.b, circle.b { stroke: #3fb950 } path.c, circle.c { stroke: #bc8cff }
path.d, circle.d { stroke: #ff7b72 } path.e, circle.e { stroke: #f0883e } path.f, circle.f { stroke: #d29922 }
path.g, circle.g { stroke: #8b949e }
circle { fill: #0d1117 }
}
"""


def draw_svg(result: "dict[str, Any]") -> str:
    """The plot of a result: multiples of a bare interpreter, both axes logarithmic."""
    drawn = [
        (title, colour, points) for who, name, title, colour in LINES if (points := _line_points(result, who, name))
    ]
    sizes = sorted({size for _, _, points in drawn for size, _ in points})
    most = max(times for _, _, points in drawn for _, times in points)
    across = _log_scale(sizes[0], max(sizes[-1], sizes[0] * 10), LEFT + 20, RIGHT - 20)
    down = _log_scale(1, 10 ** math.ceil(math.log10(most)), BOTTOM, TOP)
    parts = [_vertical_line(f"{size:,}", across(size)) for size in sizes]
    parts += [
        _horizontal_line(times, down(times))
        for times in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
        if down(times) >= TOP
    ]
    labels = _separate_labels([down(points[-1][1]) for _, _, points in drawn])
    for (title, colour, points), at in zip(drawn, labels, strict=True):
        places = [(across(size), down(times)) for size, times in points]
        line = " L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path class="{colour}" d="M{line}"/>')
        parts += [f'<circle class="{colour}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in places]
        parts.append(f'<path class="{colour}" d="M{RIGHT + 12} {at:.1f} h22"/>')
        parts.append(f'<text x="{RIGHT + 40}" y="{at + 4:.1f}">{title} {points[-1][1]:.1f} ×</text>')
    title = "A whole command, as a multiple of starting Python; against the number of memories"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<text class="title" x="{LEFT}" y="24">{title}</text>' + "\n".join(parts) + "</svg>\n"
    )


def _line_points(result: "dict[str, Any]", who: str, name: str) -> "list[tuple[int, float]]":
    rows = [(part["size"], row) for part in result["sizes"] for row in part["operations"] if row["operation"] == name]
    return [(size, row["times_bare"][who]) for size, row in rows if who in row["times_bare"]]


def _log_scale(low: float, high: float, start: float, end: float) -> "Any":
    steps = math.log(high / low)
    return lambda value: start + (end - start) * math.log(value / low) / steps


def _separate_labels(wanted: "list[float]") -> "list[float]":
    """Heights of labels near the wanted ones, in the same order and without overlap."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    found = list(wanted)
    for before, at in zip(order, order[1:], strict=False):
        found[at] = max(found[at], found[before] + 19)
    over = max(0.0, max(found, default=0.0) - BOTTOM)
    return [at - over for at in found]


def _vertical_line(label: str, x: float) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{BOTTOM}"/>'
        f'<text x="{x:.1f}" y="{BOTTOM + 22}" text-anchor="middle">{label}</text>'
    )


def _horizontal_line(times: int, y: float) -> str:
    return (
        f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}"/>'
        f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{times} ×</text>'
    )
