"""The golden comparison: a part of it gives today the committed output, and it names what changed."""

from pathlib import Path

from lab import golden
from lab.golden_cases import Case, Ids


def test_the_commands_give_the_committed_output() -> None:
    """A store that lives through most commands, whoever runs it."""
    with golden.fixed_world() as folder:
        digests = golden.digests_of("commands", golden.cases_of("commands", folder, None))
    assert golden.changed_sets(golden.read_digests(), digests) == []


def test_a_changed_and_a_missing_set_are_named() -> None:
    """Only the subjects that were run are compared."""
    before = golden.digests_of("dates", [Case("a", "1", ("x",)), Case("b", "1", ("x",))])
    after = golden.digests_of("dates", [Case("a", "1", ("y",)), Case("c", "1", ("x",), outside=True)])
    assert golden.changed_sets({**before, "orders a": "1 x"}, after) == ["dates a", "dates b"]


def test_an_earlier_output_is_compared_case_by_case(tmp_path: Path) -> None:
    """What a case lost, what it won, and a new order."""
    (tmp_path / "dates.txt").write_text("=== a 1\nx\ny\n=== a 2\nx\ny\n=== a 3\nz\n")
    before = golden.read_cases(tmp_path / "dates.txt")
    assert golden.differences(before, {"a 1": "x\nw", "a 2": "y\nx", "a 3": "z"}) == [
        "=== a 1\n  - y\n  + w",
        "=== a 2\n  the same lines in another order",
    ]


def test_ids_are_hidden() -> None:
    """A full id by its first appearance, a short one and the fence of a brief altogether."""
    one, two = ("019ca945-0a00-77ef-b121-af918f8e4e7" + end for end in "67")
    assert Ids().hide(f"{two} {one} {two}") == "<1> <2> <1>"
    fenced = '<recalled_memories id="mhd" project="x">\nmhd: told\n- A text. mhd[ed5f, 1 Mar]'
    assert Ids().hide(fenced) == '<recalled_memories id="FENCE" project="x">\nFENCE: told\n- A text. FENCE[id, 1 Mar]'
