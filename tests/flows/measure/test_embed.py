"""A full model: it finds what it has embedded, the table finds the rest, and undo restores the model before."""

import json
from pathlib import Path

import apsw
import pytest

from recall_cli.flows.measure import embed as flow
from recall_cli.inference.static_table import MODEL_NAME
from tests.command import Home
from tests.inference import tiny_model

TEXTS = ("The queue is NATS because replay was slow.", "The API listens on port 8080.", "Tabs, not spaces, in Go.")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a tiny model."""
    return str(tiny_model.write_model(tmp_path_factory.mktemp("models") / "tiny"))


@pytest.fixture
def filled_recall(recall: Home) -> Home:
    """Three memories."""
    recall.fill_once("to embed", store_texts)
    return recall


def store_texts(recall: Home) -> None:
    for text in TEXTS:
        recall.store(text)
        recall.later()


def query_rows(home: Home, sql: str) -> "list[tuple[object, ...]]":
    """The rows of an SQL statement in the file."""
    connection = apsw.Connection(str(home.db), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def embedded_texts(home: Home) -> "set[object]":
    """The texts that a full model has embedded."""
    return {
        text
        for (text,) in query_rows(
            home,
            f"SELECT m.text FROM memory m JOIN vector v ON v.place / 64 = m.n JOIN vector_model o ON o.n = v.place % 64 WHERE o.name <> '{MODEL_NAME}'",
        )
    }


def search_results(home: Home, query: str, *args: str) -> "tuple[str, list[str]]":
    """The model that embedded the question, and the results."""
    answer = home.json("search", query, "--explain", *args)
    return answer["model"], [one["text"] for one in answer["results"]]


def test_a_model_reads_everything_and_answers(filled_recall: Home, model: str) -> None:
    """All memories have vectors, the model embeds the question, and the log has the operation."""
    done = filled_recall.json("embed", "--model", model)
    assert (done["embedded"], done["left"], done["ready"]) == (3, 0, True)
    assert done["model"].startswith("tiny@")
    assert embedded_texts(filled_recall) == set(TEXTS)
    assert search_results(filled_recall, "which port does the api listen on")[0] == done["model"]
    assert TEXTS[1] in search_results(filled_recall, "which port does the api listen on")[1]
    assert f"{MODEL_NAME} to {done['model']}" in filled_recall.quick("log").out


def test_again_is_nothing(filled_recall: Home, model: str) -> None:
    """A second run embeds nothing and writes no operation; without a name it takes the model in use."""
    first = filled_recall.json("embed", "--model", model)
    again = filled_recall.json("embed")
    assert (again["model"], again["embedded"], again["operation"]) == (first["model"], 0, None)
    assert "still in use" in filled_recall.quick("embed").out


def test_a_rehearsal_writes_nothing(filled_recall: Home, model: str) -> None:
    """--dry-run counts what is to embed, and changes nothing."""
    before = query_rows(filled_recall, "SELECT count(*) FROM operation")
    done = filled_recall.json("embed", "--model", model, "--dry-run")
    assert (done["left"], done["operation"], done["dry_run"]) == (3, None, True)
    assert query_rows(filled_recall, "SELECT count(*) FROM operation") == before
    assert embedded_texts(filled_recall) == set()
    assert not (filled_recall.db.parent / "models").exists()


def test_new_words_wait_and_are_found_meanwhile(filled_recall: Home, model: str) -> None:
    """Storing stays quick: the table finds new memories until the worker has embedded them."""
    filled_recall.json("embed", "--model", model)
    filled_recall.store("The cache is Redis.")
    filled_recall.quick(
        "update", filled_recall.json("list")["memories"][2]["id"], "--text", "The API listens on port 9090."
    )
    assert embedded_texts(filled_recall) == {TEXTS[0], TEXTS[2]}
    assert "The cache is Redis." in search_results(filled_recall, "cache redis")[1]
    assert "The API listens on port 9090." in search_results(filled_recall, "api port")[1]
    assert filled_recall.json("worker", "--once")["embedded"] == 2
    assert embedded_texts(filled_recall) == {TEXTS[0], TEXTS[2], "The cache is Redis.", "The API listens on port 9090."}
    assert filled_recall.json("worker", "--once")["embedded"] == 0


def test_what_only_meaning_finds_is_not_lost_while_it_waits(filled_recall: Home, model: str) -> None:
    """A memory without a common word and not embedded yet is found by the table."""
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.search.candidates import QuestionVectors

    filled_recall.json("embed", "--model", model)
    filled_recall.store("The car needs repair.")
    app = App({"db": filled_recall.store_name}, filled_recall.environment())
    with app.read_transaction() as tx:
        meaning = QuestionVectors(tx, "fix automobile", "fix automobile")
        near = dict(meaning.nearest(10, Filters(), "[]"))
        numbers = {memory.text: memory.n for memory in tx.memories.iterate(Filters())}
        waiting = numbers["The car needs repair."]
        assert near.keys() == set(numbers.values())
        assert near[waiting] == tx.vectors.cosines_of(tx.embed("fix automobile"), [waiting])[waiting] > 0.5
        assert meaning.among(near) == near
    app.close()


def test_an_import_waits_too(filled_recall: Home, model: str) -> None:
    """The next run embeds all memories of a bulk insert."""
    filled_recall.json("embed", "--model", model)
    lines = "\n".join(json.dumps({"text": f"Host number {i} runs the queue."}) for i in range(40))
    assert filled_recall.quick("import", "-", stdin=lines).status == 0
    assert filled_recall.json("embed", "--dry-run")["left"] == 40
    assert filled_recall.json("embed")["embedded"] == 40


def test_undo_goes_back_and_forth(filled_recall: Home, model: str) -> None:
    """Undo restores the table, and undoing that the model; memories stored in between wait for it."""
    done = filled_recall.json("embed", "--model", model)
    assert filled_recall.quick("undo").status == 0
    assert search_results(filled_recall, "api port")[0] == "the table"
    undone = filled_recall.json("log")["operations"][0]["operation"]
    filled_recall.store("The cache is Redis.")
    assert filled_recall.quick("undo", str(undone)).status == 0
    name, found = search_results(filled_recall, "cache redis")
    assert name == done["model"]
    assert "The cache is Redis." in found
    assert filled_recall.json("embed")["embedded"] == 1


def test_none_is_the_table_alone(filled_recall: Home, model: str) -> None:
    """`embed none` stops using the model; undoing that restores it at once with its vectors."""
    done = filled_recall.json("embed", "--model", model)
    assert filled_recall.json("embed", "--model", "none")["model"] == MODEL_NAME
    assert search_results(filled_recall, "api port")[0] == "the table"
    assert filled_recall.json("embed", "--model", "none")["operation"] is None
    filled_recall.quick("undo")
    assert search_results(filled_recall, "api port")[0] == done["model"]
    assert filled_recall.json("embed")["embedded"] == 0


def test_an_interrupted_round_goes_on(filled_recall: Home, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interruption vectors stay, the model is not in use, and the next run embeds only the rest."""
    from recall_cli.app import App

    monkeypatch.setattr(flow, "PAGE_SIZE", 1)
    app = App({"db": filled_recall.store_name}, filled_recall.environment())

    def stop(made: int, _total: int) -> None:
        if made == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flow.embed(app, model, stop)
    app.close()
    assert len(embedded_texts(filled_recall)) == 2
    assert search_results(filled_recall, "api port")[0] == "the table"
    assert filled_recall.json("embed", "--model", model)["embedded"] == 1


