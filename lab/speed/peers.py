"""The peers, each at its best: with ready vectors, and without network access."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from lab.speed.installations import (
    MAX_EXPORT_SECONDS,
    BenchFolder,
    create_environment,
    error_line,
    json_rows,
    run_pip,
)
from lab.speed.timing import TimedRun, run_timed

MEMORI_FILL_SCRIPT = """
import array, json, sys
from memori import PyMemori
store = PyMemori(sys.argv[1])
vectors = open(sys.argv[2], "rb") if len(sys.argv) > 2 else None
for line in sys.stdin:
    memory = json.loads(line)
    if "text" in memory:
        metadata = {"type": memory["type"], "project": memory["project"]}
        vector = array.array("f", vectors.read(4 * 384)).tolist() if vectors else None
        store.insert(memory["text"], vector=vector, metadata=metadata, no_embed=True)
"""
MEMORI_CONTEXT_SCRIPT = """
import json, sys, time
from memori import PyMemori
store = PyMemori(sys.argv[1])
told = [
    store.count(),
    store.search(vector=json.loads(sys.argv[3]), text=sys.argv[2], limit=10),
    store.list(sort="updated", limit=5), store.list(sort="count", limit=3),
    store.list(sort="created", limit=20, before=time.time() - 30 * 86400), store.type_distribution(),
]
print(json.dumps(told, default=str))
"""
"""What its `context` asks its library, with a ready vector of the question."""

SZL_FILL_SCRIPT = """
import asyncio, json, sys, uuid
from recall.client import MemoryClient
from recall.db.backend import get_backend
async def fill():
    await MemoryClient(sys.argv[1]).initialize()
    rows = []
    for line in sys.stdin:
        memory = json.loads(line)
        if "text" in memory:
            rows.append((str(uuid.uuid4()), "me", memory["text"], "fact", memory["project"], memory["importance"],
                         memory["confidence"], "", memory["created_at"][:19]))
    async with get_backend() as db:
        await db.executemany(
            "INSERT INTO memories (id, namespace, text, type, topic, importance, confidence, source_session, "
            "created_at) VALUES (?,?,?,?,?,?,?,?,?)", rows)
        await db.commit()
asyncio.run(fill())
"""
SZL_SCRIPT = """
import asyncio, json, os, sys
from recall.client import MemoryClient
client = MemoryClient(sys.argv[1])
async def work(what, *words):
    if what == "get":
        rows = (await client.list_all("me", limit=1))[0] if not words else [await client.get(words[0], "me")]
    elif what == "list":
        rows = (await client.list_all("me", limit=10))[0]
    elif what == "count":
        rows = [(await client.list_all("me", limit=1))[1]]
    elif what == "store":
        rows = [await client.store("me", words[0], "benchmark")]
    else:
        from recall.server import _hybrid_search
        rows = await _hybrid_search("me", words[0], 10)
    print(json.dumps([getattr(row, "__dict__", row) for row in rows], default=str))
asyncio.run(work(*sys.argv[2:]))
"""


@dataclass(frozen=True)
class Peer:
    """A program that is timed besides recall."""

    name: str
    python: str
    version: str
    note: str
    """A note on what its figures mean."""

    def argv(self, place: BenchFolder, words: "list[str]") -> "list[str]":
        """The complete command of an operation."""
        store = str(place.store(self.name))
        if self.name == SZL_RECALL:
            script = [self.python, "-c", SZL_SCRIPT, store]
            return [str(Path(self.python).with_name("recall")), "--help"] if words == ["--help"] else [*script, *words]
        if words[0] == "context" and len(words) > 2:
            return [self.python, "-c", MEMORI_CONTEXT_SCRIPT, store, *words[1:]]
        return [str(Path(self.python).with_name("memori")), "--db", store, *words]

    def fill(self, place: BenchFolder) -> TimedRun:
        """Store the same texts in a new store."""
        script, vectors = (
            (SZL_FILL_SCRIPT, []) if self.name == SZL_RECALL else (MEMORI_FILL_SCRIPT, [str(place.vectors)])
        )
        return run_timed(
            [self.python, "-c", script, str(place.store(self.name)), *vectors], place.env(), stdin=place.lines
        )

    def export(self, place: BenchFolder) -> "TimedRun | None":
        """Export all memories, if it can."""
        if self.name == SZL_RECALL:
            return None
        return run_timed(
            self.argv(place, ["export"]), place.env(), stdout=place.folder / "peer.out", timeout=MAX_EXPORT_SECONDS
        )

    def newest_id(self, place: BenchFolder) -> str:
        """The id of the newest memory."""
        words = ["get"] if self.name == SZL_RECALL else ["list", "--limit", "1", "--json"]
        return str(json_rows(self.argv(place, words), place)[0]["id"])


PY_MEMORI, SZL_RECALL = "py-memori", "szl-recall"
OWN_MODEL = "py-memori with its model"
NOTES = {
    PY_MEMORI: "fed vectors of 384 numbers, with the question and with what it stores, since its model would have to "
    "be downloaded; a question of words alone must match in all of them",
    OWN_MODEL: "reads each question and what it stores with its own model, in eight bits and on the disk already; a "
    "question of words alone must match in all of them",
    SZL_RECALL: "its library in a process of its own, since its command line neither stores nor searches; it has no "
    "vectors here, and its search looks at the newest 50 memories only",
}


def install_peer(name: str, cache: Path) -> "Peer | str":
    """A peer from the package registry, reused between runs; or the reason why it is missing."""
    folder = cache / f"{name}-environment"
    done = folder / "installed"
    try:
        if not done.exists():
            run_pip(create_environment(folder), "install", "--compile", name)
            done.touch()
        python = str(folder / "bin" / "python")
        asked = ["-c", f"import importlib.metadata as m, json; print(json.dumps([m.version({name!r})]))"]
        said = subprocess.run([python, *asked], capture_output=True, text=True, check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        return f"{name} could not be installed: {error_line(getattr(error, 'stderr', '') or str(error))}"
    return Peer(name=name, python=python, version=json.loads(said.stdout)[0], note=NOTES[name])


MEMORI_NEAREST_SCRIPT = """
import array, json, statistics, sys, time
from memori import PyMemori
store, laps = PyMemori(sys.argv[1]), []
with open(sys.argv[2], "rb") as file:
    while raw := file.read(4 * 384):
        query = array.array("f", raw).tolist()
        for _ in range(2):
            began = time.perf_counter_ns()
            store.search(vector=query, limit=20)
            laps.append((time.perf_counter_ns() - began) / 1e6)
print(json.dumps({"ms": round(statistics.median(laps), 3)}))
"""


def time_nearest(peer: Peer, place: BenchFolder, queries: Path) -> "dict[str, float]":
    """The time of py-memori for the nearest twenty, within a warm process."""
    argv = [peer.python, "-c", MEMORI_NEAREST_SCRIPT, str(place.store(peer.name)), str(queries)]
    said = subprocess.run(argv, capture_output=True, text=True, check=True, env=place.env())
    found: dict[str, float] = json.loads(said.stdout)
    return found
