"""What the rules alone make of pairs of statements: how many updates they end or ask about, and what they end wrongly.

    python -m lab.beliefs.rules_alone FILE...

Each line of a file has a, b and verdict (ends, stays or contest). Nothing is stored, so who spoke does not count.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from recall_cli.domain.vector import QueryVector
from recall_cli.inference.static_table import StaticTable
from recall_cli.rules.change.judgement import Candidate, judge

TABLE = StaticTable()


def verdict(old: str, new: str) -> str:
    """What a new statement does to an older one: ends, asks or nothing."""
    cosine = QueryVector(TABLE.embed(new)).cosine(TABLE.embed(old))
    found = judge(new, [Candidate(key=0, text=old, cosine=cosine)])
    return "ends" if found.ends is not None else "asks" if found.asks else "nothing"


def count_pairs(file: Path) -> "Counter[tuple[bool, str]]":
    """How often each verdict was given, for updates and for statements that stand beside each other."""
    pairs = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return Counter((pair["verdict"] == "ends", verdict(pair["a"], pair["b"])) for pair in pairs)


def main() -> None:
    """Print a line for each file, and their sum."""
    total: Counter[tuple[bool, str]] = Counter()
    for name in sys.argv[1:]:
        counts = count_pairs(Path(name))
        total += counts
        print(Path(name).name, describe(counts))
    print("all", describe(total))


def describe(counts: "Counter[tuple[bool, str]]") -> str:
    """The counts in words."""
    updates, others = (sum(n for (ends, _), n in counts.items() if ends is side) for side in (True, False))
    ended, asked = counts[True, "ends"], counts[True, "asks"]
    wrong, needless = counts[False, "ends"], counts[False, "asks"]
    return f"updates {updates}: ended {ended}, asked {asked}; others {others}: ended {wrong}, asked {needless}"


if __name__ == "__main__":
    main()
