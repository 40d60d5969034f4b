"""From the teacher's vectors to a table: weights, regression, fewer dimensions, bytes.

numpy and scipy are imported inside functions: users of recall do not need them.
"""

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    Matrix: TypeAlias = NDArray[np.float32]
    Vector: TypeAlias = NDArray[np.float32]

SMOOTHING = 1e-4
RIDGE_PENALTY = 0.3
SOLVER_STEPS = 40
SEED = 7


def token_weights(texts: "list[list[int]]", vocabulary_size: int) -> "Vector":
    """Smooth inverse frequency: a / (a + p), with p the token's share of the corpus, one added to each count."""
    import numpy as np

    counts = Counter(token for ids in texts for token in ids)
    share = np.array([counts[token] + 1 for token in range(vocabulary_size)], np.float64)
    share /= share.sum()
    return (SMOOTHING / (SMOOTHING + share)).astype(np.float32)


def fit_vectors(start: "Matrix", weight: "Vector", texts: "list[list[int]]", targets: "Matrix") -> "Matrix":
    """Token vectors whose weighted mean is nearest to the teacher's sentence vectors.

    Ridge regression around `start` (each token embedded alone), solved by conjugate gradients. Tokens that are not in
    the corpus keep the teacher's vector.
    """
    import numpy as np
    from scipy.sparse import csr_array

    mean = token_matrix(texts, weight)
    predicted = mean @ start
    scale = 1 / np.maximum(np.linalg.norm(predicted, axis=1), 1e-6)
    mean = csr_array(mean.multiply(scale[:, None]), dtype=np.float32)
    transposed = csr_array(mean.T)
    change = np.zeros_like(start)
    residual = transposed @ (targets - mean @ start)
    step, size = residual.copy(), (residual**2).sum(0)
    for _ in range(SOLVER_STEPS):
        image = transposed @ (mean @ step) + RIDGE_PENALTY * step
        length = size / np.maximum((step * image).sum(0), 1e-12)
        change += length * step
        residual -= length * image
        before, size = size, (residual**2).sum(0)
        step = residual + size / np.maximum(before, 1e-12) * step
    return start + change


def token_matrix(texts: "list[list[int]]", weight: "Vector") -> "csr_array":
    """One row per text: how much of each token is in it."""
    import numpy as np
    from scipy.sparse import coo_array, csr_array

    rows = np.repeat(np.arange(len(texts)), [len(ids) for ids in texts])
    columns = np.array([token for ids in texts for token in ids], np.int64)
    return csr_array(coo_array((weight[columns], (rows, columns)), shape=(len(texts), len(weight))))


def reduce_dimensions(table: "Matrix", weight: "Vector", texts: "list[list[int]]", dimensions: int) -> "Matrix":
    """The directions that carry most of the texts' vectors, rotated so that none of them dominates.

    The rotation is random but fixed. It changes no cosine and spreads every vector evenly over its dimensions, so that
    quantization to eight bits, or one, loses little.
    """
    import numpy as np

    vectors = token_matrix(texts, weight) @ table
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    _, axes = np.linalg.eigh(vectors.T @ vectors)
    rotation, _ = np.linalg.qr(np.random.default_rng(SEED).standard_normal((dimensions, dimensions)))
    reduced: "Matrix" = (table @ axes[:, ::-1][:, :dimensions] @ rotation).astype(np.float32)
    return reduced


def quantize_rows(table: "Matrix", weight: "Vector") -> "tuple[list[bytes], list[float]]":
    """Each row as signed bytes, and the row's scale times its weight."""
    import numpy as np

    scale = np.maximum(np.abs(table).max(1), 1e-9) / 127
    rows = np.rint(table / scale[:, None]).astype(np.int8)
    return [row.tobytes() for row in rows], [float(x) for x in scale * weight]
