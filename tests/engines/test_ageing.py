"""The statement that fades all rows at once agrees with the rule for one memory."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.domain.memory import MEMORY_TYPES
from recall_cli.domain.moment import DAY
from recall_cli.rules.beliefs.decay import DecayCurve, decay_score, idle_days
from tests.engines.stores import NOW, add_memory, begin_transaction, open_store

moments = st.one_of(st.integers(NOW - 2000 * DAY, NOW + 400 * DAY), st.sampled_from([NOW, NOW - DAY, 0, -DAY]))
rows = st.fixed_dictionaries(
    {
        "type": st.sampled_from(MEMORY_TYPES),
        "created_at": moments,
        "accessed_at": st.none() | moments,
        "seen_at": st.none() | moments,
        "access_count": st.integers(0, 40),
        "pinned": st.booleans(),
        "decay_score": st.sampled_from([1.0, 0.5, 0.1, 0.0]),
    }
)
curves = st.builds(
    DecayCurve,
    name=st.sampled_from(["ebbinghaus", "staged", "access"]),
    rate=st.sampled_from([0.0, 0.02, 0.5, 30.0]),
    cap=st.integers(1, 20),
    mild_days=st.sampled_from([0.0, 7.5, 30.0]),
    strong_days=st.sampled_from([30.0, 90.0]),
    mild_factor=st.sampled_from([0.0, 0.5, 0.98, 1.0]),
    strong_factor=st.sampled_from([0.0, 0.95]),
    access_rate=st.sampled_from([0.0, 0.01, 1.0]),
    floor=st.sampled_from([0.0, 0.1, 1.0]),
    lifetimes=st.fixed_dictionaries({type_: st.sampled_from([0.01, 0.5, 1.0, 4.0]) for type_ in MEMORY_TYPES}),
)


@settings(max_examples=60)
@given(st.lists(rows, min_size=1, max_size=30), curves)
def test_the_statement_agrees_with_the_rule(given_rows: list[dict[str, Any]], curve: DecayCurve) -> None:
    """For any rows and curves: the scores agree, and a second run changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_store(Path(folder) / "s.db")
        with begin_transaction(engine) as tx:
            for at, row in enumerate(given_rows):
                add_memory(tx, f"memory {at}", **row)
            tx.ageing.fade(curve.sql_parameters, 0, 10_000)
            found = tx.memories.by_number([*range(1, len(given_rows) + 1)])
            assert tx.ageing.fade(curve.sql_parameters, 0, 10_000) == 0
        engine.close()
    for memory, row in zip(found, given_rows, strict=True):
        days = idle_days(NOW, row["created_at"], row["accessed_at"], row["seen_at"])
        accessed = row["accessed_at"] is not None
        told = decay_score(curve, row["type"], days, row["access_count"], accessed=accessed, pinned=row["pinned"])
        assert abs(memory.decay_score - told) < 1.01e-4, (row, curve)
        assert 0.0 <= memory.decay_score <= 1.0


def test_only_a_range_of_rows_of_one_user_fades(tmp_path: Path) -> None:
    """Rows of another user, outside the range, deleted or superseded do not change."""
    engine = open_store(tmp_path / "s.db")
    old = {"created_at": NOW - 100 * DAY}
    with begin_transaction(engine, user="stranger") as tx:
        add_memory(tx, "a stranger's", **old)
    with begin_transaction(engine) as tx:
        for at in range(4):
            add_memory(
                tx,
                f"mine {at}",
                **old,
                **({"deleted_at": NOW} if at == 1 else {"superseded_at": NOW} if at == 2 else {}),
            )
        assert tx.ageing.fade(DecayCurve().sql_parameters, 0, 4) == 1
        scores = engine.connection.execute("SELECT decay_score FROM memory ORDER BY n").fetchall()
        assert [row[0] for row in scores] == [1.0, 0.1353, 1.0, 1.0, 1.0]
        tx.ageing.restore_strength([2])
        assert engine.connection.execute("SELECT sum(decay_score) FROM memory").fetchall() == [(5.0,)]
    engine.close()
