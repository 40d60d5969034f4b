"""How often a statement ends a memory of something else in a store of many memories.

    python -m tests.bench.beliefs.dense FILE ... [--memories N]

Every newer statement of the files meets N older ones of other pairs. Each ending is printed, to be read: pairs of one
writer are often about one thing, so that some of the endings are right.
"""

import argparse
import random
import sys
from pathlib import Path

from recall_cli.rules.revision.comparison import ASKS, ENDS, compare
from recall_cli.rules.revision.reading import Reading
from tests.bench.beliefs.likeness import likeness_of
from tests.bench.beliefs.pairs import Pair, read_pairs

SEED = 7
MEMORIES = 300


def find_endings(pairs: "list[Pair]", count: int) -> "tuple[list[tuple[str, str, str]], int]":
    """The endings among memories of other pairs, and how many statements ask about one."""
    olds = [*{pair.old: Reading(pair.old) for pair in pairs}.items()]
    draw = random.Random(SEED)
    endings: list[tuple[str, str, str]] = []
    asking = 0
    for pair in pairs:
        statement = Reading(pair.new)
        others = [row for row in olds if row[0] != pair.old]
        drawn = draw.sample(others, min(count, len(others)))
        verdicts = [(text, compare(old, text, statement, likeness_of(text, pair.new))) for text, old in drawn]
        endings += [(text, pair.new, verdict.reason) for text, verdict in verdicts if verdict.kind == ENDS]
        asking += any(verdict.kind == ASKS for _, verdict in verdicts)
    return endings, asking


def main() -> None:
    """Print every ending, and how many statements had one."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.beliefs.dense", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--memories", type=int, default=MEMORIES)
    asked = parser.parse_args()
    pairs = read_pairs(asked.files)
    endings, asking = find_endings(pairs, asked.memories)
    for old, new, reason in endings:
        sys.stdout.write(f"{old}  >>  {new}  ({reason})\n")
    ended = len({new for _, new, _ in endings})
    sys.stdout.write(f"{len(pairs)} statements: {ended} end a memory of another pair, {asking} ask about one\n")


if __name__ == "__main__":
    main()
