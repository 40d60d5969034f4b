"""What natural statements do to earlier beliefs, measured through the commands `recall` offers.

    python -m lab.beliefs [FILE] [--typed] [--jobs N] [--json OUT] [--misses]

Each case has a fresh store. A is stored, then B, through a pipe as an agent does or at a terminal as its user does. Then
the state of A, the first answer to the question, and the brief are judged. FILE has one JSON object a line: id, a, b,
a_by, b_by (agent or user), verdict (ends, stays, contest), question, first (what the first answer must contain), never
(what must not be told as current), keep_b (true, false or null). Without FILE the pairs beside this module are used.
`--typed` adds `--type fact` to what an agent stores.
"""

import argparse
import json
import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

PAIRS = Path(__file__).with_name("own_pairs.jsonl")
LIMIT_SECONDS = 60
AS_PERSON = "from recall_cli.agents import ancestors; ancestors.agent_above = lambda: None\n"
"""At a terminal the user speaks, also if a coding agent runs the measurement."""
COMMAND = "from recall_cli.__main__ import main; main()"


class Outcome(NamedTuple):
    """What became of one case."""

    id: str
    verdict: str
    became: str
    """ended, contested, stays, or refused (A was not stored)."""
    asked: bool
    """Did the answer name A as maybe outdated?"""
    answer_first: bool
    told_old: bool
    """Was the old value told as current after an update?"""
    kept: bool
    wanted: "bool | None"


class Store:
    """A fresh store in a folder of its own."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        (self._folder / "project").mkdir()
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TERM": "dumb",
            "RECALL_DB": str(self._folder / "recall.db"), "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }  # fmt: skip

    def run(self, *args: str) -> str:
        """The output of a command through a pipe."""
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, *args], input="", capture_output=True, text=True,
            cwd=self._folder / "project", env=self._environment, timeout=LIMIT_SECONDS,
        )  # fmt: skip
        return ran.stdout

    def type(self, *args: str) -> str:
        """The output of a command that a person types at a terminal."""
        master, slave = pty.openpty()
        environment = {**self._environment, "TERM": "xterm", "COLUMNS": "10000"}
        child = subprocess.Popen(
            [sys.executable, "-c", AS_PERSON + COMMAND, *args], stdin=slave, stdout=slave, stderr=slave,
            cwd=self._folder / "project", env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        out = b""
        while True:
            try:
                data = os.read(master, 65_536)
            except OSError:  # the other side is closed
                break
            if not data:
                break
            out += data
        os.close(master)
        child.wait(LIMIT_SECONDS)
        return out.decode(errors="replace")

    def store(self, text: str, by: str, *, typed: bool) -> "dict[str, Any]":
        """The receipt of a text."""
        options = ["--type", "fact"] if typed and by == "agent" else []
        out = (self.type if by == "user" else self.run)("store", "--json", *options, "--", text)
        line = next(line for line in out.splitlines() if line.startswith("{"))
        receipt: dict[str, Any] = json.loads(line)
        return receipt


def judge_case(case: "dict[str, Any]", *, typed: bool) -> Outcome:
    """Store both statements of a case, and judge the result."""
    with tempfile.TemporaryDirectory(prefix="beliefs-") as folder:
        store = Store(folder)
        first = store.store(case["a"], case["a_by"], typed=typed)
        second = store.store(case["b"], case["b_by"], typed=typed)
        ids = first["memory_ids"]
        asked = {item["id"] for memory in second["memories"] for item in memory["maybe_outdated"]}
        found = json.loads(store.run("search", case["question"], "--json", "--limit", "3"))["results"]
        brief = [json.loads(line) for line in store.run("context", "--compact").splitlines() if line.startswith("{")]
        return Outcome(
            id=case["id"],
            verdict=case["verdict"],
            became=_state(store, ids),
            asked=bool(asked & set(ids)),
            answer_first=not case["first"] or bool(found and case["first"].lower() in found[0]["text"].lower()),
            told_old=_tells_old(case, found, brief),
            kept=bool(second["memory_ids"]),
            wanted=case["keep_b"],
        )


def _state(store: Store, ids: "list[str]") -> str:
    if not ids:
        return "refused"
    got = json.loads(store.run("get", *ids, "--json", "--no-touch"))
    memories = got.get("memories", [got])
    if any(memory["superseded_by"] or memory["superseded_at"] or memory["deleted_at"] for memory in memories):
        return "ended"
    return "contested" if any(memory["contested"] for memory in memories) else "stays"


def _tells_old(case: "dict[str, Any]", found: "list[Any]", brief: "list[Any]") -> bool:
    """Whether the old value comes first in a search unmarked, or stands unmarked in the brief."""
    old = case["never"].lower()
    if not old:
        return False
    first = bool(found) and old in found[0]["text"].lower() and not found[0]["contested"]
    return first or any(old in line.get("text", "").lower() for line in brief if line.get("kind") != "contested")


def figures(outcomes: "Iterable[Outcome]") -> "dict[str, tuple[int, int]]":
    """The counts of the table, each with the number of cases that it is counted in."""
    outcomes = [outcome for outcome in outcomes if outcome.became != "refused"]
    updates = [outcome for outcome in outcomes if outcome.verdict == "ends"]
    others = [outcome for outcome in outcomes if outcome.verdict != "ends"]
    beside = [outcome for outcome in outcomes if outcome.verdict == "stays"]
    good = [outcome for outcome in outcomes if outcome.wanted is True]
    useless = [outcome for outcome in outcomes if outcome.wanted is False]
    named = [outcome for outcome in updates if outcome.became in ("ended", "contested") or outcome.asked]
    return {
        "updates that end the old belief": (sum(o.became == "ended" for o in updates), len(updates)),
        "updates that end or name it": (len(named), len(updates)),
        "statements that end a true belief": (sum(o.became == "ended" for o in others), len(others)),
        "compatible statements that are asked about": (sum(o.asked for o in beside), len(beside)),
        "contested without need": (sum(o.became == "contested" for o in beside), len(beside)),
        "correct answer comes first": (sum(o.answer_first for o in outcomes), len(outcomes)),
        "old value told as current": (sum(o.told_old for o in updates), len(updates)),
        "good statements refused": (sum(not o.kept for o in good), len(good)),
        "useless statements kept": (sum(o.kept for o in useless), len(useless)),
    }


def read_cases(path: Path) -> "list[dict[str, Any]]":
    """The cases of a file, one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def run_cases(cases: "list[dict[str, Any]]", *, typed: bool, jobs: int) -> "list[Outcome]":
    """The outcome of each case, in their order."""
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda case: judge_case(case, typed=typed), cases))


def main() -> None:
    """Run the cases and print the table."""
    parser = argparse.ArgumentParser(prog="python -m lab.beliefs", description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=PAIRS)
    parser.add_argument("--typed", action="store_true", help="store what an agent says with --type fact")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write each outcome there")
    parser.add_argument("--misses", action="store_true", help="name the cases that failed")
    asked = parser.parse_args()
    outcomes = run_cases(read_cases(asked.file), typed=asked.typed, jobs=asked.jobs)
    for name, (count, of) in figures(outcomes).items():
        sys.stdout.write(f"{name:<45} {count:>4} of {of}\n")
    if asked.misses:
        for outcome in outcomes:
            sys.stdout.write(f"{outcome}\n")
    if asked.json:
        asked.json.write_text("".join(json.dumps(outcome._asdict()) + "\n" for outcome in outcomes), encoding="utf-8")


if __name__ == "__main__":
    main()
