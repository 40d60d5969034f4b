"""A tiny cross-encoder: its score is the number of telling words that a question and a text share, less a half."""

from pathlib import Path

import numpy as np

from tests.inference import tiny_model
from tests.inference.tiny_model import VOCABULARY, write_model

FIRST_TELLING_WORD = VOCABULARY.index("queue")
SILENT_WORDS = ("was", "too", "from", "because", "on", "where", "what", "which", ".", ",", "?", "!")


def write_cross_encoder(folder: Path, *, shift: float = -0.5) -> Path:
    """A cross-encoder's folder, with everything that fastembed reads."""
    write_model(folder)
    table = np.zeros((len(VOCABULARY), len(VOCABULARY)), np.float32)
    for at in range(FIRST_TELLING_WORD, len(VOCABULARY)):
        table[at, at] = VOCABULARY[at] not in SILENT_WORDS
    tensors = {
        "table": table,
        "one": np.array([1.0], np.float32),
        "last": np.array([2], np.int64),
        "words": np.array([1], np.int64),
        "shift": np.array([shift], np.float32),
    }
    steps = (
        ("Gather", ("table", "input_ids"), "word", {}),
        ("Cast", ("token_type_ids",), "kind", {"to": 1}),
        ("Unsqueeze", ("kind", "last"), "of_text", {}),
        ("Sub", ("one", "of_text"), "of_question", {}),
        ("Mul", ("word", "of_text"), "text_words", {}),
        ("Mul", ("word", "of_question"), "question_words", {}),
        ("ReduceMax", ("text_words",), "text", {"axes": [1], "keepdims": 0}),
        ("ReduceMax", ("question_words",), "question", {"axes": [1], "keepdims": 0}),
        ("Mul", ("text", "question"), "shared", {}),
        ("ReduceSum", ("shared", "words"), "count", {"keepdims": 1}),
        ("Add", ("count", "shift"), "logits", {}),
    )
    field = tiny_model._field_bytes
    graph = b"".join(field(1, tiny_model._node_bytes(*step)) for step in steps) + field(2, b"tiny")
    graph += b"".join(field(5, tiny_model._tensor_bytes(name, array)) for name, array in tensors.items())
    for name in ("input_ids", "token_type_ids"):
        graph += field(11, tiny_model._input_bytes(name, 7))
    graph += field(12, tiny_model._input_bytes("logits", 1))
    number = tiny_model._number_bytes
    model = number(1, 8) + field(7, graph) + field(8, number(2, 17))
    (folder / "model.onnx").write_bytes(model)
    return folder
