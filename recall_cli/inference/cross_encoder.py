"""A cross-encoder from a folder, through fastembed: it reads a question and a text together and scores the pair."""

import os
from math import isnan

from recall_cli.domain.errors import ModelFailed
from recall_cli.inference.full_model import find_model_in_folder, import_fastembed, load_or_fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from recall_cli.domain.embedding_model import EmbeddingModel

MAX_PAIR_LETTERS = 2_000
"""A longer question or text is cut: such models read a few hundred words."""


class CrossEncoder:
    """A loaded cross-encoder."""

    def __init__(self, folder: str) -> None:
        source = find_model_in_folder(folder)
        self.name = source.model
        """Its folder's name and the beginning of its checksum."""
        self.folder = source.folder
        self._model = load_or_fail(_load_model, source, "a gate needs an ONNX cross-encoder with its tokenizer")

    def score(self, question: str, texts: "Sequence[str]") -> "list[float]":
        """How well each text answers the question; higher is better, and 0 is undecided."""
        pairs = [(question[:MAX_PAIR_LETTERS], text[:MAX_PAIR_LETTERS]) for text in texts]
        try:
            scores = [float(score) for score in self._model.rerank_pairs(pairs)]
        except Exception as error:  # whatever the model's engine raises
            raise ModelFailed(
                f"the model in {self.folder} gives no score for a pair of texts", "is it a cross-encoder?"
            ) from error
        if any(map(isnan, scores)):
            raise ModelFailed(f"the model in {self.folder} gives scores that are no numbers", "is it damaged?")
        return scores


def _load_model(source: "EmbeddingModel") -> "Any":
    import_fastembed()
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    known = {model["model"].lower() for model in TextCrossEncoder.list_supported_models()}
    if source.model.lower() not in known:
        TextCrossEncoder.add_custom_model(
            model=source.model, sources=ModelSource(url="a-folder-of-this-machine"), model_file=source.file
        )
    return TextCrossEncoder(source.model, specific_model_path=source.folder, threads=max(1, (os.cpu_count() or 2) // 2))
