"""What updates do inside a store of many true statements, measured through the commands `recall` offers.

    python -m lab.beliefs.in_stores STORE UPDATES [--misses]

Each line of STORE has id, text and type, and all of them are true side by side. Each line of UPDATES has text, type and
`ends`: the id of the statement that it makes outdated, or nothing if it holds beside all of them. After each update the
words of the older statement are the query: does it stand there unmarked, as if it still held?
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from lab.beliefs.run import Store, read_cases
from recall_cli.domain.memory import MEMORY_TYPES

FIRST_RESULTS = 3


class FilledStore:
    """A store that all true statements were stored in, in their order."""

    def __init__(self, folder: str, statements: "list[dict[str, Any]]") -> None:
        self._store = Store(folder)
        self.texts = {statement["id"]: statement["text"] for statement in statements}
        self._ids: dict[str, str] = {}
        for statement in statements:
            receipt = self._add(statement)
            self._ids.update(dict.fromkeys(receipt["memory_ids"], statement["id"]))

    def _add(self, statement: "dict[str, Any]") -> "dict[str, Any]":
        type_ = ["--type", statement["type"]] if statement["type"] in MEMORY_TYPES else []
        out = self._store.run("store", "--json", *type_, "--", statement["text"])
        receipt: dict[str, Any] = json.loads(out)
        return receipt

    def ended(self) -> "set[str]":
        """The statements that are no longer believed."""
        listed = json.loads(self._store.run("list", "--include", "all", "--limit", "10000", "--json"))["memories"]
        return {self._ids[one["id"]] for one in listed if one["id"] in self._ids and one["superseded_at"]}

    def judge(self, update: "dict[str, Any]") -> "Counter[str]":
        """What became of an update, each outcome with the count 1."""
        receipt = self._add(update)
        asked = {self._ids.get(old["id"]) for new in receipt["memories"] for old in new["maybe_outdated"]} - {None}
        if not update["ends"]:
            return Counter({"beside": 1, "beside asked": bool(asked)})
        [older] = update["ends"]
        verdict = "ended" if older in self.ended() else "asked" if older in asked else "silent"
        query = self.texts[older]
        results = json.loads(self._store.run("search", "--json", "--limit", "10", "--", query))["results"]
        told = json.loads(self._store.run("context", "--json", "--", query) or "{}").get("told", [])
        in_brief = [memory for line in told for memory in line["memories"]]
        return Counter(
            {
                "updates": 1,
                verdict: 1,
                "asked about others": bool(asked - {older}),
                "unmarked in search": self._stands(older, results[:FIRST_RESULTS]),
                "unmarked in context": self._stands(older, in_brief),
                "new one first": bool(results and results[0]["id"] in receipt["memory_ids"]),
            }
        )

    def _stands(self, older: str, memories: "list[dict[str, Any]]") -> bool:
        """Whether an older statement is told without a mark."""
        same = [memory for memory in memories if self._ids.get(memory["id"]) == older]
        return any(not (memory["maybe_replaced_by"] or memory["contested"]) for memory in same)


def count_updates(store_file: Path, updates_file: Path, *, misses: bool = False) -> "Counter[str]":
    """The counts over all updates, stored one after another, and how many true statements ended."""
    total: Counter[str] = Counter()
    updates = read_cases(updates_file)
    with tempfile.TemporaryDirectory(prefix="beliefs-") as folder:
        store = FilledStore(folder, read_cases(store_file))
        for update in updates:
            found = store.judge(update)
            total += found
            if misses and (found["silent"] or found["unmarked in search"] or found["unmarked in context"]):
                sys.stdout.write(f"{sorted(found)}\n  {store.texts[update['ends'][0]]}\n  {update['text']}\n")
        total["falsely ended"] = len(store.ended() - {id_ for update in updates for id_ in update["ends"]})
    return total


def main() -> None:
    """Print each count."""
    parser = argparse.ArgumentParser(prog="python -m lab.beliefs.in_stores", description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("updates", type=Path)
    parser.add_argument("--misses", action="store_true", help="show the updates that were missed")
    asked = parser.parse_args()
    for name, count in count_updates(asked.store, asked.updates, misses=asked.misses).items():
        sys.stdout.write(f"{name:<20} {count:>4}\n")


if __name__ == "__main__":
    main()