def test_words_changed_while_they_were_read_are_not_kept(filled_recall: Home) -> None:
    """A vector of an old text is not stored for a new one."""
    from recall_cli.app import App

    app = App({"db": filled_recall.store_name}, filled_recall.environment())
    with app.write_transaction() as tx:
        [first, second, third] = tx.embedding.page_without_vector("m@1", 0, 10)
        made = [(first[0], first[1], b"\1" * 8), (second[0], second[1] + 1, b"\2" * 8), (999, third[1], b"\3" * 8)]
        assert tx.embedding.save_vectors("m@1", made) == 1
    app.close()
    assert query_rows(
        filled_recall,
        "SELECT place / 64, bytes FROM vector WHERE place % 64 = (SELECT n FROM vector_model WHERE name = 'm@1')",
    ) == [(first[0], b"\1" * 8)]


def test_erasing_leaves_nothing_of_any_model(filled_recall: Home, model: str) -> None:
    """Erasing removes the vector and the entry of a waiting memory."""
    filled_recall.json("embed", "--model", model)
    waits = filled_recall.store("The cache is Redis.")
    for id_ in (waits, filled_recall.json("list")["memories"][1]["id"]):
        filled_recall.quick("delete", id_, "--now")
    numbers = {n for (n,) in query_rows(filled_recall, "SELECT n FROM memory")}
    assert {n for (n,) in query_rows(filled_recall, "SELECT place / 64 FROM vector")} == numbers
    assert query_rows(filled_recall, "SELECT * FROM vector_missing") == []


