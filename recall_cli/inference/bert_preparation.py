"""Prepare a small BERT from its ONNX file, so that a process can map it and compute at once.

An inference engine takes longer to start than a whole search. The most used models are plain BERT, which needs about
thirty lines of arithmetic. `bert` reads the file that is written here. Models other than plain BERT with lower-case
WordPiece are left to the engine. The caller checks that the results are the same.
"""

from recall_cli.domain.json_text import dumps, loads
from recall_cli.inference.bert import ALIGNMENT, ARRAYS_PER_LAYER, MAGIC, REQUIRED_TOKENS
from recall_cli.inference.onnx_file import OnnxFile, UnreadableModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LAYER_PREFIX = "encoder.layer."
_BIAS_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "output": "attention.output.dense",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
}


def prepare_bert(model: str, tokenizer: str, config: str) -> bytes:
    """The file that `bert` maps, from a model, its tokenizer and its configuration; or UnreadableModel."""
    with open(config, encoding="utf-8") as file:
        settings = loads(file.read())
    if settings.get("model_type") != "bert" or settings.get("hidden_act", "gelu") != "gelu":
        raise UnreadableModel("not a plain BERT")
    with open(tokenizer, encoding="utf-8") as file:
        vocabulary = _read_vocabulary(loads(file.read()))
    with open(model, "rb") as raw:
        weights = _read_weights(OnnxFile(raw.read()), int(settings["num_hidden_layers"]))
    buckets, starts, numbers, text = _build_hash_table(vocabulary)
    head = {
        "layers": settings["num_hidden_layers"],
        "heads": settings["num_attention_heads"],
        "epsilon": settings.get("layer_norm_eps", 1e-12),
        "slots": len(buckets) - 1,
        "tokens": len(vocabulary),
        "longest": max(len(token.removeprefix("##")) for token in vocabulary),
        "text": len(text),
        "special": [vocabulary[name] for name in ("[CLS]", "[SEP]", "[UNK]")],
        "shapes": [list(array.shape) for array in weights],
    }
    parts = [
        _pack_integers(buckets),
        _pack_integers(starts),
        _pack_integers(numbers),
        text,
        *(array.tobytes() for array in weights),
    ]
    header = dumps(head).encode()
    out = bytearray(MAGIC + len(header).to_bytes(4, "little") + header)
    for part in parts:
        out += bytes(-len(out) % ALIGNMENT) + part
    return bytes(out)


def _read_vocabulary(tokenizer: "dict[str, Any]") -> "dict[str, int]":
    model, normal = tokenizer.get("model") or {}, tokenizer.get("normalizer") or {}
    lower = (
        normal.get("type") == "BertNormalizer" and normal.get("lowercase") and normal.get("strip_accents") is not False
    )
    if not lower or "vocab" not in model or model.get("continuing_subword_prefix", "##") != "##":
        raise UnreadableModel("its tokenizer is of another kind")
    vocabulary: dict[str, int] = model["vocab"]
    if not set(REQUIRED_TOKENS) <= vocabulary.keys():
        raise UnreadableModel("its tokenizer is of another kind")
    return vocabulary


def _read_weights(file: OnnxFile, layers: int) -> "list[Any]":
    """All arrays in the order in which `bert` reads them."""
    import numpy as np

    places = {
        name.partition(_LAYER_PREFIX)[2] if _LAYER_PREFIX in name else name.partition("embeddings.")[2]: name
        for name in file.names()
        if _LAYER_PREFIX in name or "embeddings." in name
    }

    def read_array(name: str) -> "Any":
        full_name = places.get(name)
        if full_name is not None:
            return file.array(full_name).astype(np.float32)
        if name + "_quantized" not in places:
            raise UnreadableModel(f"no {name} in it")
        return _dequantize(file, places[name + "_quantized"].removesuffix("_quantized"))

    word, position, kind = (read_array(f"{name}_embeddings.weight") for name in ("word", "position", "token_type"))
    arrays = [word, position + kind[0], read_array("LayerNorm.weight"), read_array("LayerNorm.bias")]
    producers = {output: node for node in file.nodes for output in node.outputs}
    users = {name: node for node in file.nodes if node.kind == "Add" for name in node.inputs}
    for layer in range(layers):
        linear = {}
        for short, long in _BIAS_NAMES.items():
            bias = f"{layer}.{long}.bias"
            step = users.get(places.get(bias, ""))
            if step is None:
                raise UnreadableModel(f"no {bias} in it")
            other = next(name for name in step.inputs if name != places[bias])
            linear[short] = _find_matrix(file, producers, other), read_array(bias)
        three = [linear[name] for name in ("query", "key", "value")]
        arrays += [np.concatenate([pair[i] for pair in three], axis=-1) for i in (0, 1)]
        arrays += [
            *linear["output"],
            *(read_array(f"{layer}.attention.output.LayerNorm.{end}") for end in ("weight", "bias")),
        ]
        arrays += [*linear["wide"], *linear["narrow"]]
        arrays += [read_array(f"{layer}.output.LayerNorm.{end}") for end in ("weight", "bias")]
    assert len(arrays) == 4 + ARRAYS_PER_LAYER * layers
    return [np.ascontiguousarray(array, dtype="<f4") for array in arrays]


def _find_matrix(file: OnnxFile, producers: "dict[str, Any]", name: str) -> "Any":
    """The matrix by which a named value was multiplied, through the steps that undo quantization."""
    import numpy as np

    for _ in range(4):
        node = producers.get(name)
        if node is None:
            break
        if node.kind in ("MatMul", "MatMulInteger"):
            weight = node.inputs[1]
            if weight not in file:
                break
            full_name = weight.removesuffix("_quantized")
            return (
                _dequantize(file, full_name) if node.kind == "MatMulInteger" else file.array(weight).astype(np.float32)
            )
        name = node.inputs[0]
    raise UnreadableModel("its steps are joined in another way")


def _dequantize(file: OnnxFile, name: str) -> "Any":
    import numpy as np

    for tail in ("_quantized", "_zero_point", "_scale"):
        if name + tail not in file:
            raise UnreadableModel(f"no {name}{tail} in it")
    zero = file.array(name + "_zero_point").astype(np.float32)
    return (file.array(name + "_quantized").astype(np.float32) - zero) * file.array(name + "_scale")


def _build_hash_table(vocabulary: "dict[str, int]") -> "tuple[list[int], list[int], list[int], bytes]":
    """The vocabulary as a hash table: the start of each bucket and token, the token numbers, and the text of all
    tokens.
    """
    slots = len(vocabulary) * 5 // 4 | 1
    keys = {token.encode(): number for token, number in vocabulary.items()}
    order = sorted(keys, key=lambda key: (int.from_bytes(key, "little") % slots, key))
    buckets, starts = [0] * (slots + 1), [0]
    for key in order:
        buckets[int.from_bytes(key, "little") % slots + 1] += 1
        starts.append(starts[-1] + len(key))
    for slot in range(slots):
        buckets[slot + 1] += buckets[slot]
    return buckets, starts, [keys[key] for key in order], b"".join(order)


def _pack_integers(numbers: "list[int]") -> bytes:
    from array import array

    packed = array("I", numbers)
    assert packed.itemsize == 4
    return packed.tobytes()
