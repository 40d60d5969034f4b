"""`recall admin bench`: a set in the documented format, with the real store and search."""

import json
from pathlib import Path

import pytest

from tests.cli.output.test_screens import BENCH_DOCUMENTS, BENCH_QUESTIONS
from tests.command import Home


@pytest.fixture
def dataset_folder(tmp_path: Path) -> Path:
    made = tmp_path / "exam"
    made.mkdir()
    (made / "docs.jsonl").write_text(BENCH_DOCUMENTS)
    (made / "queries.jsonl").write_text(BENCH_QUESTIONS)
    return made


def test_the_figures(recall: Home, dataset_folder: Path) -> None:
    """Two questions with an answer in one space, and one without in another."""
    exams = recall.quick("bench", str(dataset_folder), "--ranking", "default", "--ranking", "words", "--json").data[
        "exams"
    ]
    assert [(exam["set"], exam["ranking"], exam["questions"]) for exam in exams] == [
        ("exam", "default", 3), ("exam", "words", 3),
    ]  # fmt: skip
    measures = exams[0]["measures"]
    assert measures["recall@5"]["mean"] == 1.0
    assert measures["session any@5"]["mean"] == 1.0
    assert measures["silent"]["mean"] == 1.0


def test_it_leaves_the_own_store_alone(recall: Home, dataset_folder: Path) -> None:
    """The user's store is neither read nor written."""
    recall.quick("bench", str(dataset_folder))
    assert not recall.db.exists()


@pytest.mark.parametrize("broken", ["not json\n", "[1]\n", '{"id": "1"}\n'])
def test_a_set_that_cannot_be_read(recall: Home, dataset_folder: Path, broken: str) -> None:
    """One line with the file, and exit 2."""
    (dataset_folder / "docs.jsonl").write_text(broken)
    answer = recall.quick("bench", str(dataset_folder), "--json")
    assert answer.status == 2
    assert "docs.jsonl" in json.loads(answer.err)["error"]["message"]


def test_what_an_answer_costs(recall: Home, dataset_folder: Path) -> None:
    """Tokens of the first five results and the time of a search are shown besides the measures."""
    [exam] = recall.quick("bench", str(dataset_folder), "--json").data["exams"]
    assert 3 < exam["tokens"] < 40
    assert exam["ms"] > 0
    lines = recall.quick("bench", str(dataset_folder)).lines
    assert [line.split("\t")[2] for line in lines[-2:]] == ["tokens@5", "ms"]


def test_bars_are_drawn_for_more_than_one(recall: Home, dataset_folder: Path) -> None:
    """One bar for each ranking, full if everything was found."""
    out = recall.quick(
        "bench",
        str(dataset_folder),
        "--ranking",
        "default",
        "--ranking",
        "words",
        env={"FORCE_COLOR": "1", "NO_COLOR": "1"},
    ).out
    assert [line.count("█") for line in out.splitlines() if "█" in line] == [35, 35]
    assert "100.0 recall@5" in out


def store_changed_fact(recall: Home, entity: str, *values: str) -> None:
    """A fact that changes repeatedly."""
    for value in values:
        recall.store(f"The {entity} listens on {value}.", "--entity", entity, "--attribute", "port", "--value", value)
        recall.later(days=40)


def test_an_exam_of_ones_own(recall: Home) -> None:
    """Each changed fact is a question; only the present value answers it, and nothing is written."""
    store_changed_fact(recall, "API", "8080", "9090")
    store_changed_fact(recall, "cache", "6379", "6380", "6381")
    store_changed_fact(recall, "web server", "80")
    before = recall.db.stat().st_size, recall.json("log")
    [exam] = recall.json("bench", "--own")["exams"]
    means = {name: told["mean"] for name, told in exam["measures"].items()}
    assert (exam["set"], exam["questions"]) == ("own", 2)
    assert means == {"recall@5": 1.0, "mrr": 1.0, "stale@5": 0.0, "leak@5": 0.0}
    assert (recall.db.stat().st_size, recall.json("log")) == before


def test_old_values_and_two_at_once_are_counted() -> None:
    """An outdated memory among the first five is stale; two values not shown as contested are a leak."""
    from recall_cli.domain.memory import Memory
    from recall_cli.flows.measure.self_benchmark import ChangedFact, score_question

    def memory(id_: str, value: str, *, contested: bool = False) -> Memory:
        fields = dict.fromkeys(Memory._fields)
        return Memory(**{**fields, "id": id_, "value": value, "contested": contested})

    new, other, old = memory("n", "2"), memory("o", "3"), memory("x", "1")
    both = ChangedFact("?", None, [new, other], [old])
    assert score_question(both, [new, other]) == {"recall@5": 1.0, "mrr": 1.0, "stale@5": 0.0, "leak@5": 1.0}
    sides = [memory("n", "2", contested=True), memory("o", "3", contested=True)]
    assert score_question(ChangedFact("?", None, sides, [old]), sides)["leak@5"] == 0.0
    assert score_question(both, [old, new]) == {"recall@5": 0.5, "mrr": 0.5, "stale@5": 1.0, "leak@5": 0.0}
    assert score_question(both, [])["recall@5"] == 0.0


def test_nothing_changed_is_nothing_to_ask(recall: Home) -> None:
    """Without changed facts: a note, no error; without a folder and `--own`: a usage error."""
    answer = recall.quick("bench", "--own")
    assert answer.status == 0
    assert "no fact in your store has changed" in answer.err
    assert recall.quick("bench").status == 2


def test_a_full_model_can_sit_it_too(recall: Home, dataset_folder: Path, tmp_path: Path) -> None:
    """Documents and questions are embedded by the named model; the user's store is not."""
    from tests.inference import tiny_model

    model = tiny_model.write_model(tmp_path / "tiny")
    [exam] = recall.quick("bench", str(dataset_folder), "--model", str(model), "--json").data["exams"]
    assert exam["questions"] == 3
    assert not recall.db.exists()
