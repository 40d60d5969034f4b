"""Full models: a prepared model equals its engine, and others are reported as not preparable."""

import os
import struct
import sys
from pathlib import Path

import numpy as np
import pytest

from recall_cli.domain.embedding_model import EmbeddingModel
from recall_cli.domain.errors import ModelFailed, UsageError
from recall_cli.domain.vector import QueryVector, signed_numbers
from recall_cli.inference import full_model
from recall_cli.inference.bert import MAX_QUESTION_TOKENS, Bert
from recall_cli.inference.bert_preparation import prepare_bert
from recall_cli.inference.onnx_file import OnnxFile, UnreadableModel
from recall_cli.inference.question_models import (
    load_question_model,
    prepare_model,
    prepared_model_path,
    share_prepared_model,
)
from tests.for_each import for_each
from tests.inference import tiny_model

TEXTS = ("why did we leave rabbitmq?", "The API listens on port 8080.", "a", "Zebra 東京 hedgehogs, slowed!", "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model."""
    return tiny_model.write_model(tmp_path_factory.mktemp("tiny"))


def read_vector(model: "full_model.FullModel | Bert", text: str) -> np.ndarray:
    """The direction of a vector."""
    vector = np.array(signed_numbers(model.embed(text)), float)
    return vector / np.linalg.norm(vector)


def test_prepared_arithmetic_is_the_engines(folder: Path, tmp_path: Path) -> None:
    """The stored vectors are equal to the last bit, also for unknown words and an empty text."""
    source = full_model.find_model_in_folder(str(folder))
    engine = full_model.FullModel(source)
    assert prepare_model(source, engine, str(tmp_path))
    ours = Bert(source.model, prepared_model_path(str(tmp_path), source.model))
    for text in TEXTS:
        assert np.abs(read_vector(ours, text) - read_vector(engine, text)).max() < 0.01, text


@pytest.mark.parametrize("place", ["home/data/recall.db", "elsewhere/team.db"])
def test_a_store_has_its_prepared_model_in_every_home(place: str, folder: Path, tmp_path: Path) -> None:
    """From another home the same store needs no engine either: the model lies in the store's home, or beside the store."""
    source = full_model.find_model_in_folder(str(folder))
    models, other, store = tmp_path / "home/data/models", tmp_path / "other/models", tmp_path / place
    store.parent.mkdir(parents=True, exist_ok=True)
    assert prepare_model(source, full_model.FullModel(source), str(models))
    assert isinstance(load_question_model(source, str(other), str(tmp_path / "strange.db")), full_model.FullModel)
    share_prepared_model(source.model, str(models), str(store))
    assert isinstance(load_question_model(source, str(other), str(store)), Bert)
    beside = [path for path in store.parent.iterdir() if path.is_file()]
    assert len(beside) == (place == "elsewhere/team.db")
    for path in (prepared_model_path(str(models), source.model), *beside):
        Path(path).chmod(0o666)  # somebody else could have changed it
    assert isinstance(load_question_model(source, str(other), str(store)), full_model.FullModel)


def test_many_texts_come_out_in_their_order(folder: Path) -> None:
    """For texts of any length, which decides the batches."""
    engine = full_model.FullModel(full_model.find_model_in_folder(str(folder)))
    texts = [f"{'the api ' * (i % 7)}host number {i % 3} runs" for i in range(70)]
    together = [*engine.embed_all(texts)]
    assert [len(vector) for vector in together] == [tiny_model.HIDDEN_SIZE] * 70
    assert all(QueryVector(engine.embed(text)).cosine(made) > 0.99 for text, made in zip(texts, together, strict=True))


MODEL_FILES = ("model.onnx", "tokenizer.json", "config.json")


def prepare_folder(folder: Path) -> bytes:
    """The prepared model of a folder."""
    return prepare_bert(*(str(folder / name) for name in MODEL_FILES))


def test_a_question_is_read_as_far_as_the_model_goes(folder: Path, tmp_path: Path) -> None:
    """No further than it has positions for; a word is known if the vocabulary has it, or its pieces."""
    (tmp_path / "m").write_bytes(prepare_folder(folder))
    made = Bert("tiny", str(tmp_path / "m"))
    assert len(made.tokens("the queue " * 500)) == min(MAX_QUESTION_TOKENS, tiny_model.MAX_POSITIONS)
    assert made.tokens("the queue") == [2, tiny_model.VOCABULARY.index("the"), tiny_model.VOCABULARY.index("queue"), 3]
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
    """A model that is not plain lower-case BERT is not prepared."""
    for name in MODEL_FILES:
        said = (folder / name).read_bytes()
        for old, new in [change[name]] if name in change else []:
            assert old.encode() in said
            said = said.replace(old.encode(), new.encode())
        (tmp_path / name).write_bytes(said)
    with pytest.raises(UnreadableModel):
        prepare_folder(tmp_path)


def test_a_preparation_that_differs_is_not_used(folder: Path, tmp_path: Path) -> None:
    """If its vectors differ, the engine is used."""
    source = full_model.find_model_in_folder(str(folder))
    other = full_model.FullModel(
        full_model.find_model_in_folder(str(tiny_model.write_model(tmp_path / "other", seed=8)))
    )
    assert not prepare_model(source, other, str(tmp_path))
    assert [*tmp_path.glob("*.ready*")] == []
    chosen = EmbeddingModel(model=source.model, folder=source.folder, file=source.file)
    assert isinstance(load_question_model(chosen, str(tmp_path)), full_model.FullModel)


def test_without_its_files_there_is_no_model(folder: Path, tmp_path: Path) -> None:
    """If its files are missing, the result is None and not an error."""
    missing = EmbeddingModel(model="x@1", folder=str(tmp_path), file="model.onnx")
    assert load_question_model(missing, str(tmp_path)) is None
    (tmp_path / "x@1.ready").write_bytes(b"nothing of the kind")
    assert load_question_model(missing, str(tmp_path)) is None


@for_each("said", [b"", b"\x00", b"not a model at all", b"\x3a\x7f", b"\x3a\x02\x2a\x05", b"\xff" * 12])
def test_rubbish_is_no_model(said: bytes) -> None:
    """A file of another kind, or a truncated one, is refused without other errors."""
    with pytest.raises(UnreadableModel):
        OnnxFile(said)


def test_every_way_of_writing_numbers() -> None:
    """Raw, packed or single; in eight bits, in thirty-two, as fractions."""

    def tensor(name: str, inside: bytes) -> bytes:
        return tiny_model._field_bytes(5, inside + tiny_model._field_bytes(8, name.encode()))

    field, number = tiny_model._field_bytes, tiny_model._number_bytes
    floats = struct.pack("<2f", 0.5, -2)
    packed = b"\x05" + tiny_model._varint_bytes(2**64 - 3)
    graph = tensor("raw", number(1, 2) + number(2, 1) + field(9, floats))
    graph += tensor("typed", number(1, 2) + number(2, 1) + field(4, floats))
    graph += tensor("packed", field(1, b"\x02") + number(2, 3) + field(5, packed))
    graph += tensor("single", number(2, 2) + number(5, 200))
    graph += tensor("away", number(1, 1) + number(2, 1) + number(14, 1))
    file = OnnxFile(field(7, graph))
    assert file.array("raw").tolist() == file.array("typed").tolist() == [0.5, -2]
    assert file.array("packed").tolist() == [5, -3]
    assert file.array("single").tolist() == 200
    with pytest.raises(UnreadableModel):
        file.array("away")


def test_a_folder_without_a_model_is_said_to_be_one(tmp_path: Path) -> None:
    """An empty folder, one without a tokenizer, one with a broken model: each has its own message."""
    with pytest.raises(UsageError, match="no ONNX model"):
        full_model.find_model_in_folder(str(tmp_path))
    (tmp_path / "model.onnx").write_bytes(b"broken")
    with pytest.raises(UsageError, match="no tokenizer"):
        full_model.find_model_in_folder(str(tmp_path))
    tiny_model.write_model(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"broken")
    with pytest.raises(ModelFailed, match="cannot load"):
        full_model.FullModel(full_model.find_model_in_folder(str(tmp_path)))


def test_the_name_is_of_the_files(folder: Path, tmp_path: Path) -> None:
    """Other weights give another name: vectors of two models are never mixed."""
    first = full_model.find_model_in_folder(str(folder))
    again = full_model.find_model_in_folder(str(tiny_model.write_model(tmp_path / folder.name)))
    other = full_model.find_model_in_folder(str(tiny_model.write_model(tmp_path / "seed" / folder.name, seed=9)))
    assert first.model == again.model
    assert first.model != other.model
    assert first.model.partition("@")[0] == folder.name


def test_names_are_found_as_people_say_them() -> None:
    """By their last part, in any case. For a typing error, a similar name is suggested."""
    assert full_model.resolve_model_name("all-minilm-l6-v2") == full_model.DEFAULT_MODEL
    with pytest.raises(UsageError) as error:
        full_model.resolve_model_name("all-MiniLM-L6-v3")
    assert "all-MiniLM-L6-v2" in error.value.hint


REAL_MODELS = os.environ.get("RECALL_TEST_MODELS", "")


@pytest.mark.skipif(not REAL_MODELS, reason="RECALL_TEST_MODELS names no folder of models")
def test_a_real_model_is_prepared(tmp_path: Path) -> None:
    """all-MiniLM-L6-v2 in eight bits is prepared, and as close to the engine as eight bits allow."""
    source = full_model.find_model_in_folder(str(Path(REAL_MODELS) / "all-MiniLM-L6-v2-int8"))
    engine = full_model.FullModel(source)
    assert prepare_model(source, engine, str(tmp_path))
    ours = Bert(source.model, prepared_model_path(str(tmp_path), source.model))
    for text in TEXTS[:2]:
        assert float(read_vector(ours, text) @ read_vector(engine, text)) > 0.99
    near = float(read_vector(ours, "Which database was chosen?") @ read_vector(ours, "We decided to use Postgres."))
    assert (
        near
        > float(read_vector(ours, "Which database was chosen?") @ read_vector(ours, "The cat sat on the mat.")) + 0.2
    )


def test_without_the_engine_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line: how to add it, or that there is no build of it for this Python yet."""
    monkeypatch.setitem(sys.modules, "fastembed", None)
    for first, hint in (((3, 99), "pip install 'fastembed>=0.7'"), ((3, 0), "no build for this Python yet")):
        monkeypatch.setattr(full_model, "FIRST_PYTHON_WITHOUT_FASTEMBED", first)
        with pytest.raises(ModelFailed, match="fastembed cannot be loaded") as said:
            full_model.resolve_model_name("all-MiniLM-L6-v2")
        assert hint in said.value.hint
