"""A process that does one thing again and again until it is killed, and says each time what was acknowledged.

`python -m tests.faults.driver KIND NAME`: a line goes out after the command has ended well, never before.
"""

import io
import json
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from recall_cli import app
from recall_cli.__main__ import run
from recall_cli.domain.moment import DAY, format_iso, parse_moment
from recall_cli.flows.edit import consolidate as merging
from tests.faults import newer_recall


def run_quietly(*args: str) -> int:
    """Run a command here, its answer thrown away; its exit status."""
    return run([*args])


def store_and_get_id(text: str) -> str:
    """The id of a memory that is kept now, if it is: not that of another that says the same."""
    sys.stdout = output = io.StringIO()
    receipt = json.loads(output.getvalue()) if run_quietly("--json", "store", text) == 0 else {"status": "refused"}
    return str(receipt["memories"][0]["id"]) if receipt["status"] == "stored" else ""


def store(name: str) -> Iterator[str]:
    """One memory after the other."""
    for n in range(10**9):
        text = f"{name} keeps note {n}"
        if run_quietly("store", text) == 0:
            yield text


def defer(name: str) -> Iterator[str]:
    """One job after the other, each acknowledged before it is done."""
    for n in range(10**9):
        text = f"{name} puts off note {n}"
        if run_quietly("store", text, "--defer") == 0:
            yield text


def defer_for_model(name: str) -> Iterator[str]:
    """The same with texts that a model is to read."""
    for n in range(10**9):
        text = f"The service of {name}n{n} listens on port {8000 + n}."
        if run_quietly("store", text, "--defer") == 0:
            yield text
        time.sleep(0.2)


def worker(_name: str) -> Iterator[str]:
    """Do what waits, as it comes."""
    while True:
        run_quietly("worker")
        yield ""


def import_files(name: str) -> Iterator[str]:
    """File after file, each whole or not at all; what was imported twice is there once."""
    for n in range(10**9):
        lines = [f"{name} brings {n} line {line}" for line in range(40)]
        path = Path(f"{name}-{n}.jsonl")
        path.write_text("".join(json.dumps({"text": line}) + "\n" for line in lines))
        if run_quietly("import", str(path)) == 0:
            yield from lines
        path.unlink()


def backup(name: str) -> Iterator[str]:
    """Copy after copy."""
    for n in range(10**9):
        if run_quietly("backup", f"{name}-{n}.db") == 0:
            yield f"{name}-{n}.db"


def erase(name: str) -> Iterator[str]:
    """Keep a few with a word of their own, then erase them by it: what is acknowledged is gone."""
    for n in range(10**9):
        word = f"{name}{n}erased".replace("-", "")
        for line in range(3):
            run_quietly("store", f"The word {word} stands in line {line}")
        if run_quietly("erase", "--query", word, "--confirm") == 0:
            yield word


def undo(name: str) -> Iterator[str]:
    """Keep, and take back what it kept itself; what is acknowledged is taken back."""
    for n in range(10**9):
        sys.stdout = output = io.StringIO()
        text = f"{name} changes note {n}"
        done = run_quietly("--json", "store", text) == 0
        yield (
            f"{text} undone"
            if done and run_quietly("undo", str(json.loads(output.getvalue())["operation"])) == 0
            else ""
        )


def store_and_delete(name: str) -> Iterator[str]:
    """Keep, put off, and delete what maintenance purges a month later."""
    for n in range(10**9):
        text, word = f"{name} keeps note {n}", f"{name}{n}erased".replace("-", "")
        if run_quietly("store", text) == 0:
            yield text
        if run_quietly("store", f"{name} puts off note {n}", "--defer", "--key", f"key of {name} {n}") == 0:
            yield f"{name} puts off note {n}"
        id_ = store_and_get_id(f"The word {word} stands alone")
        if id_ and run_quietly("delete", id_) == 0:
            yield word


def maintain(_name: str) -> Iterator[str]:
    """Round after round, as it will be in two months."""
    os.environ["RECALL_NOW"] = str(format_iso(parse_moment(os.environ["RECALL_NOW"], 0) + 60 * DAY))
    while True:
        run_quietly("maintain")
        yield ""


def store_duplicates(name: str) -> Iterator[str]:
    """Two memories that say the same, again and again."""
    for n in range(10**9):
        who = f"{name}n{n}".replace("-", "")
        for text in (
            f"{who} prefers Python for scripting.",
            f"{who} prefers Python for scripting. Python scripts of {who} stay short.",
        ):
            if store_and_get_id(text):
                yield text


def consolidate(_name: str) -> Iterator[str]:
    """Make one of them, as often as there are some, and whatever share of the store they are."""
    merging.LARGE_SHARE = 1.0
    while True:
        run_quietly("consolidate")
        yield ""


def restore(name: str) -> Iterator[str]:
    """Bring the same copy back again and again, each time a little later."""
    now = parse_moment(os.environ["RECALL_NOW"], 0) + zlib.crc32(name.encode())
    for n in range(10**9):
        os.environ["RECALL_NOW"] = str(format_iso(now + n))
        run_quietly("restore", "copy.db", "--force")
        yield ""


def encrypt_and_decrypt(_name: str) -> Iterator[str]:
    """Encrypt the store, and make it plain again."""
    while True:
        run_quietly("encrypt", "--key-file", "key")
        run_quietly("decrypt")
        yield ""


def upgrade(name: str) -> Iterator[str]:
    """A later recall, whose schema is one further: it brings an old store up to date when it first opens it."""
    newer_recall.become_newer()
    yield from store(name)


def store_under_same_key(name: str) -> Iterator[str]:
    """Store under the same keys as everybody else; who came first says so."""
    for n in range(10**9):
        sys.stdout = output = io.StringIO()
        if run_quietly("--json", "store", f"key {n} belongs to {name}", "--key", f"key {n}") == 0:
            yield f"{n} {json.loads(output.getvalue())['status']} {name}"


def read_everything(_name: str) -> Iterator[str]:
    """Look at everything."""
    while True:
        for words in (("search", "note 1"), ("list",), ("count",), ("context",), ("log",), ("stats",)):
            run_quietly(*words)
        yield ""


KINDS: dict[str, Callable[[str], Iterator[str]]] = {
    "store": store, "defer": defer, "worker": worker, "import": import_files, "backup": backup, "erase": erase,
    "undo": undo, "read": read_everything, "aging": store_and_delete, "maintain": maintain, "twins": store_duplicates, "consolidate": consolidate,
    "restore": restore, "convert": encrypt_and_decrypt, "upgrade": upgrade, "race": store_under_same_key, "asks": defer_for_model,
}  # fmt: skip


def main(kind: str, name: str) -> None:
    """Work of one kind until somebody kills this process."""
    if "FAULTS_PERSON" in os.environ:
        app.App.at_terminal = property(lambda _self: True)
    ours = os.dup(1)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    for text in KINDS[kind](name):
        if text:
            os.write(ours, text.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
