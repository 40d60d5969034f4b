"""A PostgreSQL server whose folder stays, so that a benchmark that was interrupted goes on where it was."""

import os
import shutil
from pathlib import Path
from typing import Any

from tests.postgres_server import NOBODY, TEMPLATE, PostgresServer

SERVER_SETTINGS = {
    "fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "512MB", "max_wal_size": "2GB",
    "work_mem": "32MB", "maintenance_work_mem": "256MB",
}  # fmt: skip
"""As a small server has them: everything that is acknowledged is on the disk."""
PREPARED = "prepared"
"""The file that says that the template is there."""


class PersistentServer(PostgresServer):
    """A server in a folder that was named; started again if it is there already."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        prepared = folder / PREPARED
        if not prepared.exists():
            shutil.rmtree(folder, ignore_errors=True)
            super().__init__(binaries, parent=folder.parent, settings=SERVER_SETTINGS, template=False)
            if self._binaries.is_relative_to(self.folder):
                binaries = folder / self._binaries.relative_to(self.folder)
            self.folder.rename(folder)
        self.folder, self._settings, self._count, self._process = folder, SERVER_SETTINGS, 0, None
        self._other_user: dict[str, Any] = {"user": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        self.socket, self.data, self.passwords = folder / "socket", folder / "data", folder / "pgpass"
        self._binaries = Path(prepared.read_text(encoding="utf-8")) if prepared.exists() else binaries
        if not prepared.exists():
            self._initialize()
        self.start()
        if not prepared.exists():
            self._make_template()
            prepared.write_text(str(self._binaries), encoding="utf-8")

    def database(self, name: str) -> str:
        """The database of this name, made if it is missing."""
        with self.admin() as admin:
            if not admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                admin.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return name


def copy_user(server: PostgresServer, database: str, source: str, targets: "list[str]") -> None:
    """Give other users the same rows as one has, on the server alone: much faster than storing them again."""
    with server.admin(database) as admin:
        done = {row[0] for row in admin.execute("SELECT tenant_id FROM recall.word_total").fetchall()}
        left = [name for name in targets if name not in done]
        if not left:
            return
        admin.execute("SET session_replication_role = replica")  # no triggers: their rows are copied too
        tables = admin.execute(
            "SELECT c.relname, (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a "
            "WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'tenant_id') "
            "FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id' "
            "WHERE c.relnamespace = 'recall'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition"
        ).fetchall()
        with admin.transaction():
            for table, columns in tables:
                chosen, values = ", ".join(columns), ", ".join(f"t.{column}" for column in columns)
                if table == "meta":
                    values = values.replace("t.key", "replace(t.key, '/' || t.tenant_id, '/' || u.name)")
                admin.execute(
                    f"INSERT INTO recall.{table} (tenant_id, {chosen}) SELECT u.name, {values} "
                    f"FROM recall.{table} t CROSS JOIN unnest(%s::text[]) u (name) WHERE t.tenant_id = %s",
                    [left, source],
                )