def test_a_view_holds_for_a_model_too(recall: Home, model: str) -> None:
    """Memories above the clearance are not found by the model."""
    recall.store("The vault code is kept by the night shift.", "--classification", "confidential")
    recall.store("The API listens on port 8080.")
    recall.json("embed", "--model", model)
    recall.store("The vault key is kept by the day shift.", "--classification", "confidential")
    for query in ("vault code", "who keeps the key of the safe"):
        assert "vault" not in json.dumps(search_results(recall, query, "--clearance", "internal"))


def test_the_past_is_found_with_a_model_in_use(filled_recall: Home, model: str) -> None:
    """--as-of returns the texts of that day."""
    before = filled_recall.moment
    filled_recall.later()
    filled_recall.quick(
        "update", filled_recall.json("list")["memories"][1]["id"], "--text", "The API listens on port 9090."
    )
    filled_recall.json("embed", "--model", model)
    assert TEXTS[1] in search_results(filled_recall, "api port", "--as-of", before)[1]


def test_a_model_that_is_gone_is_said_to_be(filled_recall: Home, tmp_path: Path) -> None:
    """Without the model's files the table is used, with one note."""
    folder = tiny_model.write_model(tmp_path / "gone")
    filled_recall.json("embed", "--model", str(folder))
    for path in [*folder.iterdir(), *(filled_recall.db.parent / "models").iterdir()]:
        path.unlink()
    answer = filled_recall.quick("search", "api port")
    assert (answer.status, answer.out.count("\n")) == (0, 1)
    assert "meaning comes from the table (recall admin embed)" in answer.err
    filled_recall.store("The cache is Redis.")
    assert filled_recall.quick("worker", "--once").status == 0


def test_without_a_network_one_line_says_so(filled_recall: Home) -> None:
    """A model that cannot be fetched changes nothing."""
    answer = filled_recall.quick("embed")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.startswith("recall: cannot download sentence-transformers/all-MiniLM-L6-v2: ")
    assert len(answer.err.splitlines()) == 1
    assert search_results(filled_recall, "api port")[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [("all-MiniLM-L6-v3", "did you mean"), ("nothing of the sort", "the default is"), ("./nowhere", "no ONNX model")],
)
def test_a_wrong_name_is_answered_with_the_right_one(filled_recall: Home, name: str, said: str) -> None:
    """A misspelled name, an unknown name and a missing folder give a hint."""
    answer = filled_recall.quick("embed", "--model", name)
    assert answer.status == 2
    assert said in answer.err


def test_an_export_says_what_it_leaves_out(filled_recall: Home, model: str) -> None:
    """An export has no vectors, and says so if a full model made them."""
    assert filled_recall.quick("export").err == ""
    filled_recall.json("embed", "--model", model)
    assert "the vectors of" in filled_recall.quick("export").err
    filled_recall.quick("undo")
    assert filled_recall.quick("export").err == ""
