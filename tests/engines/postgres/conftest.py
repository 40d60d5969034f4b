"""Databases on a server, prepared as `recall setup` prepares them."""

from collections.abc import Iterator

import pytest

from tests.postgres_server import PostgresServer, running_server


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> PostgresServer:
    """The tests' server; its passwords are where libpq looks for them."""
    found = running_server()
    monkeypatch.setenv("PGPASSFILE", str(found.passwords))
    return found


@pytest.fixture
def database(server: PostgresServer) -> Iterator[str]:
    """A database of its own."""
    name = server.new_database()
    yield name
    server.drop_database(name)
