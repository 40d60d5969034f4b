"""The picture of two sessions in the README: real commands and their real output, drawn as an SVG.

`python -m tests.docs.recording` draws `tests/docs/terminal.svg` and copies the brief into the README.
A test compares both with what recall prints today.
"""

import json
import re
import tempfile
import textwrap
import time
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from tests.command import ROOT, Home

PICTURE = ROOT / "tests/docs/terminal.svg"
README = ROOT / "README.md"
COLUMNS = 96
LETTER, LINE, MARGIN = 8.4, 19, 18
COLOURS = {"31": "#e06c75", "33": "#d8a657", "36": "#56b6c2"}
PLAIN, DIM, BACK = "#d4d7dd", "#8b929e", "#1d2026"
BOLD_LINE = "\x1b[1m"
DIM_LINE = "\x1b[2m"
RESET = "\x1b[0m"
DIALOGUE = (
    ("user", "Why are some orders charged twice?"),
    (
        "assistant",
        "I found the cause: the payment client retries after a 409, and a 409 means that the charge exists already.",
    ),
    ("user", "Retry only on 503, never on 409: retrying 409 hid a conflict."),
    ("user", "We use NATS for the order queue because replaying RabbitMQ was too slow."),
    ("assistant", "Done. I changed src/client.py, and all 214 tests pass."),
)
"""What the user and the agent say in the first session."""
BRIEF_BLOCK = re.compile(r"```text\n(<recalled_memories.*?|BRIEF\n)```", re.DOTALL)
"""The block of the README that shows a brief."""


class Recording(NamedTuple):
    """What the two sessions leave: all lines of the terminal, and the brief of the second session."""

    lines: list[str]
    brief: str


def record(home: Path) -> Recording:
    """Run both sessions with the real command."""
    recall = Home(home, now="2026-03-02T09:00:00.000Z")
    recall.more["RECALL_EXTRACTOR"] = "auto"
    folder = home / "shop"
    folder.mkdir()
    lines = [f"{BOLD_LINE}Monday: you work with Claude Code{RESET}", ""]
    lines += [line for speaker, text in DIALOGUE for line in _spoken(speaker, text)]
    _write_transcript(folder, recall)
    recall("hook", "session-end", "--agent", "claude-code", stdin=_message(folder, "s-1"), cwd=folder)
    _wait_for_jobs(recall, folder)
    lines += ["", f"{DIM_LINE}The session ends. recall reads it in the background.{RESET}", ""]
    for command in ("recall list", "recall store 'Tabs, not spaces, in Go.' --type preference --global"):
        lines += _typed(recall, command, folder)
        recall.later()
    recall.later(days=3)
    started = recall(
        "hook", "session-start", "--agent", "claude-code", stdin=_message(folder, "s-2", source="startup"), cwd=folder
    )
    brief = str(json.loads(started.out)["hookSpecificOutput"]["additionalContext"]).rstrip("\n")
    lines += [f"{BOLD_LINE}Thursday: a new session of Claude Code begins with{RESET}", ""]
    lines += [part for line in brief.splitlines() for part in textwrap.wrap(line, COLUMNS, subsequent_indent="    ")]
    return Recording(lines, brief)


