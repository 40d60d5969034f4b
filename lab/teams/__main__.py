"""`python -m lab.teams`: both engines side by side, and the tables for the docs.

    python -m lab.teams --work /disk/teams --users 1000 --each 1000 --large 1000000 --seconds 20

Every part writes its figures into `figures.json` as soon as it has them. The stores are in `--work`, which has to be on
a disk with a short path. The same command goes on where it was interrupted. At the end only the figures are left.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lab.speed.report import describe_machine
from lab.teams.load import CONTEXT, SEARCH, STORE
from lab.teams.persistent_server import PersistentServer, copy_user
from lab.teams.stores import ERASED_SESSION, fill
from tests.bench.corpus import SEED, Corpus
from tests.postgres_server import find_binaries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TOOLS = (STORE, SEARCH, CONTEXT)
ERASED = 50_000
FIGURES = "figures.json"
PATTERN_USERS = 10
"""So many users are filled with texts of their own; the server copies their rows for the others."""
COPIED_AT_ONCE = 10
COMMAND = [sys.executable, "-m", "recall_cli"]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.teams", description=__doc__)
    parser.add_argument("--users", type=int, default=1000, help="how many users share the store; 0 leaves them out")
    parser.add_argument("--each", type=int, default=1000, help="memories of each of them")
    parser.add_argument("--large", type=int, default=1_000_000, help="memories of the one large user; 0 for none")
    parser.add_argument("--seconds", type=float, default=20, help="how long each load runs")
    parser.add_argument("--processes", default="1,8,32", help="how many processes call at once, e.g. 1,8")
    parser.add_argument("--questions", type=int, default=1000, help="questions that both engines answer")
    parser.add_argument("--erased", type=int, default=ERASED, help="memories that are erased at once")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the stores and the figures, on a disk")
    return parser.parse_args()


def percentile(times: "list[float]", share: float) -> float:
    """The time that this share of all stays below."""
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1) if ordered else float("nan")


def measure_load(database: str, users: "list[str]", tool: str, processes: int, seconds: float) -> "dict[str, Any]":
    """Several processes at once, which begin together: p50, p99, and how many calls a second."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "lab.teams.load", database, ",".join(users), tool, str(seconds), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for seed in range(processes)
    ]
    for process in started:
        assert process.stdout
        process.stdout.readline()  # it is ready
    for process in started:
        assert process.stdin
        process.stdin.write(b"begin\n")
        process.stdin.flush()
    ended = [json.loads(process.communicate()[0]) for process in started]
    times = [took for one in ended for took in one["took"]]
    return {
        "p50": percentile(times, 0.5), "p99": percentile(times, 0.99), "rate": round(len(times) / seconds, 1),
        "failures": sum(one["failures"] for one in ended), "example": [text for one in ended for text in one["failed"]][:1],
    }  # fmt: skip


def measure_tools(database: str, users: "list[str]", asked: argparse.Namespace, figures: "dict[str, Any]") -> None:
    """Every tool with every number of processes."""
    for count in asked.processes.split(","):
        for tool in TOOLS:
            take_once(
                asked, figures.setdefault(tool, {}), count,
                lambda tool=tool, count=count: measure_load(database, users, tool, int(count), asked.seconds),
            )  # fmt: skip


def take_once(asked: argparse.Namespace, figures: "dict[str, Any]", name: str, measure: "Callable[[], Any]") -> Any:
    """A figure, measured unless an earlier run did; it is written at once."""
    if name not in figures:
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {name}\n")
        figures[name] = measure()
        (asked.work / FIGURES).write_text(json.dumps(asked.whole, indent=1) + "\n", encoding="utf-8")
    return figures[name]


def run_recall(database: str, *arguments: str, user: str = "owner") -> "tuple[float, Any]":
    """A command as it is typed: its seconds, and its JSON."""
    environment = {**os.environ, "RECALL_DB": database, "RECALL_USER": user, "RECALL_BUSY_SECONDS": "60"}
    began = time.perf_counter()
    ran = subprocess.run([*COMMAND, "--json", *arguments], env=environment, capture_output=True, text=True, check=False)
    took = time.perf_counter() - began
    if ran.returncode:
        raise RuntimeError(f"{arguments}: {ran.stderr}")
    return round(took, 1), json.loads(ran.stdout)


def same_first_ten(ours: str, theirs: str, count: int) -> "dict[str, Any]":
    """For how many questions both engines find the same ten memories."""
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.search.search import search

    asked = Corpus(SEED).questions(400, count)
    questions = [*asked.natural, *asked.rare, *asked.common][:count]
    found = []
    for database in (ours, theirs):
        app = App({"db": database})
        with app.read_transaction() as tx:
            found.append([{hit.memory.id for hit in search(tx, text, Filters(), 10).hits} for text in questions])
        app.close()
    equal = sum(one == other for one, other in zip(*found, strict=True))
    return {"questions": len(questions), "equal": equal, "empty": sum(not one for one in found[0])}


