"""Full embedding models through fastembed: found by name or in a folder, and downloaded once.

This is the only `import fastembed`, which takes half a second. So it is used only to embed memories, and questions for
models that `bert_preparation` cannot prepare.
"""

import os
import sys

from recall_cli.domain.embedding_model import EmbeddingModel
from recall_cli.domain.errors import ModelFailed, RecallError, UsageError
from recall_cli.domain.vector import pack_vector
from recall_cli.import_finder import load_site

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
FIRST_PYTHON_WITHOUT_FASTEMBED = (3, 15)
BATCH_SIZE = 32
MODEL_FILES = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
)
"""The names that a model's file may have in a folder."""


def resolve_model_name(wanted: str) -> str:
    """The full name of a model that fastembed knows, from the full name or its last part."""
    names = [str(model["model"]) for model in import_fastembed().TextEmbedding.list_supported_models()]
    exact = [name for name in names if name.lower() == wanted.lower()]
    matches = exact or [name for name in names if name.lower().rpartition("/")[2] == wanted.lower()]
    if matches:
        return matches[0]
    from difflib import get_close_matches

    lowered = {name.lower().rpartition("/")[2]: name for name in names}
    similar = get_close_matches(wanted.lower().rpartition("/")[2], lowered, 1, 0.5)
    hint = (
        f"did you mean {lowered[similar[0]]}?"
        if similar
        else f"the default is {DEFAULT_MODEL}; a folder with an ONNX model works too"
    )
    raise UsageError(f"no model is called {wanted!r}", hint)


def download_megabytes(name: str) -> float:
    """The size of a model's download in megabytes."""
    models = import_fastembed().TextEmbedding.list_supported_models()
    return float(next((model["size_in_GB"] for model in models if model["model"] == name), 0) or 0) * 1000


def find_fetched_model(name: str, cache: str) -> "EmbeddingModel | None":
    """A model by name, if it was downloaded before."""
    try:
        return _locate_or_fetch(name, cache, local_only=True)
    except Exception:  # fastembed and the hub raise many kinds of errors if it is missing
        return None


def fetch_model(name: str, cache: str) -> EmbeddingModel:
    """A model by name, downloaded if necessary and checked against the hub's checksums."""
    model = find_fetched_model(name, cache)
    if model is not None:
        return model
    try:
        os.makedirs(cache, mode=0o700, exist_ok=True)
        model = _locate_or_fetch(name, cache, local_only=False)
    except Exception as error:
        reason = "no network" if _is_offline(error) else first_line(error)
        raise ModelFailed(
            f"cannot download {name}: {reason}",
            "nothing changed, and recall works without it; recall admin embed --model FOLDER uses one from a folder",
        ) from error
    _check_hash(model)
    return model


def _is_offline(error: BaseException) -> bool:
    """True if the error comes from a name that could not be looked up, or from a network that is down."""
    import errno
    import socket

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror) or getattr(cause, "errno", None) == errno.ENETUNREACH:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def find_model_in_folder(folder: str) -> EmbeddingModel:
    """The model in a folder. It is used there, not copied."""
    folder = os.path.realpath(os.path.expanduser(folder))
    file = next((name for name in MODEL_FILES if os.path.isfile(os.path.join(folder, name))), None)
    if file is None:
        raise UsageError(
            f"there is no ONNX model in {folder}", f"give a folder with {MODEL_FILES[0]} and tokenizer.json"
        )
    if not os.path.isfile(os.path.join(folder, "tokenizer.json")):
        raise UsageError(f"there is no tokenizer.json in {folder}", "it belongs to the model")
    return EmbeddingModel(model=_model_id(os.path.basename(folder), folder, file), name=None, folder=folder, file=file)


