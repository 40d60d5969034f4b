"""A long text from standard input: progress is shown, and each memory keeps its source words."""

from pathlib import Path

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.write.store import store
from tests.command import Home

LINE = (
    "User: We decided to use tool{n} for the service of team{n} because replay was too slow there.\nAssistant: Sure.\n"
)


def test_whoever_waits_is_told_how_far_it_is(recall: Home, tmp_path: Path) -> None:
    """Progress goes through reading, judging and storing, each from beginning to end."""
    app = App({"db": str(tmp_path / "s.db")}, recall.environment())
    reports: list[tuple[str, int, int]] = []
    app.progress = lambda *at: reports.append(at)
    text = "".join(LINE.format(n=n) for n in range(200))
    receipt = store(app, StoreRequest(text=text, tags={}, shared=False), None, extractor="rules")
    app.close()
    assert len(receipt.memories) == 200
    assert [*dict.fromkeys(what for what, _, _ in reports)] == ["reading", "weighing", "keeping"]
    for stage in ("reading", "weighing", "keeping"):
        places = [done for what, done, _ in reports if what == stage]
        assert places == sorted(places)
        assert all(0 <= done <= total for what, done, total in reports if what == stage)


def test_a_memory_of_a_long_text_keeps_its_source_words(recall: Home) -> None:
    """If a sentence makes two claims, each memory keeps the whole sentence as its source."""
    sentence = "I work at Acme in Vienna and I prefer tabs over spaces in Go."
    text = "Thanks a lot for your help. " * 300 + f"\n\nUser: {sentence}\n"
    memories = recall.json("store", "-", "--extractor", "rules", stdin=text)["memories"]
    assert len(memories) == 2
    assert {memory["span"] for memory in memories} == {sentence}
    assert all(memory["text"].rstrip(".") in sentence for memory in memories)
