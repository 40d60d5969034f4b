"""The pairs of statements, and the weights that are made from them."""

from collections import Counter

import pytest

from recall_cli.rules.revision.comparison import ENDS, judge
from tests.bench.beliefs.dense import find_endings
from tests.bench.beliefs.likeness import likeness_of
from tests.bench.beliefs.pairs import own_pair_files, read_pairs
from tests.bench.beliefs.tables import PHRASES_FILE, WORDS_FILE, make_phrases_file, make_words_file
from tests.bench.fit_beliefs import WEIGHTS_FILE, make_weights


def test_every_writer_has_pairs_of_every_kind() -> None:
    """Endings and compatible pairs of each writer, so that one can be left out."""
    counts = Counter((pair.writer, pair.verdict) for pair in read_pairs(own_pair_files()))
    for writer in {writer for writer, _ in counts}:
        assert counts[writer, "ends"] >= 30
        assert counts[writer, "stays"] >= 25


@pytest.mark.slow
def test_weights_are_what_the_pairs_give() -> None:
    """Whoever changes a feature or a pair fits the weights again."""
    assert make_weights() == WEIGHTS_FILE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_shipped_weights_keep_to_the_limit() -> None:
    """The judge that is shipped ends at most one in a hundred of our compatible pairs."""
    compatible = [pair for pair in read_pairs(own_pair_files()) if pair.verdict == "stays"]
    wrong = [pair for pair in compatible if judge(pair.old, pair.new, likeness_of(pair.old, pair.new)).kind == ENDS]
    assert len(wrong) <= len(compatible) / 100


def test_packed_tables_are_what_the_word_lists_give() -> None:
    """Whoever changes a word list packs it again: `python -m tests.bench.fit_beliefs --words`."""
    for path, text in ((PHRASES_FILE, make_phrases_file()), (WORDS_FILE, make_words_file())):
        packed: dict[str, object] = {}
        written: dict[str, object] = {}
        exec(text, packed)
        exec(path.read_text(encoding="utf-8"), written)
        assert {name: packed[name] for name in packed if name.isupper()} == {
            name: written[name] for name in written if name.isupper()
        }


@pytest.mark.slow
def test_few_statements_end_a_memory_of_something_else() -> None:
    """Among 300 memories of other pairs; many of these endings are right, since writers return to one subject."""
    pairs = read_pairs(own_pair_files())[::5]
    endings, _ = find_endings(pairs, 300)
    assert len({new for _, new, _ in endings}) <= len(pairs) / 10
