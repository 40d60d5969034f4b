"""The place of a measurement, and recall installed in a virtual environment."""

import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from lab.speed.timing import TimedRun, run_timed

CHECKOUT_FOLDER = Path(__file__).resolve().parents[2]
MAX_EXPORT_SECONDS = 60
"""Time limit of an export, in seconds."""
UNREACHABLE_URL = "http://127.0.0.1:9"
"""An address without a server, so that fetching a model fails at once."""


@dataclass(frozen=True)
class BenchFolder:
    """The place of one size: a home, a repository, the file of memories, two stores."""

    folder: Path
    fetched: "Path | None" = None
    """The folder where py-memori finds its model."""

    @property
    def lines(self) -> Path:
        return self.folder / "memories.jsonl"

    @property
    def vectors(self) -> Path:
        return self.folder / "vectors.f32"

    def store(self, who: str) -> Path:
        return self.folder / f"{who}.db"

    def env(self) -> dict[str, str]:
        """A clean environment: no settings, no sign of an agent, bytecode as usual."""
        return {
            **({} if self.fetched is None else {"FASTEMBED_CACHE_DIR": str(self.fetched)}),
            "PATH": os.defpath,
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.folder),
            "HF_ENDPOINT": UNREACHABLE_URL,
            "RECALL_DB_PATH": str(self.store("szl-recall")),
            "RECALL_DB": str(self.store("recall")),
        }


@dataclass(frozen=True)
class RecallInstallation:
    """recall and its interpreter."""

    python: str
    command: tuple[str, ...]

    @classmethod
    def installed(cls, folder: Path) -> "RecallInstallation":
        """A fresh installation of this checkout with its bytecode."""
        python = create_environment(folder)
        run_pip(python, "install", "--compile", str(CHECKOUT_FOLDER))
        return cls(python, (str(folder / "bin" / "recall"),))

    @classmethod
    def here(cls) -> "RecallInstallation":
        """The recall of the benchmark's own environment, for a quick run."""
        script = Path(sysconfig.get_path("scripts")) / "recall"
        return cls(sys.executable, (str(script),) if script.exists() else (sys.executable, "-m", "recall_cli"))

    def argv(self, words: "list[str]") -> "list[str]":
        """The complete command of an operation."""
        return [*self.command, *words]

    def fill(self, place: BenchFolder) -> TimedRun:
        """Import the file of memories into a new store."""
        return run_timed([*self.command, "import", str(place.lines)], place.env())

    def export(self, place: BenchFolder) -> TimedRun:
        return run_timed(
            [*self.command, "export"], place.env(), stdout=place.folder / "recall.out", timeout=MAX_EXPORT_SECONDS
        )


def create_environment(folder: Path) -> str:
    """Create a virtual environment; returns its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True, text=True)
    return str(folder / "bin" / "python")


def run_pip(python: str, *words: str) -> None:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    argv = [python, "-m", "pip", "--disable-pip-version-check", "-q", *words]
    subprocess.run(argv, check=True, capture_output=True, text=True, env=clean)


def json_rows(argv: list[str], place: BenchFolder) -> "list[dict[str, object]]":
    """The JSON of a command that lists memories; CalledProcessError if it fails."""
    said = subprocess.run(argv, capture_output=True, text=True, check=True, env=place.env())
    found = json.loads(said.stdout)
    rows = found if isinstance(found, list) else found.get("results", found.get("memories", [found]))
    return list(rows)


def error_line(text: str) -> str:
    """The line of an error output that says what happened."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if "Error" in line or "failed" in line] or lines or ["no reason given"]
    return said[0 if "failed" in said[0] else -1][:160]
