"""Many texts at once get the same vectors as each alone."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from recall_cli.inference.static_batch import MIN_BATCH_TEXTS
from recall_cli.inference.static_table import StaticTable
from tests.bench.corpus import Corpus

TABLE = StaticTable()
MANY_TEXTS = [str(memory["text"]) for memory in Corpus().memories(MIN_BATCH_TEXTS)]


def test_a_corpus_at_once_is_each_text_alone() -> None:
    """Byte for byte: texts of developers, empty ones, other scripts, spaces of all kinds, and one far too long."""
    odd = [
        "",
        " ",
        "\t\n",
        "?" * 30,
        "a\tb\nc\x0bd\x1ce",
        "東京 \x00 naïve café",
        "ПРИВЕТ",
        "the of " * 9_000,
        "İstanbul",
    ]
    dice = random.Random(1)
    mixed = ["".join(dice.choices("ab ZÄ9.\t\x00\u0301-_漢", k=40)) for _ in range(300)]
    texts = [*MANY_TEXTS, *odd, *mixed]
    assert StaticTable().embed_all(texts) == [TABLE.embed(text) for text in texts]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(), min_size=1, max_size=20))
def test_any_texts_at_once_are_each_alone(texts: list[str]) -> None:
    """For any characters."""
    assert TABLE.embed_all([*MANY_TEXTS, *texts])[MIN_BATCH_TEXTS:] == [StaticTable().embed(text) for text in texts]


def test_a_few_texts_need_no_numpy(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Below the limit, they are embedded one by one."""
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    assert StaticTable().embed_all(MANY_TEXTS[:3]) == [TABLE.embed(text) for text in MANY_TEXTS[:3]]
