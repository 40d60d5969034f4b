"""Where it is timed, and recall as a user installs it, in a virtual environment of its own."""

import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from tests.bench.clock import Lap, lap

CHECKOUT = Path(__file__).resolve().parents[2]
EXPORT = 60
"""Seconds that an export may take."""
NOWHERE = "http://127.0.0.1:9"
"""Where nobody listens: what would fetch a model fails at once instead."""


@dataclass(frozen=True)
class Place:
    """Where one size is measured: a home, a repository to stand in, the file of memories, two stores."""

    folder: Path
    fetched: "Path | None" = None
    """Where py-memori finds its model."""

    @property
    def lines(self) -> Path:
        return self.folder / "memories.jsonl"

    @property
    def vectors(self) -> Path:
        return self.folder / "vectors.f32"

    def store(self, who: str) -> Path:
        return self.folder / f"{who}.db"

    def env(self) -> dict[str, str]:
        """An environment without anything of the caller's: no settings, no mark of an agent, bytecode as usual."""
        return {
            **({} if self.fetched is None else {"FASTEMBED_CACHE_DIR": str(self.fetched)}),
            "PATH": os.defpath,
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.folder),
            "HF_ENDPOINT": NOWHERE,
            "RECALL_DB_PATH": str(self.store("szl-recall")),
            "RECALL_DB": str(self.store("recall")),
        }


@dataclass(frozen=True)
class Recall:
    """recall, and the interpreter that it runs on."""

    python: str
    command: tuple[str, ...]

    @classmethod
    def installed(cls, folder: Path) -> "Recall":
        """A fresh, ordinary installation of this checkout, bytecode and all."""
        python = environment(folder)
        pip(python, "install", "--compile", str(CHECKOUT))
        return cls(python, (str(folder / "bin" / "recall"),))

    @classmethod
    def here(cls) -> "Recall":
        """The recall of the environment that runs the benchmark, for a quick look."""
        script = Path(sysconfig.get_path("scripts")) / "recall"
        return cls(sys.executable, (str(script),) if script.exists() else (sys.executable, "-m", "recall_cli"))

    def argv(self, words: "list[str]") -> "list[str]":
        """The whole command for the words of an operation."""
        return [*self.command, *words]

    def fill(self, place: Place) -> Lap:
        """Import the file of memories into a new store."""
        return lap([*self.command, "import", str(place.lines)], place.env())

    def export(self, place: Place) -> Lap:
        return lap([*self.command, "export"], place.env(), stdout=place.folder / "recall.out", patience=EXPORT)


def environment(folder: Path) -> str:
    """A new virtual environment; its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True, text=True)
    return str(folder / "bin" / "python")


def pip(python: str, *words: str) -> None:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    argv = [python, "-m", "pip", "--disable-pip-version-check", "-q", *words]
    subprocess.run(argv, check=True, capture_output=True, text=True, env=clean)


def answer(argv: list[str], place: Place) -> "list[dict[str, object]]":
    """What a command that lists memories answers as JSON; CalledProcessError where it fails."""
    said = subprocess.run(argv, capture_output=True, text=True, check=True, env=place.env())
    found = json.loads(said.stdout)
    rows = found if isinstance(found, list) else found.get("results", found.get("memories", [found]))
    return list(rows)


def last_line(text: str) -> str:
    """The line of an error that says what happened."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if "Error" in line or "failed" in line] or lines or ["no reason given"]
    return said[0 if "failed" in said[0] else -1][:160]
