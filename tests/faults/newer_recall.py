"""A later recall: the same, with one migration more, which touches every row of a store that is already full."""

from collections.abc import Iterator

from recall_cli.engines.sqlite import connection, copies, driver, migrate
from recall_cli.engines.statements import SQLITE

NEWER_SCHEMA = driver.SCHEMA_VERSION + 1
MIGRATIONS = [*SQLITE.migrations()]
SCRIPT = """
ALTER TABLE memory ADD COLUMN mood TEXT;
UPDATE memory SET mood = hex(randomblob(300));
CREATE INDEX memory_mood ON memory (mood);
CREATE TABLE omen (n INTEGER PRIMARY KEY, of INTEGER NOT NULL REFERENCES memory (n));
INSERT INTO omen (of) SELECT n FROM memory;
"""
NEW_TABLES = {"memory_mood", "omen"}
"""What the file then has besides."""


def become_newer() -> None:
    """From now on this process is the later recall."""

    def newer_migrations() -> Iterator[tuple[int, str]]:
        return iter([*MIGRATIONS, (NEWER_SCHEMA, SCRIPT)])

    SQLITE.migrations = newer_migrations  # type: ignore[method-assign]  # what a later version has
    for module in (connection, copies, driver, migrate):
        module.SCHEMA_VERSION = NEWER_SCHEMA
