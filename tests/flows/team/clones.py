"""People with clones of one repository, and what somebody who can write to its remote can do."""

import subprocess
from pathlib import Path
from typing import Any

from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.team.chain import ChainEnd, fingerprint, write_segments
from recall_cli.rules.team.ed25519 import public_key
from tests.flows.sync.machines import Machine, make_hub

TEAM_REFS = "refs/recall/v1/team"


class Clone(Machine):
    """A person's home with a clone of the repository."""

    def __init__(self, path: Path, hub: Path) -> None:
        super().__init__(path, hub)
        self.name = path.name

    def state_text(self, text: str, *arguments: str, **more: Any) -> str:
        """Store a memory; its id."""
        return str(self.run("--json", "store", text, *arguments, **more).data["memories"][0]["id"])

    def share(self, *ids: str, **more: Any) -> Any:
        """Share memories; the JSON document."""
        answer = self.run("--json", "share", *ids, "--to", str(self.hub), "--as", self.name, "--yes", **more)
        assert answer.status == 0, answer.err
        return answer.data

    def accept(self, name: str, *arguments: str) -> Any:
        """Pair a colleague's machine; the JSON document."""
        answer = self.run("--json", "team", "accept", name, "--to", str(self.hub), "--yes", *arguments)
        assert answer.status == 0, answer.err
        return answer.data

    def exchange(self) -> Any:
        """Synchronise with the team; the JSON document."""
        return self.run("--json", "sync").data["team"]

    def texts(self, *arguments: str) -> "set[str]":
        """What this person believes."""
        return {str(one["text"]) for one in self.run("--json", "list", "-n", "1000", *arguments).data["memories"]}

    def memory(self, id_: str) -> Any:
        return self.run("--json", "get", id_).data

    def key(self) -> str:
        """The fingerprint of this machine's key."""
        return str(self.run("--json", "team").data["you"]["key"])


def make_clones(tmp_path: Path, *names: str) -> "list[Clone]":
    """Clones of a new repository."""
    hub = make_hub(tmp_path)
    return [Clone(tmp_path / name, hub) for name in names]


def hub_git(hub: Path, *arguments: str, given: bytes = b"") -> str:
    """Run git in the remote, as somebody who can write there."""
    command = ["git", "-c", "user.name=x", "-c", "user.email=x", *arguments]
    ran = subprocess.run(command, cwd=hub, input=given, capture_output=True, check=True)
    return ran.stdout.decode("utf-8", "replace").strip()


def put_segments(hub: Path, device: str, segments: "list[bytes]") -> None:
    """Set a machine's ref to these segments."""
    listed = ""
    for at, segment in enumerate(segments, 1):
        listed += f"100644 blob {hub_git(hub, 'hash-object', '-w', '--stdin', given=segment)}\t{at:06d}\n"
    tree = hub_git(hub, "mktree", given=listed.encode())
    hub_git(hub, "update-ref", f"{TEAM_REFS}/{device}", hub_git(hub, "commit-tree", tree, "-m", "x"))


def put_memories(hub: Path, secret: bytes, name: str, *columns: "dict[str, object]", generation: int = 1) -> str:
    """Share memories with a key, whatever stands in them; the fingerprint of the key."""
    device = fingerprint(public_key(secret))
    operations = [
        Operation(
            device=device,
            number=at,
            clock=1_700_000_000_000 + at,
            id=f"01970000-0000-7000-8000-{at:012d}",
            columns={"created_at": "2026-01-01T00:00:00.000Z", "trust": "user", **one},
        )
        for at, one in enumerate(columns, 1)
    ]
    segments, _ = write_segments(secret, name, ChainEnd(generation=generation), operations)
    put_segments(hub, device, segments)
    return device


def all_bytes(folder: Path) -> bytes:
    """Every byte of every file below a folder."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
