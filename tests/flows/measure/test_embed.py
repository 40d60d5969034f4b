"""A full model in use: what it has read is found by it, what it has not by the table, and undo goes back."""

import json
from pathlib import Path

import apsw
import pytest

from recall_cli.flows.measure import embed as flow
from recall_cli.inference.static import NAME
from tests.command import Home
from tests.inference import tiny

TEXTS = ("The queue is NATS because replay was slow.", "The API listens on port 8080.", "Tabs, not spaces, in Go.")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tiny model's folder."""
    return str(tiny.model(tmp_path_factory.mktemp("models") / "tiny"))


@pytest.fixture
def stored(recall: Home) -> Home:
    """Three memories."""
    for text in TEXTS:
        recall.store(text)
        recall.later()
    return recall


def rows(home: Home, sql: str) -> "list[tuple[object, ...]]":
    """What a statement of the test's own finds in the file."""
    connection = apsw.Connection(str(home.db), flags=apsw.SQLITE_OPEN_READONLY)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def read(home: Home) -> "set[object]":
    """The texts that a full model has read."""
    return {
        text
        for (text,) in rows(
            home,
            f"SELECT m.text FROM memory m JOIN vector v ON v.place / 64 = m.n JOIN vector_model o ON o.n = v.place % 64 WHERE o.name <> '{NAME}'",
        )
    }


def asked(home: Home, query: str, *args: str) -> "tuple[str, list[str]]":
    """Which model read the question, and what was found."""
    answer = home.json("search", query, "--explain", *args)
    return answer["model"], [one["text"] for one in answer["results"]]


def test_a_model_reads_everything_and_answers(stored: Home, model: str) -> None:
    """Every memory has its vector, the question is read by the model, and the log says what came into use."""
    done = stored.json("embed", "--model", model)
    assert (done["embedded"], done["left"], done["ready"]) == (3, 0, True)
    assert done["model"].startswith("tiny@")
    assert read(stored) == set(TEXTS)
    assert asked(stored, "which port does the api listen on")[0] == done["model"]
    assert TEXTS[1] in asked(stored, "which port does the api listen on")[1]
    assert f"{NAME} to {done['model']}" in stored.quick("log").out


def test_again_is_nothing(stored: Home, model: str) -> None:
    """A second round reads nothing, writes no operation and says so; without a name it is the model in use."""
    first = stored.json("embed", "--model", model)
    again = stored.json("embed")
    assert (again["model"], again["embedded"], again["operation"]) == (first["model"], 0, None)
    assert "still in use" in stored.quick("embed").out


def test_a_rehearsal_writes_nothing(stored: Home, model: str) -> None:
    """--dry-run counts what is to be read, and leaves vectors, log and folders alone."""
    before = rows(stored, "SELECT count(*) FROM operation")
    done = stored.json("embed", "--model", model, "--dry-run")
    assert (done["left"], done["operation"], done["dry_run"]) == (3, None, True)
    assert rows(stored, "SELECT count(*) FROM operation") == before
    assert read(stored) == set()
    assert not (stored.db.parent / "models").exists()


def test_new_words_wait_and_are_found_meanwhile(stored: Home, model: str) -> None:
    """A store stays quick: the table finds what the model has not read, until the worker lets it."""
    stored.json("embed", "--model", model)
    stored.store("The cache is Redis.")
    stored.quick("update", stored.json("list")["memories"][2]["id"], "--text", "The API listens on port 9090.")
    assert read(stored) == {TEXTS[0], TEXTS[2]}
    assert "The cache is Redis." in asked(stored, "cache redis")[1]
    assert "The API listens on port 9090." in asked(stored, "api port")[1]
    assert stored.json("worker", "--once")["embedded"] == 2
    assert read(stored) == {TEXTS[0], TEXTS[2], "The cache is Redis.", "The API listens on port 9090."}
    assert stored.json("worker", "--once")["embedded"] == 0


def test_what_only_meaning_finds_is_not_lost_while_it_waits(stored: Home, model: str) -> None:
    """No word in common and not read yet: near by the table's measure, beside what the model has read."""
    from recall_cli.app import App
    from recall_cli.domain.scope import Filters
    from recall_cli.flows.search.meaning import Meaning

    stored.json("embed", "--model", model)
    stored.store("The car needs repair.")
    app = App({"db": str(stored.db)}, stored.environment())
    with app.reading() as tx:
        meaning = Meaning(tx, "fix automobile", "fix automobile")
        near = dict(meaning.nearest(10, Filters(), "[]"))
        numbers = {memory.text: memory.n for memory in tx.memories.walk(Filters())}
        waiting = numbers["The car needs repair."]
        assert near.keys() == set(numbers.values())
        assert near[waiting] == tx.vectors.among(tx.embed("fix automobile"), [waiting])[waiting] > 0.7
        assert meaning.among(near) == near
    app.close()


def test_an_import_waits_too(stored: Home, model: str) -> None:
    """Many at once, and all are read by the next round."""
    stored.json("embed", "--model", model)
    lines = "\n".join(json.dumps({"text": f"Host number {i} runs the queue."}) for i in range(40))
    assert stored.quick("import", "-", stdin=lines).status == 0
    assert stored.json("embed", "--dry-run")["left"] == 40
    assert stored.json("embed")["embedded"] == 40


