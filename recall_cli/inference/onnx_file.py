"""The weights of an ONNX file by name, and the steps that use them.

ONNX files are protocol buffers. The few messages needed here (graph, nodes, tensors) are parsed by hand, so no other
package is needed. Numbers are read only when an array is asked for.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_ARRAY_TYPES = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8", 10: "<f2", 11: "<f8"}
_GRAPH_FIELD = 7
_NODE_FIELD, _TENSOR_FIELD = 1, 5
_NUMBER_FIELDS = {1: 4, 2: 5, 3: 5, 6: 5, 7: 7, 10: 5}
"""The field with a tensor's numbers, by its type, if they are not raw bytes."""


class UnreadableModel(ValueError):
    """The file is not an ONNX model, or its weights are in another file."""


class GraphNode:
    """One step of the graph."""

    __slots__ = ("inputs", "kind", "outputs")

    def __init__(self, kind: str, inputs: "list[str]", outputs: "list[str]") -> None:
        self.kind, self.inputs, self.outputs = kind, inputs, outputs


class OnnxFile:
    """The nodes and tensors of a model."""

    def __init__(self, data: "bytes | memoryview") -> None:
        self.nodes: list[GraphNode] = []
        self._tensors: dict[str, memoryview] = {}
        graph = next((value for field, value in _read_fields(memoryview(data)) if field == _GRAPH_FIELD), None)
        if not isinstance(graph, memoryview):
            raise UnreadableModel("no graph in it")
        for field, value in _read_fields(graph):
            if field == _NODE_FIELD and isinstance(value, memoryview):
                self._add_node(value)
            elif field == _TENSOR_FIELD and isinstance(value, memoryview):
                name = next((_read_text(part) for number, part in _read_fields(value) if number == 8), "")
                self._tensors[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._tensors

    def names(self) -> "list[str]":
        """The names of its tensors."""
        return [*self._tensors]

    def array(self, name: str) -> "Any":
        """One tensor as an array."""
        import numpy as np

        shape: list[int] = []
        kind, raw = 1, None
        numbers: list[tuple[int, Any]] = []
        for field, value in _read_fields(self._tensors[name]):
            if field == 1:
                shape += _read_integers(value)
            elif field == 2 and isinstance(value, int):
                kind = value
            elif field == 9:
                raw = value
            elif field in (4, 5, 7):
                numbers.append((field, value))
            elif field in (13, 14) and value:
                raise UnreadableModel("its weights are in another file")
        if kind not in _ARRAY_TYPES:
            raise UnreadableModel(f"numbers of an unknown kind ({kind})")
        if isinstance(raw, memoryview):
            return np.frombuffer(raw, _ARRAY_TYPES[kind]).reshape(shape)
        values = [value for field, value in numbers if field == _NUMBER_FIELDS.get(kind)]
        if kind == 1:
            joined = b"".join(bytes(value) for value in values)
            return np.frombuffer(joined, "<f4").reshape(shape)
        return np.array([number for value in values for number in _read_integers(value)], _ARRAY_TYPES[kind]).reshape(
            shape
        )

    def _add_node(self, message: memoryview) -> None:
        kind, inputs, outputs, constant = "", [], [], None
        for field, value in _read_fields(message):
            if field == 1:
                inputs.append(_read_text(value))
            elif field == 2:
                outputs.append(_read_text(value))
            elif field == 4:
                kind = _read_text(value)
            elif field == 5 and isinstance(value, memoryview):
                constant = next((part for number, part in _read_fields(value) if number == 5), constant)
        if kind == "Constant":
            if outputs and isinstance(constant, memoryview):
                self._tensors[outputs[0]] = constant
        else:
            self.nodes.append(GraphNode(kind, inputs, outputs))


def _read_fields(message: memoryview) -> "Iterator[tuple[int, int | memoryview]]":
    """The fields of a message: integers as numbers, everything else as bytes."""
    at, end = 0, len(message)
    while at < end:
        key, at = _read_varint(message, at)
        form = key & 7
        if form == 0:
            value, at = _read_varint(message, at)
            yield key >> 3, value
            continue
        if form == 2:
            size, at = _read_varint(message, at)
        elif form in (1, 5):
            size = 8 if form == 1 else 4
        else:
            raise UnreadableModel("not a protocol buffer")
        if at + size > end:
            raise UnreadableModel("cut short")
        yield key >> 3, message[at : at + size]
        at += size


def _read_varint(message: memoryview, at: int) -> "tuple[int, int]":
    value = shift = 0
    while True:
        if at >= len(message) or shift > 63:
            raise UnreadableModel("cut short")
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _read_integers(value: "int | memoryview") -> "list[int]":
    """Integers: a single one, or many packed."""
    if isinstance(value, int):
        return [_to_signed(value)]
    integers, at = [], 0
    while at < len(value):
        number, at = _read_varint(value, at)
        integers.append(_to_signed(number))
    return integers


def _to_signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _read_text(value: "int | memoryview") -> str:
    return "" if isinstance(value, int) else bytes(value).decode("utf-8", "replace")
