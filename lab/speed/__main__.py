"""`python -m lab.speed`: times recall beside a bare interpreter and its peers, and prints the table."""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from lab.speed import peers, plot, report
from lab.speed.installations import RecallInstallation
from lab.speed.size_run import bytes_per_memory, measure_size
from tests.bench.corpus import SEED, Corpus

MAX_LONG_MEMORIES = 10_000
"""Up to this many memories, the size on disk is measured."""


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.speed", description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,100000", help="memories in the store, e.g. 1000,1000000")
    parser.add_argument("--rounds", default="21", help="rounds at each size: one number, or one for each size")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--here", action="store_true", help="time the recall of this environment, not a fresh one")
    parser.add_argument(
        "--model", type=Path, metavar="FOLDER", help="all-MiniLM-L6-v2 as ONNX, for recall and py-memori"
    )
    parser.add_argument("--cache", type=Path, help="a folder in which the peers' environments are kept from run to run")
    parser.add_argument("--work", type=Path, help="a folder for the stores, where /tmp is too small or not a disk")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw time against size into this SVG file")
    parser.add_argument("--read", type=Path, metavar="FILE", help="measure nothing: show the figures of an earlier run")
    parser.add_argument("--seed", type=int, default=SEED, help="of the invented memories")
    return parser.parse_args()


def main() -> None:
    """Measure, or read an earlier result; then show it."""
    asked = parse_arguments()
    if asked.read:
        result: dict[str, Any] = json.loads(asked.read.read_text(encoding="utf-8"))
    else:
        # a short name: where a folder's might be a generated secret, recall looks at it more closely, which takes time
        with tempfile.TemporaryDirectory(prefix="bench-", dir=asked.work) as folder:
            result = measure(asked, Path(folder).resolve())
    if asked.plot:
        asked.plot.write_text(plot.draw_svg(result), encoding="utf-8")
    sys.stdout.write(report.markdown(result))


def measure(asked: argparse.Namespace, work: Path) -> "dict[str, Any]":
    """Install, fill and time; the result is written after each size."""
    sizes = [int(size) for size in asked.sizes.split(",")]
    rounds = [int(count) for count in asked.rounds.split(",")]
    rounds += rounds[-1:] * (len(sizes) - len(rounds))
    cache = (asked.cache or work).resolve()
    recall = RecallInstallation.here() if asked.here else RecallInstallation.installed(work / "recall-environment")
    names = () if asked.no_peers else (peers.PY_MEMORI, peers.SZL_RECALL)
    found = {name: peers.install_peer(name, cache) for name in names}
    result: dict[str, Any] = {
        "seed": asked.seed,
        "machine": report.describe_machine(recall.python),
        "peers": {name: _peer_document(peer) for name, peer in found.items()},
        "own_model": asked.model is not None,
        "sizes": [],
    }
    model = asked.model and asked.model.resolve()
    corpus = Corpus(asked.seed)
    there = {name: peer for name, peer in found.items() if isinstance(peer, peers.Peer)}
    result["bytes_each"] = bytes_per_memory(
        work / "long", corpus, min(MAX_LONG_MEMORIES, max(sizes)), {"recall": recall, **there}
    )
    for size, many in zip(sizes, rounds, strict=False):
        print_progress(f"{size:,} memories, {many} rounds")
        result["sizes"].append(measure_size(work / str(size), corpus, size, many, recall, found, model))
        if asked.json:
            asked.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return result


def _peer_document(peer: "peers.Peer | str") -> "dict[str, str]":
    return {"reason": peer} if isinstance(peer, str) else {"version": peer.version}


def print_progress(text: str) -> None:
    """Show the progress."""
    if os.isatty(2):
        sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
