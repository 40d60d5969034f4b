"""A dry run of embed leaves the home folder as it was."""

from pathlib import Path

from tests.command import Home


def _file_contents(folder: Path) -> dict[Path, bytes]:
    """The contents of all files below a folder, without SQLite's shared memory."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")}


def test_a_dry_run_of_embed_writes_nothing(recall: Home) -> None:
    """A dry run creates no file, neither of recall nor of a library's telemetry."""
    recall.store("The queue is NATS.")
    recall("count")
    before = _file_contents(recall.path)
    answer = recall("embed", "--dry-run")
    assert (answer.status, _file_contents(recall.path)) == (0, before), answer
