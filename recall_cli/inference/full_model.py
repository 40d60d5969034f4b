"""Full embedding models, through fastembed: found by name or in a folder, fetched once, kept where they lie.

The one `import fastembed`: it takes half a second, so nothing but making vectors of memories, and questions to a model
that `bert_weights` cannot prepare, ever comes here.
"""

import os

from recall_cli.domain.embedding_model import EmbeddingModel
from recall_cli.domain.errors import ModelFailed, RecallError, UsageError
from recall_cli.domain.vector import pack_vector
from recall_cli.import_finder import load_site

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
BATCH_SIZE = 32
MODEL_FILES = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
)
"""What a model's file is called in a folder."""


def resolve_model_name(wanted: str) -> str:
    """The whole name of a model that fastembed knows, given as a whole or by its last part."""
    names = [str(one["model"]) for one in _import_fastembed().TextEmbedding.list_supported_models()]
    exact = [name for name in names if name.lower() == wanted.lower()]
    named = exact or [name for name in names if name.lower().rpartition("/")[2] == wanted.lower()]
    if named:
        return named[0]
    from difflib import get_close_matches

    lowered = {name.lower().rpartition("/")[2]: name for name in names}
    near = get_close_matches(wanted.lower().rpartition("/")[2], lowered, 1, 0.5)
    hint = (
        f"did you mean {lowered[near[0]]}?"
        if near
        else f"the usual one is {DEFAULT_MODEL}; a folder with an ONNX model too"
    )
    raise UsageError(f"no model is called {wanted!r}", hint)


def download_megabytes(name: str) -> float:
    """How many megabytes a model is to fetch."""
    models = _import_fastembed().TextEmbedding.list_supported_models()
    return float(next((one["size_in_GB"] for one in models if one["model"] == name), 0) or 0) * 1000


def find_fetched_model(name: str, cache: str) -> "EmbeddingModel | None":
    """A named model, if it was fetched before."""
    try:
        return _locate_or_fetch(name, cache, local_only=True)
    except Exception:  # fastembed and the hub say in many ways that it is not here
        return None


def fetch_model(name: str, cache: str) -> EmbeddingModel:
    """A named model, fetched unless it is here; its checksums are held against those that the hub gave."""
    found = find_fetched_model(name, cache)
    if found is not None:
        return found
    try:
        os.makedirs(cache, mode=0o700, exist_ok=True)
        found = _locate_or_fetch(name, cache, local_only=False)
    except Exception as error:
        said = str(error).strip().splitlines()
        raise ModelFailed(
            f"cannot fetch {name}: {said[0][:160] if said else type(error).__name__}",
            "nothing changed, and everything works without it; recall embed --model FOLDER takes one from a folder",
        ) from error
    _check_hash(found)
    return found


def find_model_in_folder(folder: str) -> EmbeddingModel:
    """The model in a folder, which is used where it lies."""
    folder = os.path.realpath(os.path.expanduser(folder))
    file = next((name for name in MODEL_FILES if os.path.isfile(os.path.join(folder, name))), None)
    if file is None:
        raise UsageError(
            f"there is no ONNX model in {folder}", f"a folder with {MODEL_FILES[0]} and tokenizer.json is meant"
        )
    if not os.path.isfile(os.path.join(folder, "tokenizer.json")):
        raise UsageError(f"there is no tokenizer.json in {folder}", "it belongs to the model")
    return EmbeddingModel(model=_model_id(os.path.basename(folder), folder, file), name=None, folder=folder, file=file)


