"""People with clones of one repository, and what somebody who can write to its remote can do."""

import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from recall_cli.rules.sync.operations import Operation
from recall_cli.rules.team.chain import ChainEnd, fingerprint, write_segments
from recall_cli.rules.team.ed25519 import public_key
from tests.flows.sync.machines import Machine, make_hub
from tests.postgres_server import PostgresServer

TEAM_REFS = "refs/recall/v1/team"


class Clone(Machine):
    """A person's home with a clone of the repository."""

    def __init__(self, path: Path, hub: Path) -> None:
        super().__init__(path, hub)
        self.name = path.name
        self.place: "Path | Space" = hub
        """Where this person shares."""

    @property
    def remote_options(self) -> "tuple[str, ...]":
        """What names the remote in a command."""
        return "--to", str(self.hub)

    def state_text(self, text: str, *arguments: str, **more: Any) -> str:
        """Store a memory; its id."""
        return str(self.run("--json", "store", text, *arguments, **more).data["memories"][0]["id"])

    def share(self, *ids: str, **more: Any) -> Any:
        """Share memories; the JSON document."""
        answer = self.run("--json", "share", *ids, *self.remote_options, "--as", self.name, "--yes", **more)
        assert answer.status == 0, answer.err
        return answer.data

    def accept(self, name: str, *arguments: str) -> Any:
        """Pair a colleague's machine; the JSON document."""
        answer = self.run("--json", "team", "accept", name, *self.remote_options, "--yes", *arguments)
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

    def kept(self) -> bytes:
        """Every byte that recall keeps for this person."""
        return all_bytes(self.path / ".local")

    def key(self) -> str:
        """The fingerprint of this machine's key."""
        return str(self.run("--json", "team").data["you"]["key"])


class Space:
    """The only team space of a server, as its administrator can write there."""

    def __init__(self, server: PostgresServer, database: str) -> None:
        self._server, self._database = server, database

    def _run(self, sql: str, *values: Any) -> "list[Any]":
        with self._server.admin(self._database) as admin:
            admin.execute("SET ROLE recall_owner")
            cursor = admin.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def segments_of(self, device: str) -> "list[bytes]":
        """What a machine shares."""
        return [*self._run("SELECT segments FROM recall.team_chain WHERE device = %s", device)[0][0]]

    def head_of(self, device: str) -> str:
        """The state of what a machine shares."""
        return str(self._run("SELECT head FROM recall.team_chain WHERE device = %s", device)[0][0])

    def put_segments(self, device: str, segments: "list[bytes]") -> None:
        """Let a machine share these segments; without any it is gone. A machine that is new belongs to the founder."""
        if not segments:
            self._run("DELETE FROM recall.team_chain WHERE device = %s", device)
            return
        head = "put " + sha256(b"".join(segments)).hexdigest()
        self._run(
            "INSERT INTO recall.team_chain AS c (founder, name, device, member, head, bytes, segments) "
            "SELECT founder, name, %s, founder, %s, 1, %s::bytea[] FROM recall.team_space "
            "ON CONFLICT (founder, name, device) DO UPDATE SET head = excluded.head, segments = excluded.segments",
            device, head, segments,
        )  # fmt: skip

    def content(self) -> bytes:
        """Every byte that is shared there."""
        rows = self._run("SELECT s FROM recall.team_chain c, unnest(c.segments) s")
        return b"".join(bytes(segment) for (segment,) in rows)


def make_clones(tmp_path: Path, *names: str) -> "list[Clone]":
    """Clones of a new repository."""
    hub = make_hub(tmp_path)
    return [Clone(tmp_path / name, hub) for name in names]


def hub_git(hub: Path, *arguments: str, given: bytes = b"") -> str:
    """Run git in the remote, as somebody who can write there."""
    command = ["git", "-c", "user.name=x", "-c", "user.email=x", *arguments]
    ran = subprocess.run(command, cwd=hub, input=given, capture_output=True, check=True)
    return ran.stdout.decode("utf-8", "replace").strip()


def segments_of(hub: "Path | Space", device: str) -> "list[bytes]":
    """What a machine shares."""
    if isinstance(hub, Space):
        return hub.segments_of(device)
    names = [line.split()[2] for line in hub_git(hub, "ls-tree", f"{TEAM_REFS}/{device}").splitlines()]
    return [hub_git(hub, "cat-file", "blob", name).encode() + b"\n" for name in names]


def drop_machine(hub: "Path | Space", device: str) -> None:
    """Remove what a machine shares, as somebody who can write there."""
    if isinstance(hub, Space):
        hub.put_segments(device, [])
    else:
        hub_git(hub, "update-ref", "-d", f"{TEAM_REFS}/{device}")


def put_segments(hub: "Path | Space", device: str, segments: "list[bytes]") -> None:
    """Set what a machine shares to these segments, as somebody who can write there."""
    if isinstance(hub, Space):
        hub.put_segments(device, segments)
        return
    listed = ""
    for at, segment in enumerate(segments, 1):
        listed += f"100644 blob {hub_git(hub, 'hash-object', '-w', '--stdin', given=segment)}\t{at:06d}\n"
    tree = hub_git(hub, "mktree", given=listed.encode())
    hub_git(hub, "update-ref", f"{TEAM_REFS}/{device}", hub_git(hub, "commit-tree", tree, "-m", "x"))


def put_memories(
    hub: "Path | Space", secret: bytes, name: str, *columns: "dict[str, object]", generation: int = 1
) -> str:
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
