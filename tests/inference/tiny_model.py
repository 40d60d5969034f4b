"""A tiny BERT: one layer, sixty-four numbers wide, as an ONNX file with its tokenizer.

The file is written by hand (protocol buffers are length-prefixed fields), so that no package is needed to make it.
"""

import json
import struct
from pathlib import Path

import numpy as np

HIDDEN_SIZE, HEADS, MAX_POSITIONS = 64, 4, 64
VOCABULARY = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] the a of to is in we our why did queue rabbit ##mq rabbitmq nats replay slow was too "
    "moved from because api port listens on 8080 deploy deploys go out main tabs spaces cache redis host number runs "
    "database postgres chosen which where what . , ? ! ##s ##ed ##ing left leave hedgehog"
).split()


def write_model(folder: Path, *, seed: int = 7, names: str = "bert.") -> Path:
    """A model's folder, with everything that fastembed reads."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(_model_bytes(np.random.default_rng(seed), names))
    vocabulary = {word: at for at, word in enumerate(VOCABULARY)}
    special = [
        {
            "id": at,
            "content": VOCABULARY[at],
            "special": True,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
        }
        for at in range(5)
    ]
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": vocabulary,
        },
    }
    config = {
        "model_type": "bert",
        "hidden_act": "gelu",
        "hidden_size": HIDDEN_SIZE,
        "num_attention_heads": HEADS,
        "num_hidden_layers": 1,
        "max_position_embeddings": MAX_POSITIONS,
        "layer_norm_eps": 1e-12,
        "pad_token_id": 0,
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": MAX_POSITIONS, "pad_token": "[PAD]"}))
    named = {"cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]", "unk_token": "[UNK]"}
    (folder / "special_tokens_map.json").write_text(json.dumps(named))
    return folder


def _model_bytes(random: np.random.Generator, names: str) -> bytes:
    tensors: dict[str, np.ndarray] = {}
    nodes: list[bytes] = []

    def weight(name: str, *shape: int) -> str:
        tensors[name] = (random.standard_normal(shape) * 0.2).astype(np.float32)
        return name

    def step(kind: str, *inputs: str, **settings: "int | float | list[int]") -> str:
        out = f"v{len(nodes)}"
        nodes.append(_node_bytes(kind, inputs, out, settings))
        return out

    def constant(name: str, *values: float, whole: bool = False) -> str:
        tensors[name] = np.array(values, np.int64 if whole else np.float32)
        return name

    def linear(x: str, name: str, rows: int, columns: int) -> str:
        product = step("MatMul", x, weight(f"product_{len(tensors)}", rows, columns))
        return step("Add", weight(f"{names}{name}.bias", columns), product)

    def normed(x: str, name: str) -> str:
        gain, bias = weight(f"{names}{name}.weight", HIDDEN_SIZE), weight(f"{names}{name}.bias", HIDDEN_SIZE)
        return step("LayerNormalization", x, gain, bias, axis=-1, epsilon=1e-12)

    def heads(x: str, *order: int) -> str:
        return step("Transpose", step("Reshape", x, "split"), perm=[*order])

    constant("split", 0, 0, HEADS, HIDDEN_SIZE // HEADS, whole=True)
    constant("whole", 0, 0, HIDDEN_SIZE, whole=True)
    constant("mask_shape", 0, 1, 1, -1, whole=True)
    word = step(
        "Gather", weight(f"{names}embeddings.word_embeddings.weight", len(VOCABULARY), HIDDEN_SIZE), "input_ids"
    )
    kind = step("Gather", weight(f"{names}embeddings.token_type_embeddings.weight", 2, HIDDEN_SIZE), "token_type_ids")
    ones = step("Cast", step("Abs", step("Add", "attention_mask", constant("one", 1, whole=True))), to=7)
    places = step("CumSum", step("Div", ones, ones), constant("axis", 1, whole=True))
    at = step("Sub", places, "one")
    place = step("Gather", weight(f"{names}embeddings.position_embeddings.weight", MAX_POSITIONS, HIDDEN_SIZE), at)
    x = normed(step("Add", step("Add", word, kind), place), "embeddings.LayerNorm")
    layer = "encoder.layer.0."
    query = heads(linear(x, layer + "attention.self.query", HIDDEN_SIZE, HIDDEN_SIZE), 0, 2, 1, 3)
    key = heads(linear(x, layer + "attention.self.key", HIDDEN_SIZE, HIDDEN_SIZE), 0, 2, 3, 1)
    value = heads(linear(x, layer + "attention.self.value", HIDDEN_SIZE, HIDDEN_SIZE), 0, 2, 1, 3)
    looks = step("Div", step("MatMul", query, key), constant("root", (HIDDEN_SIZE / HEADS) ** 0.5))
    far = step("Mul", step("Sub", step("Cast", "attention_mask", to=1), constant("one_f", 1)), constant("far", 1e9))
    shares = step("Softmax", step("Add", looks, step("Reshape", far, "mask_shape")), axis=-1)
    seen = step("Reshape", step("Transpose", step("MatMul", shares, value), perm=[0, 2, 1, 3]), "whole")
    seen = linear(seen, layer + "attention.output.dense", HIDDEN_SIZE, HIDDEN_SIZE)
    x = normed(step("Add", seen, x), layer + "attention.output.LayerNorm")
    wide = linear(x, layer + "intermediate.dense", HIDDEN_SIZE, 4 * HIDDEN_SIZE)
    error = step("Erf", step("Div", wide, constant("two", 2**0.5)))
    wide = step("Mul", step("Mul", wide, step("Add", error, "one_f")), constant("half", 0.5))
    x = step("Add", linear(wide, layer + "output.dense", 4 * HIDDEN_SIZE, HIDDEN_SIZE), x)
    nodes.append(_node_bytes("Identity", [normed(x, layer + "output.LayerNorm")], "last_hidden_state", {}))
    graph = b"".join(_field_bytes(1, node) for node in nodes) + _field_bytes(2, b"tiny")
    graph += b"".join(_field_bytes(5, _tensor_bytes(name, array)) for name, array in tensors.items())
    for name in ("input_ids", "attention_mask", "token_type_ids"):
        graph += _field_bytes(11, _input_bytes(name, 7))
    graph += _field_bytes(12, _input_bytes("last_hidden_state", 1, 3))
    return _number_bytes(1, 8) + _field_bytes(7, graph) + _field_bytes(8, _number_bytes(2, 17))


def _node_bytes(
    kind: str, inputs: "tuple[str, ...] | list[str]", out: str, settings: "dict[str, int | float | list[int]]"
) -> bytes:
    told = (
        b"".join(_field_bytes(1, name.encode()) for name in inputs)
        + _field_bytes(2, out.encode())
        + _field_bytes(4, kind.encode())
    )
    for name, value in settings.items():
        if isinstance(value, float):
            inside = b"\x15" + struct.pack("<f", value) + _number_bytes(20, 1)
        elif isinstance(value, list):
            inside = b"".join(_number_bytes(8, one) for one in value) + _number_bytes(20, 7)
        else:
            inside = _number_bytes(3, value) + _number_bytes(20, 2)
        told += _field_bytes(5, _field_bytes(1, name.encode()) + inside)
    return told


def _tensor_bytes(name: str, array: np.ndarray) -> bytes:
    kind = 7 if array.dtype == np.int64 else 1
    told = b"".join(_number_bytes(1, side) for side in array.shape) + _number_bytes(2, kind)
    return told + _field_bytes(8, name.encode()) + _field_bytes(9, array.tobytes())


def _input_bytes(name: str, kind: int, dimensions: int = 2) -> bytes:
    shape = b"".join(_field_bytes(1, _field_bytes(2, f"d{at}".encode())) for at in range(dimensions))
    return _field_bytes(1, name.encode()) + _field_bytes(
        2, _field_bytes(1, _number_bytes(1, kind) + _field_bytes(2, shape))
    )


def _field_bytes(number: int, inside: bytes) -> bytes:
    return _varint_bytes(number << 3 | 2) + _varint_bytes(len(inside)) + inside


def _number_bytes(number: int, value: int) -> bytes:
    return _varint_bytes(number << 3) + _varint_bytes(value & (1 << 64) - 1)


def _varint_bytes(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])
