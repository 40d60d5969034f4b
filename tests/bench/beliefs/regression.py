"""Logistic regression with numpy alone: small, deterministic."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recall_cli.rules.revision.features import MAX_DEVIATION

Array = NDArray[np.float64]
MAX_ROUNDS = 15
SMALLEST_STEP = 1e-5


@dataclass(frozen=True)
class Scale:
    """The mean and the deviation of each feature."""

    means: Array
    deviations: Array

    def apply(self, rows: Array) -> Array:
        """The rows in standard deviations from the mean, at most four."""
        return np.clip((rows - self.means) / self.deviations, -MAX_DEVIATION, MAX_DEVIATION)


def find_scale(rows: Array) -> Scale:
    """The mean and the deviation of each column."""
    return Scale(np.round(rows.mean(axis=0), 4), np.round(rows.std(axis=0) + 1e-4, 4))


@dataclass(frozen=True)
class Linear:
    """A weighted sum of features in standard deviations."""

    start: float
    weights: Array
    scale: Scale

    def scores(self, rows: Array) -> Array:
        """The log-odds of each row."""
        return self.start + self.scale.apply(rows) @ self.weights


def fit_linear(rows: Array, answers: Array, weights: Array, scale: Scale, strength: float) -> Linear:
    """The weights that make the answers most likely; the smaller `strength`, the smaller they are."""
    inputs = np.column_stack([scale.apply(rows), np.ones(len(rows))])
    penalty = np.full(inputs.shape[1], 1 / strength)
    penalty[-1] = 1e-9
    result = np.zeros(inputs.shape[1])
    for _ in range(MAX_ROUNDS):
        chances = 1 / (1 + np.exp(-inputs @ result))
        slope = inputs.T @ (weights * (answers - chances)) - penalty * result
        bend = (inputs * (weights * chances * (1 - chances))[:, None]).T @ inputs + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        result += step
        if float(np.abs(step).max()) < SMALLEST_STEP:
            break
    return Linear(round(float(result[-1]), 4), np.round(result[:-1], 4), scale)
