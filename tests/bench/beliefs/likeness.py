"""How alike two texts are in meaning, as `recall` measures it when it compares a new memory with older ones."""

import functools

import numpy as np
from numpy.typing import NDArray

from recall_cli.inference.static_table import StaticTable
from recall_cli.rules.revision.comparison import Verdict, judge

STATIC_TABLE = StaticTable()


@functools.cache
def read_vector(text: str) -> NDArray[np.float64]:
    """The vector that `recall` stores with a text, with the length 1."""
    vector = np.frombuffer(STATIC_TABLE.embed(text), dtype=np.int8).astype(float)
    return vector / (np.linalg.norm(vector) or 1.0)


def likeness_of(old: str, new: str) -> float:
    """How alike two texts are in meaning: the cosine of their vectors."""
    return round(float(read_vector(old) @ read_vector(new)), 3)


def judge_as_stored(old: str, new: str) -> Verdict:
    """What a new text does to an older one, judged as at a store."""
    return judge(old, new, likeness_of(old, new))
