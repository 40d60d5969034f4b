"""The picture of a terminal in the README: real commands, what they really said, drawn as an SVG.

`python -m tests.docs.terminal_picture` makes `tests/docs/terminal.svg` anew; a test holds it against what recall says today.
"""

import re
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

from tests.command import ROOT, Home

PICTURE = ROOT / "tests/docs/terminal.svg"
COLUMNS = 88
EARLIER_TEXT = "The queue is RabbitMQ: it was there already."
SHOWN_COMMANDS = (
    (
        "recall store 'We moved the queue to NATS because replaying RabbitMQ was too slow.' \\\n"
        "    --type decision --entity queue --attribute engine --value NATS"
    ),
    "recall store 'Retry only on 503; retrying 409 hid a conflict.' --type correction",
    "recall search 'why did we leave rabbit'",
    "recall history queue engine",
    "recall undo 2",
)
"""What is typed, one after the other."""
LETTER_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 19, 18
COLOURS = {"31": "#e06c75", "33": "#d8a657", "36": "#56b6c2"}
TEXT_COLOUR, DIM_COLOUR, BACKGROUND_COLOUR = "#d4d7dd", "#8b929e", "#1d2026"


def run_session(home: Path) -> str:
    """All that stands in the terminal afterwards, colours and all."""
    recall = Home(home)
    recall.now -= 9 * 86_400_000
    fact = ("--type", "fact", "--entity", "queue", "--attribute", "engine")
    recall("store", EARLIER_TEXT, *fact, "--value", "RabbitMQ", "--global", tty=True)
    recall.later(days=9)
    told = ""
    for command in SHOWN_COMMANDS:
        words = [word.strip("'") for word in re.findall(r"'[^']*'|[^\s\\]+", command)]
        answer = recall(*words[1:], tty=True, env={"COLUMNS": str(COLUMNS)})
        assert answer.status == 0, answer
        told += f"$ {command}\n{answer.out.rstrip()}\n\n"
        recall.later()
    return told.rstrip() + "\n"


def draw_svg(told: str) -> str:
    """The terminal as an SVG, with no font or picture from elsewhere."""
    lines = told.splitlines()
    width, height = COLUMNS * LETTER_WIDTH + 2 * MARGIN, len(lines) * LINE_HEIGHT + 2 * MARGIN
    rows = [
        f'<text x="{MARGIN}" y="{MARGIN + 14 + at * LINE_HEIGHT}" xml:space="preserve">{_svg_row(line)}</text>'
        for at, line in enumerate(lines)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'role="img" aria-label="recall in a terminal">\n'
        f"<style>text {{ font: 14px ui-monospace, Menlo, Consolas, monospace; fill: {TEXT_COLOUR} }}</style>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND_COLOUR}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def _svg_row(line: str) -> str:
    """One line: every stretch of letters at its own place, so that no font can move the columns."""
    if line.startswith("$ "):
        return f'<tspan fill="{DIM_COLOUR}">$</tspan> <tspan font-weight="bold">{escape(line[2:])}</tspan>'
    row, style, column = "", {"0"}, 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            codes = part[2:-1].split(";")
            style = set() if codes in (["0"], [""]) else style | set(codes)
        elif part:
            colour = next(
                (COLOURS[code] for code in style if code in COLOURS), DIM_COLOUR if "2" in style else TEXT_COLOUR
            )
            struck = ' text-decoration="line-through"' if "9" in style else ""
            x = MARGIN + column * LETTER_WIDTH
            row += f'<tspan x="{x:.1f}" fill="{colour}"{struck}>{escape(part)}</tspan>'
            column += len(part)
    return row


def picture_text(svg: str) -> str:
    """The words of a picture, without what differs from run to run: the halves of ids, how long a search took."""
    text = re.sub(r"<style>.*?</style>|<[^>]+>", "", svg)
    return re.sub(r"\b[0-9a-f]{8}(-[0-9a-f]{4})?\b", "ID", re.sub(r"in \d+ ms", "in 1 ms", text))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        PICTURE.write_text(draw_svg(run_session(Path(folder))), encoding="utf-8")
