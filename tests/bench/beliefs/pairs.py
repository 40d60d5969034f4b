"""Our own pairs of statements for the judge of beliefs: who wrote them, and what the second does to the first."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from recall_cli.rules.revision import lexicon
from recall_cli.rules.revision.alignment import Alignment
from recall_cli.rules.revision.reading import Reading

FOLDER = Path(__file__).parent
NEAREST_MEMORIES = 12
WEIGHT_OF_STORED = 0.18
"""A memory of a store that an update does not end: it teaches less than a pair that somebody wrote as a trap."""
WEIGHT_OF_FOREIGN = 0.08
"""A memory of another pair: nearly always unrelated."""
MAX_FOREIGN = 4


@dataclass
class Pair:
    """An older statement and a newer one."""

    old: str
    new: str
    verdict: str
    writer: str
    group: str = ""
    weight: float = 1.0
    written: bool = True
    """Whether somebody wrote it as a pair; others are combined from stores."""
    user_word: bool = False
    """Whether the older one is the user's word and the newer one an agent's, or less sure."""
    also_writer: str = ""
    """Who wrote the older statement, if somebody else."""


def read_pairs(paths: "list[Path]") -> list[Pair]:
    """The pairs of some files; the writer stands in front of the file's name."""
    pairs = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            sure = [float((row.get(f"{side}_opts") or {}).get("confidence", 1.0)) for side in "ab"]
            weaker = row.get("a_by") == "user" != row.get("b_by")
            weaker = (
                weaker or sure[1] < sure[0] - 0.15 or (row.get("b_opts") or {}).get("type") in ("estimate", "guess")
            )
            pairs.append(Pair(row["a"], row["b"], row["verdict"], writer_of(path), row["group"], user_word=weaker))
    return pairs


def writer_of(path: Path) -> str:
    """Who wrote a file: `w3-lang` of `w3-lang-dev.jsonl`."""
    return path.stem.rpartition("-")[0]


def own_pair_files(*, without: "frozenset[str]" = frozenset()) -> list[Path]:
    """Our files of pairs."""
    files = [*FOLDER.glob("*-dev.jsonl"), *FOLDER.glob("*-held.jsonl")]
    return sorted(path for path in files if path.stem not in without)


def stored_pairs() -> "Iterator[Pair]":
    """Every update of a store with the memories nearest to it in words."""
    for path in sorted(FOLDER.glob("*-store.jsonl")):
        writer = writer_of(path)
        memories = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        readings = [Reading(memory["text"]) for memory in memories]
        for line in (FOLDER / f"{writer}-updates.jsonl").read_text(encoding="utf-8").splitlines():
            update = json.loads(line)
            new = Reading(update["text"])
            shared = [Alignment(old, new).weight for old in readings]
            nearest = sorted(range(len(memories)), key=lambda place: (-shared[place], place))[:NEAREST_MEMORIES]
            for place, memory in enumerate(memories):
                ended = memory["id"] in update["ends"]
                if ended or place in nearest:
                    yield Pair(
                        memory["text"], update["text"], "ends" if ended else "stays", writer, "store",
                        1.0 if ended else WEIGHT_OF_STORED, written=False,
                    )  # fmt: skip


def foreign_pairs(pairs: list[Pair]) -> "Iterator[Pair]":
    """Every newer statement with the older ones of other pairs that share most words with it."""
    readings = [(pair, Reading(pair.old)) for pair in pairs]
    for pair in pairs:
        new, own = Reading(pair.new), Reading(pair.old)
        found = []
        for place, (other, old) in enumerate(readings):
            if other.old == pair.old:
                continue
            if old.by_key.keys().isdisjoint(new.by_key) and old.by_group.keys().isdisjoint(new.by_group):
                continue
            weight = Alignment(old, new).weight
            if weight >= 1:
                whole = sum(term.weight for term in old.content) or 1.0
                found.append((-(weight / whole + 0.1 * weight), place, whole))
        nearest = sorted(found)[: 3 * MAX_FOREIGN]
        apart = [row for row in nearest if Alignment(readings[row[1]][1], own).weight / row[2] <= 0.6]
        for _, place, _ in apart[:MAX_FOREIGN]:
            other = readings[place][0]
            yield Pair(
                other.old, pair.new, "stays", pair.writer, "foreign", WEIGHT_OF_FOREIGN, written=False,
                also_writer=other.writer,
            )  # fmt: skip


def ends_by_words(pair: Pair) -> bool:
    """Whether the words of a pair would end the older statement if both were trusted alike."""
    if pair.verdict == "ends":
        return True
    return pair.verdict == "contest" and pair.user_word and not Reading(pair.new).cues & lexicon.bits("hedge")
