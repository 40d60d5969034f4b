"""People of one server, each with a login that is one user, and clones of one repository."""

from pathlib import Path
from typing import Any

from tests.flows.team.clones import Clone, Space
from tests.postgres_server import PostgresServer

TENANT_TABLES = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind = 'r'
"""


class Member(Clone):
    """A person whose store is on the server; nothing of it is in a file of theirs."""

    def __init__(self, path: Path, server: PostgresServer, database: str, login: str = "") -> None:
        super().__init__(path, path / "no-hub.git")
        self.space = ""
        """The name of the team space, where it is somebody else's."""
        self.place: Space = Space(server, database)
        self.server, self.database, self.user = server, database, path.name
        self.login = login or server.new_login(database, self.name)

    @property
    def remote_options(self) -> "tuple[str, ...]":
        """The team space of somebody else has to be named once; one's own has not."""
        return ("--to", self.space) if self.space else ()

    @property
    def store_environment(self) -> "dict[str, str]":
        return {
            "RECALL_DB": self.server.url(self.database, self.login),
            "RECALL_USER": self.user,
            "PGPASSFILE": str(self.server.passwords),
            "PGCONNECT_TIMEOUT": "60",  # a busy machine of tests
        }

    def invite(self, *names: str, off: bool = False) -> None:
        """Invite users, or withdraw that."""
        for name in names:
            answer = self.run("team", "invite", name, "--yes", *(("--off",) if off else ()))
            assert answer.status == 0, answer.err

    def on_another_machine(self, name: str) -> "Member":
        """The same user on another machine, with another clone."""
        other = Member(self.path.parent / name, self.server, self.database, self.login)
        other.name, other.user, other.now = self.name, self.user, self.now
        return other

    def kept(self) -> bytes:
        """Every byte that recall keeps for this person: in files, and in their rows."""
        with self.server.admin(self.database) as admin:
            names = [row[0] for row in admin.execute(TENANT_TABLES).fetchall()]
            rows = [
                row[0]
                for name in names
                for row in admin.execute(f"SELECT t::text FROM recall.{name} t WHERE tenant_id = %s", [self.user])
            ]
        return super().kept() + "\n".join(rows).encode()

    def connect(self) -> Any:
        """A connection with plain SQL, as this user."""
        connection = self.server.connect(self.database, self.login)
        connection.execute("SELECT set_config('recall.tenant', %s, false)", [self.user])
        return connection
