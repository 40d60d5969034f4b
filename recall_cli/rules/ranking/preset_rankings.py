"""Published ranking formulas, each exactly as its authors wrote it, so that anyone can compare."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import TypeVar

    Id = TypeVar("Id", bound=Hashable)

DEFAULT_RANKING = "default"
"""The ranking of recall itself; see `scoring`."""
WORDS_RANKING = "words"
"""The order of the word index alone, without meaning."""
FOUR_PART_RANKING = "four-part"
RANKINGS = (DEFAULT_RANKING, FOUR_PART_RANKING, "five-factor", "rrf-boost", WORDS_RANKING)
RANKING_ALIASES = {"recall": FOUR_PART_RANKING}
"""Old names that `--ranking` still accepts."""

_WEIGHTS_WITHOUT_RECENCY = (0.70, 0.00, 0.20, 0.10)
_WEIGHTS_WITH_RECENCY = (0.40, 0.40, 0.10, 0.10)


def four_part_weights(recency: float) -> "tuple[float, float, float, float]":
    """The weights of fused rank, recency, importance and strength; `recency` (0 to 1) interpolates between two sets."""
    rank, new, important, strong = (
        a + (b - a) * recency for a, b in zip(_WEIGHTS_WITHOUT_RECENCY, _WEIGHTS_WITH_RECENCY, strict=True)
    )
    return rank, new, important, strong


def four_part_score(
    fused: float,
    *,
    age_days: float,
    accesses: int,
    max_accesses: int,
    importance: float,
    decay: float,
    recency: float = 0.3,
) -> "float | None":
    """The four-part score; None if neither words nor meaning ranked the memory, which is then not returned."""
    from math import exp, log

    if fused <= 0:
        return None
    rank, new, important, strong = four_part_weights(recency)
    strength = log(1 + accesses) / log(1 + max_accesses) if max_accesses else 0.0
    return rank * fused + new * exp(-age_days / (1 + accesses)) + important * importance * decay + strong * strength


def five_factor_score(
    *, keyword: float, cosine: float, usefulness: float, importance: float, idle_days: float
) -> float:
    """Knowlyr's five factors, each from 0 to 1; `idle_days` counts from the last access."""
    from math import exp

    return 0.15 * keyword + 0.40 * cosine + 0.15 * usefulness + 0.15 * importance + 0.15 * exp(-0.01 * idle_days)


def rrf_boost_score(fused: float, *, accesses: int, idle_days: "float | None") -> float:
    """Memori's fused rank, raised by accesses and fading since the last one; without any access it does not fade."""
    from math import exp, log

    fading = exp(-0.01 * idle_days) if idle_days is not None else 1.0
    return fused * (1 + 0.1 * log(1 + accesses)) * fading


def reciprocal_rank_fusion(rankings: "Iterable[Sequence[Id]]", k: int = 60) -> "dict[Id, float]":
    """Reciprocal rank fusion: for each id the sum of 1 / (k + rank) over the rankings that contain it, ranks from 1."""
    fused: dict[Id, float] = {}
    for ranking in rankings:
        for rank, id_ in enumerate(ranking, 1):
            fused[id_] = fused.get(id_, 0.0) + 1 / (k + rank)
    return fused