def measure_large(server: PersistentServer, asked: argparse.Namespace, result: "dict[str, Any]") -> None:
    """One user with very many memories: moved to the server and back, searched, and some of them erased."""
    files, database = [asked.work / "large.db", asked.work / "back.db"], server.database("large")
    address, here, back = server.url(database), *map(str, files)

    def move(source: str, target: str) -> "dict[str, Any]":
        seconds, moved = run_recall(source, "migrate", source, target)
        analyze(server, database)
        return {"seconds": seconds, **moved["users"][0]}

    take_once(asked, result, "file_filled", lambda: fill(here, ["owner"], asked.large, asked.erased))
    there = take_once(asked, result, "there", lambda: move(here, address))
    returned = take_once(asked, result, "back", lambda: move(address, back))
    result["equal_hashes"] = there["tables"] == returned["tables"]
    if asked.questions:
        take_once(asked, result, "same", lambda: same_first_ten(here, address, asked.questions))
    for name, place in (("server", address), ("file", here)):
        measure_tools(place, ["owner"], asked, result.setdefault(name, {}))
    for name, place in (("erase_server", address), ("erase_file", back)):
        take_once(asked, result, name, lambda place=place: erase(place))
    server.drop_database(database)
    for file in asked.work.glob("*.db*"):
        file.unlink()


def erase(place: str) -> "dict[str, Any]":
    """Erase the memories of one session, as a command."""
    seconds, receipt = run_recall(place, "erase", "--session", ERASED_SESSION, "--confirm")
    return {"seconds": seconds, "memories": len(receipt["erased"])}


def analyze(server: PersistentServer, database: str) -> None:
    with server.admin(database) as admin:
        admin.execute("ANALYZE")


def measure_many(server: PersistentServer, asked: argparse.Namespace, result: "dict[str, Any]") -> None:
    """Many users with a thousand memories each, in one database and in one file."""
    users = [f"user{number}" for number in range(asked.users)]
    file, database = str(asked.work / "many.db"), server.database("many")
    address = server.url(database)
    take_once(asked, result, "server_filled", lambda: fill_server(server, database, users, asked.each))
    measure_tools(address, users, asked, result.setdefault("server", {}))
    server.drop_database(database)
    take_once(asked, result, "file_filled", lambda: fill(file, users, asked.each))
    measure_tools(file, users, asked, result.setdefault("file", {}))
    rates = [result[name][STORE][asked.processes.split(",")[-1]]["rate"] for name in ("server", "file")]
    result["store_rate_ratio"] = round(rates[0] / rates[1], 1) if rates[1] else None
    take_once(asked, result, "done", lambda: True)
    for path in asked.work.glob("*.db*"):
        path.unlink()


def fill_server(server: PersistentServer, database: str, users: "list[str]", each: int) -> float:
    """Store the memories of a few users, and let the server copy their rows for all others."""
    began = time.perf_counter()
    patterns, others = users[:PATTERN_USERS], users[PATTERN_USERS:]
    fill(server.url(database), patterns, each)
    for number, pattern in enumerate(patterns):
        targets = others[number :: len(patterns)]
        for first in range(0, len(targets), COPIED_AT_ONCE):
            copy_user(server, database, pattern, targets[first : first + COPIED_AT_ONCE])
        sys.stderr.write(f"{time.strftime('%H:%M:%S')} {(number + 1) * len(targets)} users are copied\n")
    analyze(server, database)
    return round(time.perf_counter() - began, 1)


def markdown(whole: "dict[str, Any]") -> str:
    """The figures as tables for the docs."""
    lines = []
    for part, title in (("many", "{users:,} users × {each:,} memories"), ("large", "1 user × {large:,} memories")):
        figures = whole.get(part, {})
        if "server" not in figures:
            continue
        lines += [
            f"| {title.format(**whole['asked'])} | processes | PostgreSQL p50 / p99 ms | a second | file p50 / p99 ms | a second |"
        ]
        lines += ["| --- | ---: | ---: | ---: | ---: | ---: |"]
        for tool in TOOLS:
            for count in whole["asked"]["processes"].split(","):
                cells = [figures.get(place, {}).get(tool, {}).get(count) for place in ("server", "file")]
                shown = [f"{c['p50']} / {c['p99']} | {c['rate']:,}" if c else "– | –" for c in cells]
                lines.append(f"| {tool} | {count} | {' | '.join(shown)} |")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Measure both parts, and print their tables."""
    asked = parse_arguments()
    names = ("users", "each", "large", "seconds", "processes", "questions", "erased")
    wanted = {name: getattr(asked, name) for name in names}
    asked.work = asked.work.resolve()
    asked.work.mkdir(parents=True, exist_ok=True)
    asked.work.chmod(0o755)
    figures = asked.work / FIGURES
    asked.whole = json.loads(figures.read_text(encoding="utf-8")) if figures.exists() else {"asked": wanted}
    if asked.whole["asked"] != wanted:
        sys.exit(f"{figures} has figures of another run: {asked.whole['asked']} (name another folder, or remove it)")
    asked.whole.setdefault("machine", describe_machine(sys.executable))
    os.environ |= {"RECALL_EXTRACTOR": "none", "RECALL_CONFIG": os.devnull, "RECALL_BUSY_SECONDS": "60"}
    binaries = find_binaries()
    assert binaries is not None, "pip install -e '.[test]'"
    server = PersistentServer(binaries, asked.work / "server")
    os.environ["PGPASSFILE"] = str(server.passwords)
    try:
        for name, measure, count in (("large", measure_large, asked.large), ("many", measure_many, asked.users)):
            part = asked.whole.setdefault(name, {})
            if count and "done" not in part and "erase_file" not in part:
                measure(server, asked, part)
    finally:
        server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)
    sys.stdout.write(markdown(asked.whole))


if __name__ == "__main__":
    main()
