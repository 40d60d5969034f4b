"""How well the judge of beliefs does on pairs of writers that its model has not seen.

python -m tests.bench.beliefs.report              each of our writers left out in turn, and two dense stores
python -m tests.bench.beliefs.report FILE ...     the shipped weights on other files of pairs
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from recall_cli.rules.revision import weights
from recall_cli.rules.revision.comparison import ASKS, CONTESTS, ENDS, compare, judge
from recall_cli.rules.revision.reading import Reading
from tests.bench.beliefs.likeness import likeness_of
from tests.bench.beliefs.pairs import FOLDER, Pair, own_pair_files, read_pairs, writer_of
from tests.bench.fit_beliefs import (
    FittedWeights,
    count_stays_left_out,
    find_thresholds,
    fit,
    make_table,
    score_left_out,
    writer_group,
)


def count_verdicts(pairs: list[Pair]) -> Counter[str]:
    """How often each verdict fell on endings and on others; a less trusted statement contests instead of ending."""
    counts: Counter[str] = Counter()
    for pair in pairs:
        kind = judge(pair.old, pair.new, likeness_of(pair.old, pair.new)).kind
        kind = CONTESTS if kind == ENDS and pair.user_word else kind
        counts[pair.verdict] += 1
        counts[f"{pair.verdict} {kind}"] += 1
    return counts


def line(name: str, counts: Counter[str]) -> str:
    """One line of the report."""
    ends, stays, contest = counts["ends"], counts["stays"], counts["contest"]
    named = counts[f"ends {ENDS}"] + counts[f"ends {ASKS}"] + counts[f"ends {CONTESTS}"]
    asked = counts[f"stays {ASKS}"] + counts[f"stays {CONTESTS}"]
    return (
        f"{name:16} ended {counts[f'ends {ENDS}']}/{ends} ({counts[f'ends {ENDS}'] / max(ends, 1):.1%}), "
        f"ended or named {named / max(ends, 1):.1%}, wrong endings "
        f"{counts[f'stays {ENDS}']}+{counts[f'contest {ENDS}']} of {stays}+{contest}, "
        f"asked among compatible {asked / max(stays, 1):.1%}, contested {counts[f'contest {CONTESTS}']}/{contest}"
    )


def use(fitted: FittedWeights) -> None:
    """Let the judge use these weights for the rest of this process."""
    for name, value in fitted.values().items():
        setattr(weights, name, value)


def report_store(writer: str) -> str:
    """Every update of a store against every memory of it."""
    memories = [json.loads(row) for row in (FOLDER / f"{writer}-store.jsonl").read_text(encoding="utf-8").splitlines()]
    readings = [(memory, Reading(memory["text"])) for memory in memories]
    counts: Counter[str] = Counter()
    for row in (FOLDER / f"{writer}-updates.jsonl").read_text(encoding="utf-8").splitlines():
        update = json.loads(row)
        new = Reading(update["text"])
        asked = 0
        for memory, old in readings:
            alike = likeness_of(memory["text"], update["text"])
            kind, right = compare(old, memory["text"], new, alike).kind, memory["id"] in update["ends"]
            counts[f"{'right' if right else 'wrong'} {kind}"] += 1
            asked += kind == ASKS and not right
        counts["updates"] += 1
        counts["updates with a needless question"] += asked > 0
    right = sum(count for name, count in counts.items() if name.startswith("right"))
    return (
        f"{writer} store: {len(memories)} memories, {counts['updates']} statements; {counts[f'right {ENDS}']} of {right} "
        f"ended, {counts[f'right {ASKS}']} asked, {counts[f'wrong {ENDS}']} wrong endings, "
        f"{counts['updates with a needless question']} statements with a needless question"
    )


def report_left_out() -> None:
    """Each writer judged by a model that has seen nothing of theirs; thresholds come from all writers left out."""
    table = make_table()
    thresholds = find_thresholds(table, *score_left_out(table), count_stays_left_out(table))
    groups = [writer_group(pair) for pair in table.pairs]
    total: Counter[str] = Counter()
    for writer in sorted({group for both in groups for group in both}):
        rows = np.array([writer not in both for both in groups])
        use(FittedWeights(fit(table, rows), table.names, thresholds))
        for name in sorted({writer_of(path) for path in own_pair_files() if path.stem.startswith(writer)}):
            counts = count_verdicts([pair for pair in read_pairs(own_pair_files()) if pair.writer == name])
            print(line(name, counts), flush=True)
            total += counts
        if (FOLDER / f"{writer}-store.jsonl").exists():
            print(report_store(writer), flush=True)
    print(line("all", total))


def main(arguments: list[str]) -> int:
    """Print the report."""
    if not arguments:
        report_left_out()
    for name in arguments:
        print(line(Path(name).stem, count_verdicts(read_pairs([Path(name)]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
