"""`python -m tests.bench.teams`: both engines side by side, and the tables for the docs.

    python -m tests.bench.teams --users 1000 --each 1000 --large 1000000 --seconds 20 --json figures.json

Every part writes its figures as soon as it has them. The stores are in `--work`, which has to be on a disk.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.corpus import SEED, Corpus
from tests.bench.report import describe_machine
from tests.bench.teams.load import CONTEXT, SEARCH, STORE
from tests.bench.teams.stores import ERASED_SESSION, fill, running_server

TOOLS = (STORE, SEARCH, CONTEXT)
ERASED = 50_000
COMMAND = [sys.executable, "-m", "recall_cli"]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.teams", description=__doc__)
    parser.add_argument("--users", type=int, default=1000, help="how many users share the store; 0 leaves them out")
    parser.add_argument("--each", type=int, default=1000, help="memories of each of them")
    parser.add_argument("--large", type=int, default=1_000_000, help="memories of the one large user; 0 for none")
    parser.add_argument("--seconds", type=float, default=20, help="how long each load runs")
    parser.add_argument("--processes", default="1,8,32", help="how many processes call at once, e.g. 1,8")
    parser.add_argument("--questions", type=int, default=1000, help="questions that both engines answer")
    parser.add_argument("--erased", type=int, default=ERASED, help="memories that are erased at once")
    parser.add_argument("--work", type=Path, help="a folder for the stores, on a disk")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    return parser.parse_args()


def percentile(times: "list[float]", share: float) -> float:
    """The time that this share of all stays below."""
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1) if ordered else float("nan")


def measure_load(database: str, users: "list[str]", tool: str, processes: int, seconds: float) -> "dict[str, Any]":
    """Several processes at once: p50, p99, and how many calls a second."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.bench.teams.load", database, ",".join(users), tool, str(seconds), str(seed)],
            stdout=subprocess.PIPE,
        )
        for seed in range(processes)
    ]
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
            figures.setdefault(tool, {})[count] = measure_load(database, users, tool, int(count), asked.seconds)
            report(asked)


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


def measure_large(server: Any, work: Path, asked: argparse.Namespace, result: "dict[str, Any]") -> None:
    """One user with very many memories: moved to the server and back, searched, and some of them erased."""
    files, database = [work / "large.db", work / "back.db"], server.new_database()
    address = server.url(database)
    result["file_filled"] = fill(str(files[0]), ["owner"], asked.large, asked.erased)
    there, moved = run_recall(str(files[0]), "migrate", str(files[0]), address)
    with server.admin(database) as admin:
        admin.execute("ANALYZE")
    back, returned = run_recall(address, "migrate", address, str(files[1]))
    tables, again = moved["users"][0]["tables"], returned["users"][0]["tables"]
    result["migrate"] = {"there": there, "back": back, "equal": tables == again, "tables": len(tables)}
    report(asked)
    if asked.questions:
        result["same"] = same_first_ten(str(files[0]), address, asked.questions)
        report(asked)
    for name, place in (("server", address), ("file", str(files[0]))):
        measure_tools(place, ["owner"], asked, result.setdefault(name, {}))
    for name, place in (("server", address), ("file", str(files[1]))):
        seconds, receipt = run_recall(place, "erase", "--session", ERASED_SESSION, "--confirm")
        result[f"erase_{name}"] = {"seconds": seconds, "memories": receipt.get("memories")}
        report(asked)
    server.drop_database(database)
    for file in work.glob("*.db*"):
        file.unlink()


def measure_many(server: Any, work: Path, asked: argparse.Namespace, result: "dict[str, Any]") -> None:
    """Many users with a thousand memories each, in one database and in one file."""
    users = [f"user{number}" for number in range(asked.users)]
    file, database = work / "many.db", server.new_database()
    for name, place in (("server", server.url(database)), ("file", str(file))):
        result[f"{name}_filled"] = fill(place, users, asked.each)
        report(asked)
        if name == "server":
            with server.admin(database) as admin:
                admin.execute("ANALYZE")
        measure_tools(place, users, asked, result.setdefault(name, {}))
    server.drop_database(database)
    file.unlink()


def report(asked: argparse.Namespace) -> None:
    """Write what is known so far."""
    if asked.json:
        asked.json.write_text(json.dumps(asked.whole, indent=1) + "\n", encoding="utf-8")


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
    asked.whole = {"machine": describe_machine(sys.executable), "asked": {name: getattr(asked, name) for name in names}}
    os.environ |= {"RECALL_EXTRACTOR": "none", "RECALL_CONFIG": os.devnull, "RECALL_BUSY_SECONDS": "60"}
    with (
        tempfile.TemporaryDirectory(prefix="recall-teams-", dir=asked.work) as folder,
        running_server(Path(folder)) as server,
    ):
        for name, measure, wanted in (("large", measure_large, asked.large), ("many", measure_many, asked.users)):
            if wanted:
                measure(server, Path(folder), asked, asked.whole.setdefault(name, {}))
    sys.stdout.write(markdown(asked.whole))


if __name__ == "__main__":
    main()
