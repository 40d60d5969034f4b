"""A statement is prepared once, whatever its values."""

from pathlib import Path

import apsw

from tests.engines.stores import begin_transaction, open_store


def test_no_statement_is_prepared_again(tmp_path: Path) -> None:
    """SQLite would plan most statements again for their values, which takes as long as planning them."""
    engine = open_store(tmp_path / "store.db")
    prepared: list[int] = []

    def note(action: int, *_: object) -> int:
        """SQLite asks for permission each time that it prepares something."""
        prepared.append(action)
        return int(apsw.SQLITE_OK)

    engine.connection.authorizer = note
    tx = begin_transaction(engine, write=False)
    tx.memories.lasting_by_type({"preference": 20, "decision": 20, "pattern": 8}, 1, 0.1)
    assert prepared.count(apsw.SQLITE_SELECT) == 1
    engine.connection.authorizer = None
    engine.close()
