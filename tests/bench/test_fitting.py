"""The steps from a teacher's vectors to a table (skipped without numpy and scipy)."""

import pytest

np = pytest.importorskip("numpy", reason="numpy makes the table and is no part of the product")
pytest.importorskip("scipy", reason="scipy makes the table and is no part of the product")

from lab.table import fitting  # noqa: E402 — after the check that it can be imported

RANDOM = np.random.default_rng(3)
TEXTS = [RANDOM.integers(0, 30, RANDOM.integers(3, 9)).tolist() for _ in range(400)]


def test_common_tokens_weigh_little() -> None:
    """Computed by hand: one token in every place except one in a hundred."""
    weight = fitting.token_weights([[0] * 98, [1]], 3)
    assert weight[0] == pytest.approx(1e-4 / (1e-4 + 99 / 102), rel=1e-3)
    assert weight[2] > weight[1] > weight[0]


def test_the_fit_comes_nearer_to_the_teacher() -> None:
    """Targets made from hidden token vectors are reproduced better than by the start vectors."""
    hidden = RANDOM.standard_normal((30, 16)).astype(np.float32)
    start = hidden + RANDOM.standard_normal((30, 16)).astype(np.float32)
    weight = np.ones(30, np.float32)
    bags = fitting.token_matrix(TEXTS, weight)
    targets = bags @ hidden
    targets /= np.linalg.norm(targets, axis=1, keepdims=True)

    def nearness(table: "fitting.Matrix") -> float:
        made = bags @ table
        return float(((made / np.linalg.norm(made, axis=1, keepdims=True)) * targets).sum(1).mean())

    assert nearness(fitting.fit_vectors(start, weight, TEXTS, targets)) > nearness(start) + 0.1


def test_fewer_dimensions_keep_the_angles() -> None:
    """Vectors that lie in eight directions lose nothing when reduced to eight."""
    table = (RANDOM.standard_normal((30, 8)) @ RANDOM.standard_normal((8, 16))).astype(np.float32)
    small = fitting.reduce_dimensions(table, np.ones(30, np.float32), TEXTS, 8)
    assert np.allclose(small @ small.T, table @ table.T, atol=1e-2)


def test_rows_are_bytes_and_a_scale() -> None:
    """Bytes times scale give the row within half a step."""
    table = RANDOM.standard_normal((5, 8)).astype(np.float32)
    rows, scales = fitting.quantize_rows(table, np.ones(5, np.float32))
    again = np.array([np.frombuffer(row, np.int8) * scale for row, scale in zip(rows, scales, strict=True)])
    assert np.abs(again - table).max() <= max(scales) / 2 + 1e-6
