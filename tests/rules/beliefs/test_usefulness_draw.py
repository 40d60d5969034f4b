"""Drawing the usefulness of a memory that was hardly ever used: a Beta distribution made of uniform numbers."""

from statistics import mean, variance

import pytest

from recall_cli.rules.beliefs.usefulness import MAX_DRAWN_VERDICTS, count_uniforms, draw_usefulness
from tests.for_each import for_each


@for_each(
    "helpful, unhelpful, uniforms, drawn",
    [
        (0, 0, [0.3], 0.3),
        (1, 0, [0.9, 0.2], 0.9),
        (0, 1, [0.9, 0.2], 0.2),
        (2, 1, [0.4, 0.1, 0.8, 0.6], 0.6),
    ],
)
def test_the_drawn_number_is_an_order_statistic(
    helpful: int, unhelpful: int, uniforms: list[float], drawn: float
) -> None:
    """Worked by hand: with h helpful and u unhelpful uses, number h + 1 from below of h + u + 1 numbers."""
    assert count_uniforms(helpful, unhelpful) == len(uniforms)
    assert draw_usefulness(helpful, unhelpful, uniforms) == drawn


@for_each("helpful, unhelpful", [(0, 0), (3, 1), (1, 6)])
def test_mean_and_variance_are_those_of_the_beta_distribution(helpful: int, unhelpful: int) -> None:
    """Beta(a, b) has the mean a / (a + b) and the variance ab / ((a + b)² (a + b + 1))."""
    from random import Random

    random = Random(1)
    size = count_uniforms(helpful, unhelpful)
    drawn = [draw_usefulness(helpful, unhelpful, [random.random() for _ in range(size)]) for _ in range(20_000)]
    a, b = helpful + 1, unhelpful + 1
    assert mean(drawn) == pytest.approx(a / (a + b), abs=0.01)
    assert variance(drawn) == pytest.approx(a * b / ((a + b) ** 2 * (a + b + 1)), abs=0.003)


def test_very_many_verdicts_need_few_numbers() -> None:
    """Only their proportion counts then."""
    assert count_uniforms(1_000_000, 0) == MAX_DRAWN_VERDICTS + 1
    assert draw_usefulness(0, 1_000_000, [0.1, *[0.5] * MAX_DRAWN_VERDICTS]) == 0.1