class FullModel:
    """A loaded model, for many texts."""

    def __init__(self, source: EmbeddingModel) -> None:
        self.name = source.model
        self._model = load_or_fail(_load_model, source)

    def embed_all(self, texts: "list[str]") -> "Iterator[bytes]":
        """The vectors of memories, in their order. Texts of similar length are computed together."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        embedded = self._model.passage_embed([texts[i] for i in order], batch_size=BATCH_SIZE)
        vectors = dict(zip(order, (pack_vector(vector.tolist()) for vector in embedded), strict=True))
        return (vectors[i] for i in range(len(texts)))

    def embed(self, text: str) -> bytes:
        """The vector of a question."""
        return pack_vector(next(iter(self._model.query_embed(text))).tolist())

    def knows(self, _word: str) -> bool:
        """Always True: the model has tokens for every word."""
        return True


def _locate_or_fetch(name: str, cache: str, *, local_only: bool) -> EmbeddingModel:
    fastembed = import_fastembed()
    for kind in fastembed.TextEmbedding.EMBEDDINGS_REGISTRY:
        for description in kind._list_supported_models():
            if description.model != name:
                continue
            files = [description.model_file, *description.additional_files]
            if description.sources.hf:
                folder = kind.download_files_from_huggingface(
                    description.sources.hf, cache_dir=cache, extra_patterns=files, local_files_only=local_only
                )
            else:
                folder = str(kind.download_model(description, cache, retries=1, local_files_only=local_only))
            if not all(os.path.exists(os.path.join(folder, file)) for file in files):
                raise FileNotFoundError(f"{name} is not complete in {folder}")
            return EmbeddingModel(
                model=_model_id(name.rpartition("/")[2], folder, description.model_file),
                name=name,
                folder=folder,
                file=description.model_file,
            )
    raise UsageError(f"no model is called {name!r}")


def load_or_fail(load: "Callable[[EmbeddingModel], Any]", source: EmbeddingModel, hint: str = "") -> "Any":
    """The loaded model; ModelFailed with the first line of any other error."""
    try:
        return load(source)
    except RecallError:
        raise
    except Exception as error:
        raise ModelFailed(f"cannot load the model in {source.folder}: {first_line(error)}", hint) from error


def first_line(error: Exception) -> str:
    """The first line of what a library says."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else repr(error)


def _load_model(source: EmbeddingModel) -> "Any":
    fastembed = import_fastembed()
    if source.name is not None:
        return fastembed.TextEmbedding(source.name, specific_model_path=source.folder)
    from fastembed.common.model_description import ModelSource, PoolingType

    known = {model["model"] for model in fastembed.TextEmbedding.list_supported_models()}
    if source.model not in known:
        fastembed.TextEmbedding.add_custom_model(
            model=source.model,
            pooling=PoolingType.CLS if _uses_first_token(source.folder) else PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(url="a-folder-of-this-machine"),
            dim=1,  # not used: a vector is as long as the model makes it
            model_file=source.file,
        )
    return fastembed.TextEmbedding(source.model, specific_model_path=source.folder)


def _uses_first_token(folder: str) -> bool:
    """Whether the model's configuration says that its first token stands for the text."""
    from recall_cli.domain.json_text import loads

    try:
        with open(os.path.join(folder, "1_Pooling", "config.json"), encoding="utf-8") as file:
            return bool(loads(file.read()).get("pooling_mode_cls_token"))
    except (OSError, ValueError, AttributeError):
        return False


def _model_id(name: str, folder: str, file: str) -> str:
    paths = (os.path.join(folder, part) for part in (file, "tokenizer.json"))
    digest = _digest_of_files(*filter(os.path.exists, paths))
    plain_name = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_.") else "-" for letter in name
    )
    return f"{plain_name}@{digest[:8]}"


def _digest_of_files(*paths: str) -> str:
    """The SHA-256 of some files, one after the other."""
    from hashlib import sha256

    whole = sha256()
    for path in paths:
        with open(path, "rb") as raw:
            while piece := raw.read(1 << 20):
                whole.update(piece)
    return whole.hexdigest()


def _check_hash(source: EmbeddingModel) -> None:
    """Compare a large file with its SHA-256, which is its name on the hub."""
    path = os.path.realpath(os.path.join(source.folder, source.file))
    expected = os.path.basename(path)
    if len(expected) != 64 or expected.strip("0123456789abcdef"):
        return
    if _digest_of_files(path) != expected:
        os.remove(path)
        raise ModelFailed(f"the download of {source.name} is damaged", "try again: recall admin embed")


def _remedy() -> str:
    """What to do without fastembed."""
    if sys.version_info >= FIRST_PYTHON_WITHOUT_FASTEMBED:
        return "it has no build for this Python yet; only recall admin embed needs it"
    from recall_cli.optional_packages import install_hint

    return install_hint("fastembed")


def import_fastembed() -> "Any":
    """fastembed, without its log messages and without telemetry from it and onnxruntime."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # otherwise its import writes into the home folder's cache
    load_site()
    try:
        import fastembed
    except ImportError as error:
        raise ModelFailed(f"fastembed cannot be loaded: {error}", _remedy()) from None
    from loguru import logger

    logger.disable("fastembed")
    return fastembed
