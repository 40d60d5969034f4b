"""The texts to which a table is fitted."""

from pathlib import Path

from lab.table.corpus import build_corpus, read_jsonl_texts, split_passages


def test_a_text_is_given_whole_and_in_sentences() -> None:
    """Sentences of at least four words; a text of one sentence appears once."""
    assert split_passages("It broke again on Monday. Why? Nobody at all could say.") == [
        "It broke again on Monday. Why? Nobody at all could say.",
        "It broke again on Monday.",
        "Nobody at all could say.",
    ]
    assert split_passages("One sentence of five words") == ["One sentence of five words"]
    assert split_passages("too short") == []


def test_the_corpus_is_the_same_each_time(tmp_path: Path) -> None:
    """Files first, then the documentation of Python files, every passage once."""
    file = tmp_path / "texts.jsonl"
    file.write_text('{"text": "The first of two lines."}\n{"text": "The first of two lines."}\n', encoding="utf-8")
    (tmp_path / "code.py").write_text('"""What this module is for.\n\nAnd one paragraph more."""\n', encoding="utf-8")
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "code.py").write_text('"""A test is no documentation."""\n', encoding="utf-8")
    (tmp_path / "broken.py").write_text("def (", encoding="utf-8")
    assert read_jsonl_texts(file) == ["The first of two lines."] * 2
    assert build_corpus([file], tmp_path) == [
        "The first of two lines.",
        "What this module is for.",
        "And one paragraph more.",
    ]
