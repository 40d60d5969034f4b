"""A home for one test, with a store, odd projects and hostile memories, and a `recall` that is watched."""

import os
import shutil
import subprocess
import sys

import pytest

ODD_PROJECT_NAMES = (
    "it's", "two words", "a:b:c", "$(touch pwned)", "`touch pwned`", 'say"so', "ex!claim", "100%F{red}", "b{a,b}",
    "r[a]c", "st*r?", "back\\slash", "back\\", "ünïcode", "日本語", "#hash", "~root", "eq=al", "a&b|c<d>e", "(par;ens)",
    "$HOME", "^caret",
)  # fmt: skip
"""What a project may be called besides letters; pNN stands before each, so that it can be typed."""

HOSTILE_TEXTS = (
    "$(touch pwned) `touch pwned` ; touch pwned & \"quotes\" 'more'",
    "%F{red} %{x%} [brackets]:colons \\$(touch pwned) 100% a&b;c|d",
    "\x1b[31mREDDENED\x1b]0;pwned\x07 \x9b31m \u202egnp\u202c \x08\x08\x08 \r over\ttab\nline two",
    "$(touch pwned)",
)
"""Texts that do something where they are run, expanded, or sent to a terminal as they are."""


_filled_files: dict[str, bytes] = {}
"""The store of a full home, once one was filled."""


class ShellHome:
    """The home, the store and the watched command of one test."""

    def __init__(self, folder):
        self.folder = folder
        self.calls, self.asked = folder / "calls", folder / "asked"
        tools = folder / "bin"
        tools.mkdir()
        watched = tools / "recall"
        watched.write_text(
            f'#!/bin/sh\nif [ "$1" = --complete ]; then echo "$@" >> {self.asked}; '
            f'exec {sys.executable} -m recall_cli "$@"; fi\nprintf "%s\\n" "$@" end-of-call > {self.calls}.new\n'
            f"mv {self.calls}.new {self.calls}\n"
        )
        watched.chmod(0o755)
        self.environment = {
            "HOME": str(folder), "PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "RECALL_DB": str(folder / "store.db"),
            "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm", "HISTFILE": "/dev/null", "PYTHONPATH": os.getcwd(),
        }  # fmt: skip

    def recall(self, *words, given=None, **more):
        """Run recall itself; what it said."""
        done = subprocess.run(
            [sys.executable, "-m", "recall_cli", *words],
            env={**self.environment, **more}, cwd=self.folder, input=given, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def say(self, text):
        """Store a text as if a person said it: an agent's would be held for review."""
        person = "import sys; from recall_cli import app; app.App.at_terminal = True\n"
        person += "from recall_cli.__main__ import run; sys.exit(run(sys.argv[1:]))"
        words = ["store", "-", "--global", "--extractor", "none"]
        subprocess.run(
            [sys.executable, "-c", person, *words],
            env=self.environment, input=text, text=True, check=True, capture_output=True,
        )  # fmt: skip

    def fill(self):
        """Hostile memories, and a memory in each odd project: written once, then copied."""
        if _filled_files:
            for name, content in _filled_files.items():
                (self.folder / name).write_bytes(content)
            return
        lines = [f'{{"text": "A memory of project {number}."}}' for number in range(3)]
        self.recall("import", "-", "--project", "plain", given="\n".join(lines))
        for text in HOSTILE_TEXTS:
            self.say(text)
        make = "import sys; from recall_cli.app import App; app = App({})\nwith app.write_transaction() as tx:\n"
        make += " for name in sys.argv[1:]: tx.projects.add(name)"
        subprocess.run([sys.executable, "-c", make, *odd_project_names()], env=self.environment, check=True)
        _filled_files.update((path.name, path.read_bytes()) for path in self.folder.glob("store.db*"))

    def call(self, terminal, keys=""):
        """Press these keys and Enter; the arguments that recall was run with."""
        self.calls.unlink(missing_ok=True)
        terminal.keys(keys + "\r", until="ready> $", quiet=0.02)
        words = self.calls.read_text().splitlines()
        assert words.pop() == "end-of-call"
        return words

    def started_a_process(self):
        """Was any process started for a completion?"""
        return self.asked.exists()

    def nothing_was_run(self):
        """Nothing that stands in a memory was run."""
        return not list(self.folder.rglob("pwned*"))


def odd_project_names():
    return [f"p{number:02}{name}" for number, name in enumerate(ODD_PROJECT_NAMES)]


def require_shell(shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here (apt-get install -y {shell})")
