"""Full models: what is prepared comes to the same as the engine, and what cannot be prepared is said to be so."""

import os
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from recall_cli.domain.chosen import Chosen
from recall_cli.domain.errors import ModelFailed, UsageError
from recall_cli.domain.vector import Query, signed
from recall_cli.inference import embedder
from recall_cli.inference.bert import LONGEST, Bert
from recall_cli.inference.bert_weights import prepared
from recall_cli.inference.loading import for_questions, make_ready, prepared_path
from recall_cli.inference.onnx_file import OnnxFile, Unreadable
from tests.inference import tiny

TEXTS = ("why did we leave rabbitmq?", "The API listens on port 8080.", "a", "Zebra 東京 hedgehogs, slowed!", "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model."""
    return tiny.model(tmp_path_factory.mktemp("tiny"))


def numbers(model: "embedder.FullModel | Bert", text: str) -> np.ndarray:
    """The direction of a vector."""
    vector = np.array(signed(model.embed(text)), float)
    return vector / np.linalg.norm(vector)


def test_prepared_arithmetic_is_the_engines(folder: Path, tmp_path: Path) -> None:
    """The same vectors to the last of their bits that are kept, words unknown to the model and no words included."""
    source = embedder.in_folder(str(folder))
    engine = embedder.FullModel(source)
    assert make_ready(source, engine, str(tmp_path))
    ours = Bert(source.model, prepared_path(str(tmp_path), source.model))
    for text in TEXTS:
        assert np.abs(numbers(ours, text) - numbers(engine, text)).max() < 0.01, text


def test_many_texts_come_out_in_their_order(folder: Path) -> None:
    """Whatever their lengths, which decide what is read together."""
    engine = embedder.FullModel(embedder.in_folder(str(folder)))
    texts = [f"{'the api ' * (i % 7)}host number {i % 3} runs" for i in range(70)]
    together = [*engine.embed_all(texts)]
    assert [len(vector) for vector in together] == [tiny.WIDE] * 70
    assert all(Query(engine.embed(text)).cosine(made) > 0.99 for text, made in zip(texts, together, strict=True))


def test_a_long_question_is_read_so_far(folder: Path, tmp_path: Path) -> None:
    """No further than the model has places for."""
    (tmp_path / "m").write_bytes(
        prepared(*(str(folder / name) for name in ("model.onnx", "tokenizer.json", "config.json")))
    )
    made = Bert("tiny", str(tmp_path / "m"))
    assert len(made.tokens("the queue " * 500)) == min(LONGEST, tiny.PLACES)
    assert made.tokens("the queue") == [2, tiny.WORDS.index("the"), tiny.WORDS.index("queue"), 3]


def test_words_are_known_or_not(folder: Path, tmp_path: Path) -> None:
    """A word in the vocabulary, or made of its pieces."""
    (tmp_path / "m").write_bytes(
        prepared(*(str(folder / name) for name in ("model.onnx", "tokenizer.json", "config.json")))
    )
    made = Bert("tiny", str(tmp_path / "m"))
    assert [made.knows(word) for word in ("queue", "deploys", "leaved", "zebra")] == [True, True, False, False]


@pytest.mark.parametrize(
    "change",
    [
        {"config.json": ('"bert"', '"mpnet"')},
        {"config.json": ('"gelu"', '"relu"')},
        {"config.json": ('"num_hidden_layers": 1', '"num_hidden_layers": 2')},
        {"tokenizer.json": ('"lowercase": true', '"lowercase": false')},
        {"tokenizer.json": ('"BertNormalizer"', '"Lowercase"')},
    ],
)
def test_another_kind_is_left_to_its_engine(folder: Path, tmp_path: Path, change: "dict[str, tuple[str, str]]") -> None:
    """A model that is no plain lower-case BERT is not prepared."""
    for name in ("model.onnx", "config.json", "tokenizer.json"):
        said = (folder / name).read_bytes()
        for old, new in [change[name]] if name in change else []:
            assert old.encode() in said
            said = said.replace(old.encode(), new.encode())
        (tmp_path / name).write_bytes(said)
    with pytest.raises(Unreadable):
        prepared(*(str(tmp_path / name) for name in ("model.onnx", "tokenizer.json", "config.json")))


def test_a_preparation_that_differs_is_not_used(folder: Path, tmp_path: Path) -> None:
    """Where the engine says something else, it goes on being asked."""
    source = embedder.in_folder(str(folder))
    other = embedder.FullModel(embedder.in_folder(str(tiny.model(tmp_path / "other", seed=8))))
    assert not make_ready(source, other, str(tmp_path))
    assert [*tmp_path.glob("*.ready*")] == []
    chosen = Chosen(model=source.model, folder=source.folder, file=source.file)
    assert isinstance(for_questions(chosen, str(tmp_path)), embedder.FullModel)


def test_without_its_files_there_is_no_model(folder: Path, tmp_path: Path) -> None:
    """Neither prepared nor in its folder: none, and no error."""
    assert for_questions(Chosen(model="x@1", folder=str(tmp_path), file="model.onnx"), str(tmp_path)) is None
    (tmp_path / "x@1.ready").write_bytes(b"nothing of the kind")
    assert for_questions(Chosen(model="x@1", folder=str(tmp_path), file="model.onnx"), str(tmp_path)) is None


@pytest.mark.parametrize("said", [b"", b"\x00", b"not a model at all", b"\x3a\x7f", b"\x3a\x02\x2a\x05", b"\xff" * 12])
def test_rubbish_is_no_model(said: bytes) -> None:
    """A file of another kind, or cut short, is refused and nothing worse."""
    with pytest.raises(Unreadable):
        OnnxFile(said)


def test_every_way_of_writing_numbers() -> None:
    """Raw, packed or one by one; in eight bits, in thirty-two, as fractions."""

    def tensor(name: str, inside: bytes) -> bytes:
        return tiny._field(5, inside + tiny._field(8, name.encode()))

    floats = struct.pack("<2f", 0.5, -2)
    graph = tensor("raw", tiny._number(1, 2) + tiny._number(2, 1) + tiny._field(9, floats))
    graph += tensor("typed", tiny._number(1, 2) + tiny._number(2, 1) + tiny._field(4, floats))
    graph += tensor(
        "packed", tiny._field(1, b"\x02") + tiny._number(2, 3) + tiny._field(5, b"\x05" + tiny._varint(2**64 - 3))
    )
    graph += tensor("single", tiny._number(2, 2) + tiny._number(5, 200))
    graph += tensor("away", tiny._number(1, 1) + tiny._number(2, 1) + tiny._number(14, 1))
    file = OnnxFile(tiny._field(7, graph))
    assert file.array("raw").tolist() == file.array("typed").tolist() == [0.5, -2]
    assert file.array("packed").tolist() == [5, -3]
    assert file.array("single").tolist() == 200
    with pytest.raises(Unreadable):
        file.array("away")


def test_a_folder_without_a_model_is_said_to_be_one(tmp_path: Path) -> None:
    """An empty folder, one without a tokenizer, one whose model is broken: each with its own sentence."""
    with pytest.raises(UsageError, match="no ONNX model"):
        embedder.in_folder(str(tmp_path))
    (tmp_path / "model.onnx").write_bytes(b"broken")
    with pytest.raises(UsageError, match="no tokenizer"):
        embedder.in_folder(str(tmp_path))
    tiny.model(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"broken")
    with pytest.raises(ModelFailed, match="cannot load"):
        embedder.FullModel(embedder.in_folder(str(tmp_path)))


def test_the_name_is_of_the_files(folder: Path, tmp_path: Path) -> None:
    """Other weights, another name: vectors of two models never meet."""
    first = embedder.in_folder(str(folder))
    again = embedder.in_folder(str(tiny.model(tmp_path / folder.name)))
    other = embedder.in_folder(str(tiny.model(tmp_path / "seed" / folder.name, seed=9)))
    assert first.model == again.model
    assert first.model != other.model
    assert first.model.partition("@")[0] == folder.name


def test_names_are_found_as_people_say_them() -> None:
    """By their last part, in any case; a slip is answered with what is near."""
    assert embedder.sought("all-minilm-l6-v2") == embedder.DEFAULT
    with pytest.raises(UsageError) as error:
        embedder.sought("all-MiniLM-L6-v3")
    assert "all-MiniLM-L6-v2" in error.value.hint


REAL = os.environ.get("RECALL_TEST_MODELS", "")


@pytest.mark.skipif(not REAL, reason="RECALL_TEST_MODELS names no folder of models")
def test_a_real_model_is_prepared(tmp_path: Path) -> None:
    """all-MiniLM-L6-v2 in eight bits: prepared, and as near to the engine as eight bits allow."""
    source = embedder.in_folder(str(Path(REAL) / "all-MiniLM-L6-v2-int8"))
    engine = embedder.FullModel(source)
    assert make_ready(source, engine, str(tmp_path))
    ours = Bert(source.model, prepared_path(str(tmp_path), source.model))
    for text in TEXTS[:2]:
        assert float(numbers(ours, text) @ numbers(engine, text)) > 0.99
    near = float(numbers(ours, "Which database was chosen?") @ numbers(ours, "We decided to use Postgres."))
    assert near > float(numbers(ours, "Which database was chosen?") @ numbers(ours, "The cat sat on the mat.")) + 0.2


def test_without_the_engine_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Python for which fastembed has no build yet, in one line."""
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(ModelFailed, match="fastembed cannot be loaded") as said:
        embedder.sought("all-MiniLM-L6-v2")
    assert "all but recall embed works" in said.value.hint
