"""Operations give the same memories in any order; an erasure wins; what a machine has to state is found."""

import random

from hypothesis import given
from hypothesis import strategies as st

from recall_cli.domain.ids import erased_mark
from recall_cli.rules.sync.fold import LastSync, LocalMemory, MemoryState, changed_here, fold_operations, write_digests
from recall_cli.rules.sync.operations import Operation, read_operations, write_operations

IDS = [f"00000000-0000-7000-8000-00000000000{n}" for n in range(4)]
COLUMNS = st.dictionaries(st.sampled_from(["text", "type", "topic"]), st.text(max_size=3), min_size=1)
STATEMENTS = st.builds(
    Operation,
    device=st.sampled_from("abc"),
    number=st.integers(1, 50),
    clock=st.integers(0, 5),
    id=st.sampled_from(IDS),
    columns=COLUMNS,
)
ERASURES = st.builds(
    Operation,
    device=st.sampled_from("abc"),
    number=st.integers(51, 60),
    clock=st.integers(0, 5),
    id=st.none(),
    erased=st.sampled_from([*map(erased_mark, IDS)]),
)
HISTORIES = st.lists(st.one_of(STATEMENTS, STATEMENTS, ERASURES), unique_by=lambda op: (op.device, op.number))


@given(HISTORIES, st.randoms(use_true_random=False))
def test_any_order_gives_the_same_memories(operations: "list[Operation]", chance: random.Random) -> None:
    """The fold depends on the set alone, and no erased memory is in it."""
    mixed = [*operations]
    chance.shuffle(mixed)
    fold = fold_operations(operations)
    assert fold == fold_operations(mixed)
    assert not {*map(erased_mark, fold.memories)} & fold.erased


@given(HISTORIES)
def test_operations_survive_their_lines(operations: "list[Operation]") -> None:
    """What is written is read again; the device is that of the segment."""
    for device in "abc":
        own = [op for op in operations if op.device == device]
        assert read_operations(device, write_operations(own)) == (own, 0)


def test_lines_of_strangers_are_no_operations() -> None:
    """What is no operation is counted and left out; unknown columns are left out."""
    lines = ["{", "[]", "1", '{"n": true, "clock": 1, "id": "x", "columns": {}}', '{"n": 1, "clock": 9e99}', "[" * 9999]
    lines += ['{"n": 1, "clock": -1, "erased": "x"}', f'{{"n": 1, "clock": 1, "id": "{IDS[0]}", "columns": []}}']
    assert read_operations("a", "\n".join(lines)) == ([], len(lines))
    line = f'{{"n": 1, "clock": 1, "id": "{IDS[0]}", "columns": {{"hash": 1, "held": null, "text": "x"}}}}'
    assert read_operations("a", line)[0][0].columns == {"text": "x"}


def test_what_this_machine_has_to_state() -> None:
    """Only what changed here since the last sync; nothing that the others know; a lost memory whole; by time at first."""
    now = LocalMemory(updated_at=9, columns={"text": "new", "type": "fact"})
    digests = {"text": "n", "type": "f"}
    last = LastSync(clock=5, digests=write_digests({"text": "o", "type": "f"}))
    known = MemoryState(clock=5, columns={"text": "old", "type": "fact"})
    assert changed_here(now, last, known, digests) == (9, {"text": "new"})
    assert changed_here(now.but(updated_at=3), last, known, digests) == (6, {"text": "new"})
    assert changed_here(now, last, MemoryState(clock=7, columns=now.columns), digests) is None
    assert changed_here(now, last.but(digests=write_digests(digests)), known.but(clock=8), digests) is None
    assert changed_here(now, last, None, digests) == (9, now.columns)
    assert changed_here(now, None, None, digests) == (9, now.columns)
    assert changed_here(now, None, known, digests) == (9, {"text": "new"})
    assert changed_here(now, None, known.but(clock=9), digests) is None
    removed = LocalMemory(updated_at=9, columns={"text": "old"})
    assert changed_here(removed, last, known, {"text": "o"}) == (9, {"type": None})
