"""A long text from standard input: progress is shown, and each memory keeps its source words."""

from pathlib import Path

from recall_cli.app import App
from recall_cli.domain.draft import StoreRequest
from recall_cli.flows.write.store import store
from tests.command import Home

LINE = "User: We decided on tool{n} for team{n} because replay{n} of queue{n} was too slow.\nAssistant: Sure.\n"


def test_whoever_waits_is_told_how_far_it_is(recall: Home, tmp_path: Path) -> None:
    """Progress goes through reading, judging and storing, each from beginning to end."""
    app = App({"db": str(tmp_path / "s.db")}, recall.environment())
    reports: list[tuple[str, int, int]] = []
    app.progress = lambda *at: reports.append(at)
    text = "".join(LINE.format(n=n) for n in range(200))
    receipt = store(app, StoreRequest(text=text, tags={}, shared=False), None, extractor="rules")
    app.close()
    assert len(receipt.memories) == 5
    assert [*dict.fromkeys(what for what, _, _ in reports)] == ["reading", "weighing", "keeping"]
    for stage in ("reading", "weighing", "keeping"):
        places = [done for what, done, _ in reports if what == stage]
        assert places == sorted(places)
        assert all(0 <= done <= total for what, done, total in reports if what == stage)


def test_a_memory_of_a_list_keeps_its_source_words(recall: Home) -> None:
    """The head of the list goes into its item, and the words of the text are kept beside it."""
    text = "Thanks a lot for your help.\n" * 300 + "\nFor the release:\n- never tag before the smoke tests are green\n"
    [memory] = recall.json("store", "-", "--extractor", "rules", stdin=text)["memories"]
    assert memory["text"] == "For the release: never tag before the smoke tests are green"
    assert memory["span"] == "never tag before the smoke tests are green"
