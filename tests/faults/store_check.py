"""Is a store whole? Its pages, its index, its vectors, its log; and what is in it."""

from collections import Counter
from pathlib import Path

import apsw


def find_faults(path: Path) -> list[str]:
    """Everything that contradicts itself in a store, in words; nothing where it is whole."""
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(10_000)
    found = []
    try:
        integrity = connection.pragma("integrity_check")
        found += [] if integrity == "ok" else [f"pages: {integrity}"]
        found += [f"foreign keys: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
        try:
            connection.execute("INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', 1)")
        except apsw.Error as error:
            found.append(f"words: {error}")
        for what, question in FAULT_QUERIES.items():
            found += [f"{what}: {row}" for row in connection.execute(question).fetchall()[:3]]
        found += _misplaced_vectors(connection)
    finally:
        connection.close()
    return found


FAULT_QUERIES = {
    "a memory without its vector": "SELECT n FROM memory WHERE n NOT IN (SELECT place / 64 FROM vector)",
    "a vector without its memory": "SELECT place / 64 FROM vector WHERE place / 64 NOT IN (SELECT n FROM memory)",
    "waiting without a vector": "SELECT n FROM vector_waiting w WHERE n NOT IN (SELECT place / 64 FROM vector)",
    "a miscounted operation": """SELECT o.n, o.touched FROM operation o WHERE o.kind IN ('store', 'import')
        AND o.touched < (SELECT count(*) FROM memory m WHERE m.born = o.n)""",
    "a finished job without what it brought": """SELECT j.n FROM job j, json_each(j.result, '$.memories') k
        WHERE j.state = 'complete' AND k.value NOT IN (SELECT id FROM memory)""",
    "the same words twice": """SELECT text, count(*) FROM memory WHERE deleted_at IS NULL AND superseded_at IS NULL GROUP BY text, project
        HAVING count(*) > 1""",
}


def _misplaced_vectors(connection: apsw.Connection) -> list[str]:
    """A vector that is neither waiting nor in exactly one block would not be found."""
    held: Counter[int] = Counter(n for (n,) in connection.execute("SELECT n FROM vector_waiting"))
    for (numbers,) in connection.execute("SELECT numbers FROM vector_block"):
        held.update(n for n in memoryview(numbers).cast("q") if n)
    return [
        f"vector {n} stands in {held[n]} places"
        for (n,) in connection.execute("SELECT place / 64 FROM vector")
        if held[n] != 1
    ]


def count_texts(path: Path) -> Counter[str]:
    """How often each text is in the store."""
    connection = apsw.Connection(str(path))
    found = Counter(text for (text,) in connection.execute("SELECT text FROM memory WHERE deleted_at IS NULL"))
    connection.close()
    return found
