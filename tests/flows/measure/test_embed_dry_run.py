"""A dry run of embed leaves the home folder as it was."""

from pathlib import Path

from tests.command import Home


def _file_contents(folder: Path) -> dict[Path, bytes]:
    """What every file below a folder holds; the memory that SQLite shares is no file of the store."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")}


def test_a_dry_run_of_embed_writes_nothing(recall: Home) -> None:
    """Saying what would be read and fetched makes no file: none of recall's, and none of a library's telemetry."""
    recall.store("The queue is NATS.")
    recall("count")
    before = _file_contents(recall.path)
    answer = recall("embed", "--dry-run")
    assert (answer.status, _file_contents(recall.path)) == (0, before), answer
