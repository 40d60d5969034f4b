"""What sessions leave, measured through the commands `recall` offers.

    python -m lab.sessions [FOLDER …] [--json OUT] [--memories]

Each session has a fresh store. Its transcript is imported, and the memories, the brief of the next session and the
answers to questions are compared with what its author said must, may and must never be left. A folder holds `.session`
files (see files.py) or transcripts with their gold (`NN.jsonl`, `NN.gold.json`). Without a folder those beside this
module are used. The rules were tuned on `tuning` and `later_tuning`; `counting` and `later_counting` only count.

A text meets a list of keys if it contains all of them, in lower case and without code marks.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from lab.sessions.files import write_sessions

FOLDERS = tuple(Path(__file__).with_name(name) for name in ("tuning", "counting", "later_tuning", "later_counting"))
COMMAND = "from recall_cli.__main__ import main; main()"
MIN_LIVE_CONFIDENCE, MIN_WORDS = 0.4, 4
LIMIT_SECONDS = 120
CONNECTING = re.compile(
    r"^((so|and|but|also|no|yes|ok|okay|wait|done|fixed|then|ja|aber|y|pero|mais|mas|works)\b[ ,.:!]*)+"
)
POINTING = re.compile(
    r"(it|its|it's|that|that's|this|they|he|she|which|those|these|both|neither|das|es|eso|ça)\b|\d+[:)] "
)


class Figures(NamedTuple):
    """What one or several sessions left, as counts that can be added."""

    weight: int = 0
    weight_found: int = 0
    weight_alone: int = 0
    """Found in a memory that can be understood alone."""
    memories: int = 0
    fine: int = 0
    never: int = 0
    fragments: int = 0
    copies: int = 0
    found: int = 0
    typed: int = 0
    in_brief: int = 0
    """The weight that the brief tells."""
    brief_never: int = 0
    questions: int = 0
    answered: int = 0
    outdated: int = 0

    def add(self, other: "Figures") -> "Figures":
        """The figures of both together."""
        return Figures(*map(sum, zip(self, other, strict=True)))


def plain(text: str) -> str:
    """A text as it is compared."""
    return " ".join(re.sub(r"[`*]", "", text.lower().replace("’", "'")).split())


def meets(text: str, alternatives: list[list[str]]) -> bool:
    """Whether a text contains all keys of one of the alternatives."""
    return any(all(plain(key) in text for key in keys) for keys in alternatives)


def is_fragment(text: str) -> bool:
    """Whether a text cannot be understood alone: too short, cut inside of code, or pointing to another sentence."""
    bare = CONNECTING.sub("", plain(text))
    words = [word for word in re.findall(r"[\w./:-]+", bare) if re.search(r"\w", word)]
    return len(words) < MIN_WORDS or text.count("`") % 2 == 1 or bool(POINTING.match(bare))


class Home:
    """A fresh home and project with one session of Claude Code in it."""

    def __init__(self, folder: str, transcript: Path) -> None:
        self._folder = Path(folder)
        project = self._folder / "project"
        (project / ".git").mkdir(parents=True)
        files: dict[Path, list[str]] = {}
        sessions = self._folder / ".claude" / "projects" / "project"
        for line in transcript.read_text().splitlines():
            entry = json.loads(line)
            if "cwd" in entry:
                entry["cwd"] = str(project)
            path = sessions / f"{transcript.stem}.jsonl"
            if entry.get("isSidechain"):
                path = path.with_suffix("") / "subagents" / f"agent-{entry.get('agentId', 'x')}.jsonl"
            files.setdefault(path, []).append(json.dumps(entry) + "\n")
        for path, lines in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(lines))

    def run(self, *args: str) -> dict[str, Any]:
        """The JSON answer of a command."""
        return self._run_command([*args, "--json"], "")

    def answer_hook(self, message: dict[str, str]) -> dict[str, Any]:
        """What the hook at the start of a session answers."""
        return self._run_command(["hook", "session-start", "--agent", "claude-code"], json.dumps(message))

    def _run_command(self, args: list[str], stdin: str) -> dict[str, Any]:
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self._folder), "LANG": "C.UTF-8", "TERM": "dumb",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }  # fmt: skip
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, *args], cwd=self._folder / "project", env=environment,
            input=stdin, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False,
        )  # fmt: skip
        answer: dict[str, Any] = json.loads(ran.stdout or "{}")
        return answer


def told_text(memory: dict[str, Any]) -> str:
    """What a memory tells, with its fact."""
    return plain(" ".join(str(memory.get(key) or "") for key in ("text", "entity", "attribute", "value")))


def is_never(text: str, gold: dict[str, Any]) -> bool:
    """Whether a text tells what must not be left."""
    return any(meets(text, [never["keys"]]) and not meets(text, never["unless"]) for never in gold["never"])


def judge_session(transcript: Path) -> tuple[Figures, list[str]]:
    """The figures of one session, and a line for each memory and each miss."""
    gold = json.loads(transcript.with_name(transcript.stem + ".gold.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder, transcript)
        home.run("import", "transcripts")
        listed = home.run("list", "--limit", "500").get("memories", [])
        brief = [told_text(line) for line in home.run("context", "--no-touch").get("told", [])]
        results = [home.run("search", asked["q"], "--limit", "3", "--no-touch") for asked in gold["questions"]]
    memories = [one for one in listed if one.get("confidence", 1) >= MIN_LIVE_CONFIDENCE and not one.get("held")]
    figures = judge_memories(gold, memories)
    answers = [[told_text(one) for one in result.get("results", [])[:3]] for result in results]
    right = [
        any(meets(text, asked["answer"]) for text in texts)
        for asked, texts in zip(gold["questions"], answers, strict=True)
    ]
    stale = [
        any(meets(text, asked["outdated"]) and not meets(text, asked["answer"]) for text in texts)
        for asked, texts in zip(gold["questions"], answers, strict=True)
    ]
    figures = figures._replace(
        in_brief=sum(must["weight"] for must in gold["must"] if any(meets(text, must["keys"]) for text in brief)),
        brief_never=sum(is_never(text, gold) for text in brief),
        questions=len(right), answered=sum(right), outdated=sum(stale),
    )  # fmt: skip
    return figures, describe(gold, memories) + [
        f"  {'outdated' if old else 'unanswered':10} {asked['q']}"
        for asked, found, old in zip(gold["questions"], right, stale, strict=True)
        if old or not found
    ]


def judge_memories(gold: dict[str, Any], memories: list[dict[str, Any]]) -> Figures:
    """The figures of the memories that a session left."""
    texts = [told_text(memory) for memory in memories]
    tellers = {must["id"]: [at for at, text in enumerate(texts) if meets(text, must["keys"])] for must in gold["must"]}
    own: set[int] = set()
    for places in sorted((places for places in tellers.values() if places), key=len):
        if not own & {*places}:
            own.add(places[-1])
    useful = [any(at in places for places in tellers.values()) for at in range(len(texts))]
    never = [is_never(text, gold) for text in texts]
    allowed = [
        one or any(meets(text, may["keys"]) for may in gold["may"]) for one, text in zip(useful, texts, strict=True)
    ]
    alone = [not is_fragment(memory["text"]) for memory in memories]
    found = [must for must in gold["must"] if tellers[must["id"]]]
    return Figures(
        weight=sum(must["weight"] for must in gold["must"]),
        weight_found=sum(must["weight"] for must in found),
        weight_alone=sum(must["weight"] for must in found if any(alone[at] for at in tellers[must["id"]])),
        memories=len(memories),
        fine=sum(good and not bad for good, bad in zip(allowed, never, strict=True)),
        never=sum(never),
        fragments=len(alone) - sum(alone),
        copies=sum(one and at not in own for at, one in enumerate(useful)),
        found=len(found),
        typed=sum(any(memories[at]["type"] == must["type"] for at in tellers[must["id"]]) for must in found),
    )


def describe(gold: dict[str, Any], memories: list[dict[str, Any]]) -> list[str]:
    """A line for each memory with its judgement, and one for each miss."""
    lines = []
    for memory in memories:
        text = told_text(memory)
        musts = [must["id"] for must in gold["must"] if meets(text, must["keys"])]
        mark = "NEVER" if is_never(text, gold) else ",".join(musts)
        mark = mark or ("may" if any(meets(text, may["keys"]) for may in gold["may"]) else "other")
        lines.append(f"  {mark:10} {memory['type']:10} {memory['text']}")
    texts = list(map(told_text, memories))
    missed = (must for must in gold["must"] if not any(meets(text, must["keys"]) for text in texts))
    return lines + [f"  missed     {must['type']:10} {must['statement']}" for must in missed]


COLUMNS = ("session", "found %", "alone %", "right %", "never", "memories", "copies", "fragments", "type %", "brief %",
           "brief never", "answered", "outdated")  # fmt: skip


def table_row(name: str, figures: Figures) -> str:
    """One row of the report."""

    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f}" if whole else "-"

    cells = (
        name, share(figures.weight_found, figures.weight), share(figures.weight_alone, figures.weight),
        share(figures.fine, figures.memories), figures.never, figures.memories, figures.copies, figures.fragments,
        share(figures.typed, figures.found), share(figures.in_brief, figures.weight), figures.brief_never,
        f"{figures.answered}/{figures.questions}", figures.outdated,
    )  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=FOLDERS)
    parser.add_argument("--json", type=Path)
    parser.add_argument(
        "--memories", action="store_true", help="print every memory, every miss and every question without an answer"
    )
    options = parser.parse_args()
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    totals: dict[str, dict[str, int]] = {}
    for folder in options.folders:
        total = Figures()
        with tempfile.TemporaryDirectory() as written:
            sources = sorted(path for path in folder.glob("*.jsonl")) or write_sessions(folder, Path(written))
            for source in sources:
                figures, lines = judge_session(source)
                total = total.add(figures)
                print(table_row(source.stem, figures), flush=True)
                print("\n".join(lines) if options.memories else "", end="\n" if options.memories else "")
        print(table_row(f"**{folder.name}**", total))
        totals[folder.name] = total._asdict()
    if options.json:
        options.json.write_text(json.dumps(totals, indent=1))


if __name__ == "__main__":
    main()