class FullModel:
    """A model loaded, for many texts."""

    def __init__(self, source: EmbeddingModel) -> None:
        self.name = source.model
        try:
            self._model = _load_model(source)
        except RecallError:
            raise
        except Exception as error:
            said = str(error).strip().splitlines()
            raise ModelFailed(
                f"cannot load the model in {source.folder}: {said[0][:200] if said else error!r}"
            ) from error

    def embed_all(self, texts: "list[str]") -> "Iterator[bytes]":
        """The vectors of memories, in their order; texts of a length are taken together."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        made = self._model.passage_embed([texts[i] for i in order], batch_size=BATCH_SIZE)
        vectors = dict(zip(order, (pack_vector(vector.tolist()) for vector in made), strict=True))
        return (vectors[i] for i in range(len(texts)))

    def embed(self, text: str) -> bytes:
        """The vector of a question."""
        return pack_vector(next(iter(self._model.query_embed(text))).tolist())

    def knows(self, _word: str) -> bool:
        """It makes something of every word."""
        return True


def _locate_or_fetch(name: str, cache: str, *, local_only: bool) -> EmbeddingModel:
    fastembed = _import_fastembed()
    for kind in fastembed.TextEmbedding.EMBEDDINGS_REGISTRY:
        for told in kind._list_supported_models():
            if told.model != name:
                continue
            wanted = [told.model_file, *told.additional_files]
            if told.sources.hf:
                folder = kind.download_files_from_huggingface(
                    told.sources.hf, cache_dir=cache, extra_patterns=wanted, local_files_only=local_only
                )
            else:
                folder = str(kind.download_model(told, cache, retries=1, local_files_only=local_only))
            if not all(os.path.exists(os.path.join(folder, one)) for one in wanted):
                raise FileNotFoundError(f"{name} is not complete in {folder}")
            return EmbeddingModel(
                model=_model_id(name.rpartition("/")[2], folder, told.model_file),
                name=name,
                folder=folder,
                file=told.model_file,
            )
    raise UsageError(f"no model is called {name!r}")


def _load_model(source: EmbeddingModel) -> "Any":
    fastembed = _import_fastembed()
    if source.name is not None:
        return fastembed.TextEmbedding(source.name, specific_model_path=source.folder)
    from fastembed.common.model_description import ModelSource, PoolingType

    known = {one["model"] for one in fastembed.TextEmbedding.list_supported_models()}
    if source.model not in known:
        fastembed.TextEmbedding.add_custom_model(
            model=source.model,
            pooling=PoolingType.CLS if _uses_first_token(source.folder) else PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(url="a-folder-of-this-machine"),
            dim=1,  # it is only told, not used: vectors are as long as the model makes them
            model_file=source.file,
        )
    return fastembed.TextEmbedding(source.model, specific_model_path=source.folder)


def _uses_first_token(folder: str) -> bool:
    """Does the model's own description say that the first token stands for the text?"""
    from recall_cli.domain.json_text import loads

    try:
        with open(os.path.join(folder, "1_Pooling", "config.json"), encoding="utf-8") as file:
            return bool(loads(file.read()).get("pooling_mode_cls_token"))
    except (OSError, ValueError, AttributeError):
        return False


def _model_id(name: str, folder: str, file: str) -> str:
    from hashlib import sha256

    sum_ = sha256()
    for part in (file, "tokenizer.json"):
        path = os.path.join(folder, part)
        if os.path.exists(path):
            with open(path, "rb") as raw:
                while piece := raw.read(1 << 20):
                    sum_.update(piece)
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_.") else "-" for letter in name)
    return f"{plain}@{sum_.hexdigest()[:8]}"


def _check_hash(source: EmbeddingModel) -> None:
    """The hub names its large files by their SHA-256: what arrived must have it."""
    from hashlib import sha256

    path = os.path.realpath(os.path.join(source.folder, source.file))
    expected = os.path.basename(path)
    if len(expected) != 64 or expected.strip("0123456789abcdef"):
        return
    with open(path, "rb") as raw:
        sum_ = sha256()
        while piece := raw.read(1 << 20):
            sum_.update(piece)
    if sum_.hexdigest() != expected:
        os.remove(path)
        raise ModelFailed(f"what was fetched of {source.name} is damaged", "try again: recall embed")


def _import_fastembed() -> "Any":
    """fastembed, without what it would log, and without what it and onnxruntime would report."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # else importing it writes the home folder's cache
    load_site()
    try:
        import fastembed
    except ImportError as error:
        raise ModelFailed(
            f"fastembed cannot be loaded: {error}",
            "it may have no build for this Python yet; all but recall embed works without it",
        ) from None
    from loguru import logger

    logger.disable("fastembed")
    return fastembed