def test_undo_goes_back_and_forth(stored: Home, model: str) -> None:
    """Undo goes back to the table, undoing that to the model, with what was stored in between waiting for it."""
    done = stored.json("embed", "--model", model)
    assert stored.quick("undo").status == 0
    assert asked(stored, "api port")[0] == "the table"
    undone = stored.json("log")["operations"][0]["operation"]
    stored.store("The cache is Redis.")
    assert stored.quick("undo", str(undone)).status == 0
    name, found = asked(stored, "cache redis")
    assert name == done["model"]
    assert "The cache is Redis." in found
    assert stored.json("embed")["embedded"] == 1


def test_none_is_the_table_alone(stored: Home, model: str) -> None:
    """Back without an undo; undoing that brings the model back at once, with all that it has read."""
    done = stored.json("embed", "--model", model)
    assert stored.json("embed", "--model", "none")["model"] == NAME
    assert asked(stored, "api port")[0] == "the table"
    assert stored.json("embed", "--model", "none")["operation"] is None
    stored.quick("undo")
    assert asked(stored, "api port")[0] == done["model"]
    assert stored.json("embed")["embedded"] == 0


def test_an_interrupted_round_goes_on(stored: Home, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read stays, the model is not in use before all is read, and the next round reads only the rest."""
    from recall_cli.app import App

    monkeypatch.setattr(flow, "PAGE", 1)
    app = App({"db": str(stored.db)}, stored.environment())

    def stop(made: int, _total: int) -> None:
        if made == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flow.embed(app, model, stop)
    app.close()
    assert len(read(stored)) == 2
    assert asked(stored, "api port")[0] == "the table"
    assert stored.json("embed", "--model", model)["embedded"] == 1


def test_words_changed_while_they_were_read_are_not_kept(stored: Home) -> None:
    """A vector belongs to the words that it was made of."""
    from recall_cli.app import App

    app = App({"db": str(stored.db)}, stored.environment())
    with app.writing() as tx:
        [first, second, third] = tx.embedding.page("m@1", 0, 10)
        made = [(first[0], first[1], b"\1" * 8), (second[0], second[1] + 1, b"\2" * 8), (999, third[1], b"\3" * 8)]
        assert tx.embedding.keep("m@1", made) == 1
    app.close()
    assert rows(
        stored,
        "SELECT place / 64, bytes FROM vector WHERE place % 64 = (SELECT n FROM vector_model WHERE name = 'm@1')",
    ) == [(first[0], b"\1" * 8)]


def test_erasing_leaves_nothing_of_any_model(stored: Home, model: str) -> None:
    """Neither the vector nor the place in the queue for one."""
    stored.json("embed", "--model", model)
    waits = stored.store("The cache is Redis.")
    for id_ in (waits, stored.json("list")["memories"][1]["id"]):
        stored.quick("delete", id_, "--now")
    numbers = {n for (n,) in rows(stored, "SELECT n FROM memory")}
    assert {n for (n,) in rows(stored, "SELECT place / 64 FROM vector")} == numbers
    assert rows(stored, "SELECT * FROM vector_missing") == []


def test_a_view_holds_for_a_model_too(recall: Home, model: str) -> None:
    """Above the clearance nothing is found by the model, read or waiting."""
    recall.store("The vault code is kept by the night shift.", "--classification", "confidential")
    recall.store("The API listens on port 8080.")
    recall.json("embed", "--model", model)
    recall.store("The vault key is kept by the day shift.", "--classification", "confidential")
    for query in ("vault code", "who keeps the key of the safe"):
        assert "vault" not in json.dumps(asked(recall, query, "--clearance", "internal"))


def test_the_past_is_found_with_a_model_in_use(stored: Home, model: str) -> None:
    """--as-of answers in the words of then."""
    before = stored.moment
    stored.later()
    stored.quick("update", stored.json("list")["memories"][1]["id"], "--text", "The API listens on port 9090.")
    stored.json("embed", "--model", model)
    assert TEXTS[1] in asked(stored, "api port", "--as-of", before)[1]


def test_a_model_that_is_gone_is_said_to_be(stored: Home, tmp_path: Path) -> None:
    """Without its files the table answers, with one note; stores and searches go on."""
    folder = tiny.model(tmp_path / "gone")
    stored.json("embed", "--model", str(folder))
    for path in [*folder.iterdir(), *(stored.db.parent / "models").iterdir()]:
        path.unlink()
    answer = stored.quick("search", "api port")
    assert (answer.status, answer.out.count("\n")) == (0, 1)
    assert "meaning comes from the table (recall embed)" in answer.err
    stored.store("The cache is Redis.")
    assert stored.quick("worker", "--once").status == 0


def test_without_a_network_one_line_says_so(stored: Home) -> None:
    """A model that cannot be fetched changes nothing."""
    answer = stored.quick("embed")
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.startswith("recall: cannot fetch sentence-transformers/all-MiniLM-L6-v2: ")
    assert len(answer.err.splitlines()) == 1
    assert asked(stored, "api port")[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [("all-MiniLM-L6-v3", "did you mean"), ("nothing of the sort", "the usual one is"), ("./nowhere", "no ONNX model")],
)
def test_a_wrong_name_is_answered_with_the_right_one(stored: Home, name: str, said: str) -> None:
    """A slip, a name of nothing, a folder that is not there."""
    answer = stored.quick("embed", "--model", name)
    assert answer.status == 2
    assert said in answer.err


def test_an_export_says_what_it_leaves_out(stored: Home, model: str) -> None:
    """Vectors are made of the words: an export has none, and says so where a full model made them."""
    assert stored.quick("export").err == ""
    stored.json("embed", "--model", model)
    assert "the vectors of" in stored.quick("export").err
    stored.quick("undo")
    assert stored.quick("export").err == ""