def draw(lines: list[str]) -> str:
    """The terminal as an SVG, with no font or picture from elsewhere."""
    width, height = COLUMNS * LETTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    rows = [
        f'<text x="{MARGIN}" y="{MARGIN + 14 + at * LINE}" xml:space="preserve">{_row(line)}</text>'
        for at, line in enumerate(lines)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'role="img" aria-label="Two sessions of an agent with recall">\n'
        f"<style>text {{ font: 14px ui-monospace, Menlo, Consolas, monospace; fill: {PLAIN} }}</style>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{BACK}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def with_brief(readme: str, brief: str) -> str:
    """The README with this brief in its block."""
    return BRIEF_BLOCK.sub(lambda _: f"```text\n{brief}\n```", readme, count=1)


def brief_in(readme: str) -> str:
    """The brief that the README shows."""
    block = BRIEF_BLOCK.search(readme)
    assert block, "the README shows no brief"
    return block[1].rstrip("\n")


def normalize(text: str) -> str:
    """The words of a picture or a brief without what differs in each run: ids, their length, tags, and time taken."""
    for tag in re.findall(r'recalled_memories id="([b-z]{3,})"', text):
        text = re.sub(rf"\b{tag}\b", "TAG", text)
    text = re.sub(r"<style>.*?</style>|</?(?:svg|text|tspan|rect)\b[^>]*>", "", text, flags=re.DOTALL)
    text = re.sub(r'id="[0-9a-f]{6,}"', 'id="ID"', re.sub(r"in \d+ ms", "in 1 ms", text))
    text = re.sub(r"\b[0-9a-f]{4}\b", "ID", text)
    return " ".join(text.split())


def _spoken(speaker: str, text: str) -> list[str]:
    name = {"user": "you", "assistant": "claude"}[speaker].ljust(8)
    parts = textwrap.wrap(text, COLUMNS - len(name))
    return [f"{DIM_LINE}{name}{RESET}{parts[0]}", *(" " * len(name) + part for part in parts[1:])]


def _write_transcript(folder: Path, recall: Home) -> None:
    """The file that Claude Code keeps of the first session."""
    with (folder / "s-1.jsonl").open("w", encoding="utf-8") as file:
        for number, (speaker, text) in enumerate(DIALOGUE):
            content = text if speaker == "user" else [{"type": "text", "text": text}]
            turn = {
                "type": speaker, "uuid": str(number), "sessionId": "s-1", "timestamp": recall.moment,
                "cwd": str(folder), "message": {"role": speaker, "content": content},
            }  # fmt: skip
            file.write(json.dumps(turn) + "\n")


def _wait_for_jobs(recall: Home, folder: Path) -> None:
    """The hook has started a worker; whichever of the two is first does the work."""
    for _ in range(600):
        recall("worker", "--once", cwd=folder)
        jobs = json.loads(recall("jobs", "--json", cwd=folder).out)["jobs"]
        if jobs and all(job["state"] == "complete" for job in jobs):
            return
        time.sleep(0.1)
    raise AssertionError("the session was not read within a minute")


def _message(folder: Path, session: str, **more: str) -> str:
    """What Claude Code sends to a hook."""
    path = str(folder / f"{session}.jsonl")
    return json.dumps({"session_id": session, "transcript_path": path, "cwd": str(folder), **more})


def _typed(recall: Home, command: str, folder: Path) -> list[str]:
    """A command at a terminal and its output."""
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
    answer = recall(*words[1:], tty=True, env={"COLUMNS": str(COLUMNS)}, cwd=folder)
    assert answer.status == 0, answer
    return [f"$ {command}", *answer.out.rstrip().splitlines(), ""]


def _row(line: str) -> str:
    """One line of the terminal. Each part has its own place, so that no font can move the columns."""
    if line.startswith("$ "):
        return f'<tspan fill="{DIM}">$</tspan> <tspan font-weight="bold">{escape(line[2:])}</tspan>'
    row, style, column = "", {"0"}, 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            codes = part[2:-1].split(";")
            style = set() if codes in (["0"], [""]) else style | set(codes)
        elif part:
            colour = next((COLOURS[code] for code in style if code in COLOURS), DIM if "2" in style else PLAIN)
            more = ' text-decoration="line-through"' if "9" in style else ""
            more += ' font-weight="bold"' if "1" in style else ""
            x = MARGIN + column * LETTER
            row += f'<tspan x="{x:.1f}" fill="{colour}"{more}>{escape(part)}</tspan>'
            column += len(part)
    return row


def write() -> None:
    """Write the picture and the brief where more than their ids has changed."""
    with tempfile.TemporaryDirectory() as temporary:
        recording = record(Path(temporary))
    picture = draw(recording.lines)
    if not PICTURE.exists() or normalize(PICTURE.read_text(encoding="utf-8")) != normalize(picture):
        PICTURE.write_text(picture, encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    if normalize(brief_in(readme)) != normalize(recording.brief):
        README.write_text(with_brief(readme, recording.brief), encoding="utf-8")


if __name__ == "__main__":
    write()
