"""`python -m tests.bench`: times recall beside a bare interpreter and a peer, and prints the table."""

import argparse
import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import report
from tests.bench.clock import TOO_LONG
from tests.bench.corpus import REMOTE, SEED, Corpus
from tests.bench.operations import operations
from tests.bench.rounds import Race
from tests.bench.subjects import Peer, Place, Recall


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,100000", help="memories in the store, e.g. 1000,10000")
    parser.add_argument("--rounds", default="21", help="rounds at each size: one number, or one for each size")
    parser.add_argument("--no-peers", action="store_true", help="leave the peer out")
    parser.add_argument("--here", action="store_true", help="time the recall of this environment, not a fresh one")
    parser.add_argument("--cache", type=Path, help="a folder in which the peer's environment is kept from run to run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--seed", type=int, default=SEED, help="of the invented memories")
    return parser.parse_args()


def main() -> None:
    """Install, fill, time, report."""
    asked = arguments()
    sizes = [int(size) for size in asked.sizes.split(",")]
    rounds = [int(count) for count in asked.rounds.split(",")]
    rounds += rounds[-1:] * (len(sizes) - len(rounds))
    with tempfile.TemporaryDirectory(prefix="recall-bench-") as folder:
        work = Path(folder)
        cache = (asked.cache or work).resolve()
        recall = Recall.here() if asked.here else Recall.installed(work / "recall-environment")
        peer = "left out" if asked.no_peers else Peer.installed(cache / "py-memori-environment")
        result: dict[str, Any] = {
            "seed": asked.seed,
            "machine": report.machine(recall.python),
            "peer": {"reason": peer} if isinstance(peer, str) else {"version": peer.version},
            "sizes": [],
        }
        for size, many in zip(sizes, rounds, strict=False):
            said(f"{size:,} memories, {many} rounds")
            result["sizes"].append(one_size(work / str(size), Corpus(asked.seed), size, many, recall, peer))
            if asked.json:
                asked.json.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(report.markdown(result))


def one_size(
    folder: Path, corpus: Corpus, size: int, rounds: int, recall: Recall, peer: "Peer | str"
) -> dict[str, Any]:
    """Everything at one size: the stores filled, every operation timed, then out again."""
    repository = folder / "billing-api"
    (repository / ".git").mkdir(parents=True)
    (repository / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {REMOTE}\n', encoding="utf-8")
    place = Place(folder)
    ids = corpus.write(place.lines, size)
    with contextlib.chdir(repository):
        bulk = {"recall": filled(recall, place, size, "recall")}
        peer_id = ""
        if not isinstance(peer, str):
            bulk["py-memori (its library, nothing embedded)"] = filled(peer, place, size, "peer")
            peer_id = peer.some_id(place)
        table = Race(place, recall, peer).run(operations(corpus.questions(size), ids, peer_id), rounds)
    return {"size": size, "rounds": rounds, "operations": [laps.document() for laps in table], "bulk": bulk}


def filled(subject: "Recall | Peer", place: Place, size: int, who: str) -> dict[str, "float | None"]:
    """Fill a store, look at its size, read it all out again."""
    into = subject.fill(place)
    if into.status != 0:
        raise SystemExit(f"filling the store of {who} failed with status {into.status}")
    files = [Path(f"{place.store(who)}{tail}") for tail in ("", "-wal")]
    on_disk = sum(file.stat().st_size for file in files if file.exists())
    out = subject.export(place)
    if out.status not in (0, TOO_LONG):
        raise SystemExit(f"exporting from the store of {who} failed with status {out.status}")
    return {
        "in_rate": round(size / into.ms * 1000), "in_ms": round(into.ms, 1), "in_peak_mb": round(into.peak_mb, 1),
        "out_rate": round(size / out.ms * 1000) if out.status == 0 else None,
        "out_ms": round(out.ms, 1), "out_peak_mb": round(out.peak_mb, 1), "bytes_each": round(on_disk / size),
    }  # fmt: skip


def said(text: str) -> None:
    """Where it stands, for a person who waits."""
    if os.isatty(2):
        sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
