"""A process that does one thing again and again until it is killed, and says each time what was acknowledged.

`python -m tests.faults.driver KIND NAME`: a line goes out after the command has ended well, never before.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from recall_cli.__main__ import run


def quiet(*args: str) -> int:
    """Run a command here, its answer thrown away; its exit status."""
    return run([*args])


def store(name: str) -> Iterator[str]:
    """One memory after the other."""
    for n in range(10**9):
        text = f"{name} keeps note {n}"
        if quiet("store", text) == 0:
            yield text


def defer(name: str) -> Iterator[str]:
    """One job after the other, each acknowledged before it is done."""
    for n in range(10**9):
        text = f"{name} puts off note {n}"
        if quiet("store", text, "--defer") == 0:
            yield text


def worker(_name: str) -> Iterator[str]:
    """Do what waits, as it comes."""
    while True:
        quiet("worker")
        yield ""


def imports(name: str) -> Iterator[str]:
    """File after file, each whole or not at all; what was imported twice is there once."""
    for n in range(10**9):
        lines = [f"{name} brings {n} line {line}" for line in range(40)]
        path = Path(f"{name}-{n}.jsonl")
        path.write_text("".join(json.dumps({"text": line}) + "\n" for line in lines))
        if quiet("import", str(path)) == 0:
            yield from lines
        path.unlink()


def backup(name: str) -> Iterator[str]:
    """Copy after copy."""
    for n in range(10**9):
        if quiet("backup", f"{name}-{n}.db") == 0:
            yield f"{name}-{n}.db"


def erase(name: str) -> Iterator[str]:
    """Keep a few with a word of their own, then erase them by it: what is acknowledged is gone."""
    for n in range(10**9):
        word = f"{name}{n}erased".replace("-", "")
        for line in range(3):
            quiet("store", f"The word {word} stands in line {line}")
        if quiet("erase", "--query", word, "--confirm") == 0:
            yield word


def undo(name: str) -> Iterator[str]:
    """Keep, and take back what it kept itself."""
    for n in range(10**9):
        sys.stdout = told = io.StringIO()
        if quiet("--json", "store", f"{name} changes note {n}") == 0:
            quiet("undo", str(json.loads(told.getvalue())["operation"]))
        yield ""


def read(_name: str) -> Iterator[str]:
    """Look at everything."""
    while True:
        for words in (("search", "note 1"), ("list",), ("count",), ("context",), ("log",), ("stats",)):
            quiet(*words)
        yield ""


KINDS: dict[str, Callable[[str], Iterator[str]]] = {
    "store": store, "defer": defer, "worker": worker, "import": imports, "backup": backup, "erase": erase,
    "undo": undo, "read": read,
}  # fmt: skip


def main() -> None:
    """Until somebody kills this process."""
    ours = os.dup(1)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    for text in KINDS[sys.argv[1]](sys.argv[2]):
        if text:
            os.write(ours, text.encode() + b"\n")


if __name__ == "__main__":
    main()
