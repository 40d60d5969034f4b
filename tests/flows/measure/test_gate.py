"""The gate: a cross-encoder from a folder that must confirm what answers a question."""

import json
from pathlib import Path

import pytest

from tests.command import Home
from tests.inference.tiny_cross_encoder import write_cross_encoder
from tests.inference.tiny_model import write_model

RIGHT, WRONG = "Redis listens on port 8080.", "The hedgehog left in the spring."
QUESTION = "which port has redis"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder that counts shared words."""
    return write_cross_encoder(tmp_path_factory.mktemp("gate") / "tiny")


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder that confirms nothing."""
    return write_cross_encoder(tmp_path_factory.mktemp("gate") / "strict", shift=-50)


def test_only_what_it_confirms_is_told(recall: Home, folder: Path, strict: Path) -> None:
    """By a brief, a search and the prompt hook; a search still shows the rest as less likely."""
    recall.store(RIGHT, "--extractor", "none")
    recall.store(WRONG, "--extractor", "none")
    assert RIGHT in recall.quick("context", QUESTION).out
    recall.quick("embed", "--gate", str(folder), person=True)
    assert RIGHT in recall.quick("context", QUESTION).out
    recall.quick("embed", "--gate", str(strict), person=True)
    assert recall.quick("context", QUESTION).out == ""
    message = '{"session_id": "s-9", "prompt": "which port has redis?"}'
    prompt = ("hook", "prompt", "--agent", "claude-code")
    assert recall.quick(*prompt, stdin=message, env={"RECALL_HOOKS_PROMPTS": "true"}).out == ""
    found = recall.json("search", QUESTION)["results"]
    assert {one["certainty"] for one in found} == {"less likely"}
    recall.quick("embed", "--gate", "off", person=True)
    assert RIGHT in recall.quick("context", QUESTION).out
    assert RIGHT in recall.quick(*prompt, stdin=message, env={"RECALL_HOOKS_PROMPTS": "true"}).out


def test_the_floor_is_measured_on_the_own_store(recall: Home, folder: Path) -> None:
    """With enough memories; it is kept when maintain measures what is sure."""
    words = "queue rabbit nats replay slow moved api port listens deploy main tabs spaces cache redis host".split()
    for at in range(14):
        recall.store(f"{words[at]} {words[at + 1]} {words[at + 2]} number {at}", "--extractor", "none")
    made = json.loads(recall.quick("embed", "--gate", str(folder), "--json", person=True).out)
    assert (made["gate"], made["pairs"], made["changed"]) == (str(folder), 14, True)
    assert made["confirmed"] == 1.0
    assert made["rejected"] > 0
    recall.quick("maintain", person=True)
    again = json.loads(recall.quick("embed", "--gate", str(folder), "--json", person=True).out)
    assert (again["changed"], again["floor"]) == (False, made["floor"])


def test_what_it_says(recall: Home, folder: Path) -> None:
    """What is in use, what a trial would use, and that it is off."""
    trial = recall.quick("embed", "--gate", str(folder), "--dry-run", person=True).out
    assert trial.startswith(f"would use\t{folder}\tfloor 0.00, not measured")
    assert "no gate" in recall.quick("embed", "--gate", "off", person=True).out
    recall.quick("embed", "--gate", str(folder), person=True)
    assert recall.json("embed", "--model", "none")["gate"] == str(folder)
    assert f"the gate in {folder} confirms answers" in recall.quick("doctor").out
    assert recall.quick("config", "search.gate").out.startswith(str(folder))


def test_a_gate_that_is_gone_changes_nothing(recall: Home, tmp_path: Path) -> None:
    """The answers are told with a note, and doctor says what to do."""
    recall.store(RIGHT, "--extractor", "none")
    away = write_cross_encoder(tmp_path / "away")
    recall.quick("embed", "--gate", str(away), person=True)
    (away / "model.onnx").unlink()
    told = recall.quick("context", QUESTION)
    assert RIGHT in told.out
    assert "the gate is left out (recall admin embed --gate off)" in told.err
    checked = recall.quick("doctor")
    assert "the gate is not used: there is no ONNX model in" in checked.out
    assert "recall admin embed --gate off" in checked.out


def test_what_is_refused(recall: Home, folder: Path, tmp_path: Path) -> None:
    """Another kind of model, a folder without one, a model that tells nothing apart, an agent, two steps at once."""
    bad = {
        str(write_model(tmp_path / "bert")): "gives no score for a pair of texts",
        str(tmp_path / "nowhere"): "there is no ONNX model in",
    }
    for place, reason in bad.items():
        answer = recall.quick("embed", "--gate", place, person=True)
        assert answer.status != 0, place
        assert reason in answer.err
    both = recall.quick("embed", "--gate", str(folder), "--model", "none", person=True)
    assert both.status == 2
    assert "two steps" in both.err
    agent = recall.quick("embed", "--gate", str(folder))
    assert agent.status != 0
    assert "only a person at a terminal changes search.gate" in agent.err
    assert recall.quick("config", "search.gate").out.strip() == "" or str(folder) not in recall.quick("config").out
