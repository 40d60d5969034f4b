"""Count what the hooks of Claude Code show where a memory bears on the moment, and where none does.

    python -m lab.moments FOLDER [--misses] [--only prompts]

FOLDER has memories.jsonl (id, text, type) and any of these, each line with `answers`, the ids of the memories that bear
on it: prompts.jsonl (prompt), commands.jsonl (command), errors.jsonl (command, tool_output), files.jsonl (file_path,
action: read or edit) and questions.jsonl (question). Each message is a session of its own, so nothing is left out because
it was shown before.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from recall_cli.domain.memory import MEMORY_TYPES

COMMAND = "from recall_cli.__main__ import main; main()"
LIMIT_SECONDS = 60
FIRST_RESULTS = 3


class Count(NamedTuple):
    """What was shown at one kind of moment."""

    known: int
    told: int
    """At how many of the moments that a memory bears on it was shown."""
    told_others: int
    """Lines that do not bear on such a moment."""
    unknown: int
    noisy: int
    """At how many of the other moments anything was shown."""
    noisy_lines: int


class ShopStore:
    """A store with all memories, told to recall by an agent at work in a checkout."""

    def __init__(self, folder: Path, memories: "list[dict[str, Any]]") -> None:
        self.project = folder / "shop"
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "dumb",
            "RECALL_DB": str(folder / "recall.db"), "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
        }  # fmt: skip
        self.texts = {memory["id"]: memory["text"] for memory in memories}
        self._sessions = 0
        for memory in memories:
            type_ = memory["type"] if memory["type"] in MEMORY_TYPES else "fact"
            self.run("store", "--type", type_, "--", memory["text"])

    def run(self, *args: str, stdin: str = "") -> str:
        """The output of a command."""
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, *args], input=stdin, capture_output=True, text=True,
            cwd=self.project, env=self._environment, timeout=LIMIT_SECONDS,
        )  # fmt: skip
        return ran.stdout

    def hook(self, event: str, **message: Any) -> "list[str]":
        """The ids of the memories that a hook shows, in a new session."""
        self._sessions += 1
        whole = {"session_id": f"session-{self._sessions}", "cwd": str(self.project), **message}
        return self.shown(self.run("hook", event, "--agent", "claude-code", stdin=json.dumps(whole)))

    def shown(self, output: str) -> "list[str]":
        """The ids of the memories whose texts stand in an output, the first one first."""
        text = _plain(json.dumps(json.loads(output), ensure_ascii=False)) if output else ""
        places = {
            id_: text.find(_plain(json.dumps(known, ensure_ascii=False)[1:-1])) for id_, known in self.texts.items()
        }
        return sorted((id_ for id_, place in places.items() if place >= 0), key=lambda id_: places[id_])

    def shown_at(self, kind: str, case: "dict[str, Any]") -> "list[str]":
        """What is shown at a moment."""
        if kind == "prompts":
            return self.hook("prompt", hook_event_name="UserPromptSubmit", prompt=case["prompt"])
        if kind == "questions":
            found = json.loads(
                self.run("search", "--json", "--limit", str(FIRST_RESULTS), "--", case["question"]) or "{}"
            )
            known = {text: id_ for id_, text in self.texts.items()}
            return [known[one["text"]] for one in found.get("results", []) if one["text"] in known]
        if kind == "files":
            path = str(self.project / case["file_path"].partition("/shop/")[2])
            tool = "Read" if case["action"] == "read" else "Edit"
            given = {"file_path": path} if tool == "Read" else {"file_path": path, "old_string": "a", "new_string": "b"}
            return self.hook("tool-start", hook_event_name="PreToolUse", tool_name=tool, tool_input=given)
        given = {"command": case["command"]}
        if kind == "commands":
            return self.hook("tool-start", hook_event_name="PreToolUse", tool_name="Bash", tool_input=given)
        return self.hook(
            "tool-failed", hook_event_name="PostToolUseFailure", tool_name="Bash", tool_input=given,
            error=case["tool_output"],
        )  # fmt: skip


def _plain(text: str) -> str:
    """A text without what only quoting adds."""
    return text.replace("\\", "").replace('"', "")


def count_moments(store: ShopStore, kind: str, cases: "list[dict[str, Any]]", *, misses: bool) -> Count:
    """What is shown at all moments of one kind."""
    known = told = told_others = unknown = noisy = noisy_lines = 0
    for case in cases:
        shown, answers = store.shown_at(kind, case), case["answers"]
        if answers:
            known += 1
            told += bool({*answers} & {*shown})
            told_others += len({*shown} - {*answers})
        else:
            unknown += 1
            noisy += bool(shown)
            noisy_lines += len(shown)
        if misses and (bool(answers) != bool(shown) or (answers and not {*answers} & {*shown})):
            print(json.dumps(case, ensure_ascii=False)[:400])
            for id_ in answers:
                print("   wanted:", store.texts[id_])
            for id_ in shown:
                print("   shown: ", store.texts[id_])
    return Count(known, told, told_others, unknown, noisy, noisy_lines)


def read_lines(file: Path) -> "list[dict[str, Any]]":
    """The objects of a file, one a line; [] if there is no such file."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def main() -> None:
    """Print a line for each kind of moment."""
    parser = argparse.ArgumentParser(description=str(__doc__), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="also print each moment that went wrong")
    parser.add_argument("--only", help="count only one kind")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="moments-") as folder:
        store = ShopStore(Path(folder), read_lines(args.folder / "memories.jsonl"))
        for kind in ("prompts", "commands", "errors", "files", "questions"):
            cases = read_lines(args.folder / f"{kind}.jsonl")
            if cases and args.only in (None, kind):
                count = count_moments(store, kind, cases, misses=args.misses)
                print(f"{kind:10}", *(f"{name} {value}" for name, value in count._asdict().items()), sep="  ")


if __name__ == "__main__":
    main()
