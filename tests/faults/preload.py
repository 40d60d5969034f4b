"""Load what forked processes need: commands by doing them once in an empty folder, and a server's modules."""

import asyncio
import contextlib
import gc
import io
import os
import pkgutil
import ssl
import tempfile
from importlib import import_module
from pathlib import Path

import anthropic

import recall_cli.serve
from tests.faults import driver, kill_point

COMMANDS = (
    ("store", "A first note."), ("--json", "store", "A second note.", "--key", "a"), ("store", "A third note.", "--defer"),
    ("worker",), ("import", "lines.jsonl"), ("backup", "copy.db"), ("list",), ("search", "note"), ("count",),
    ("context",), ("log",), ("stats",), ("undo",), ("maintain",), ("consolidate",), ("audit",),
    ("erase", "--query", "second", "--confirm"),
)  # fmt: skip


def load_everything() -> None:
    """Run each kind of command once; nothing of it stays but the loaded modules."""
    environment, folder = dict(os.environ), os.getcwd()
    silence = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
    with tempfile.TemporaryDirectory() as home, silence[0], silence[1]:
        os.environ.clear()
        os.environ.update(HOME=home, PATH=os.defpath, RECALL_EXTRACTOR="none", TZ="UTC")
        os.chdir(home)
        Path("lines.jsonl").write_text('{"text": "A note of a file."}\n')
        for words in COMMANDS:
            driver.run_quietly(*words)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)


for module in (
    "recall_cli.cli.commands.agents.serve",
    *(found.name for found in pkgutil.walk_packages(recall_cli.serve.__path__, "recall_cli.serve.")),
):
    import_module(module)
assert asyncio and ssl, "a server has them too"
assert anthropic, "the library of the workers that ask a model takes a second to load"
assert kill_point.REAL_VFS, "the kill points are loaded too"
load_everything()
gc.collect()
gc.freeze()  # what is loaded stays shared with the processes that are forked
