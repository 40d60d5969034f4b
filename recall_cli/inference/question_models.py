"""The model that makes the vector of a question: a prepared BERT, an engine, or none."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.embedding_model import EmbeddingModel
    from recall_cli.inference.bert import Bert
    from recall_cli.inference.full_model import FullModel

MIN_COSINE = 0.98
"""The cosine that a prepared BERT must reach with the engine; quantized engines are not exact themselves."""
TRIAL_QUESTIONS = ("Which database did we choose, and why?", "deploys fail on friday", "The API listens on port 8080.")


def load_question_model(chosen: "EmbeddingModel", folder: str, store: str = "") -> "Bert | FullModel | None":
    """A chosen model, ready for questions; None if its files are missing.

    `folder` is this home's folder of models. A store that is used from several homes has the prepared model beside it.
    """
    for path in (prepared_model_path(folder, chosen.model), *_paths_beside(store, chosen.model)):
        if _is_own_file(path):
            from recall_cli.inference.bert import Bert

            try:
                return Bert(chosen.model, path)
            except (ImportError, OSError, ValueError):
                pass  # use the engine instead
    if not os.path.exists(os.path.join(chosen.folder, chosen.file)):
        return None
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.inference.full_model import FullModel

    try:
        return FullModel(chosen)
    except (ImportError, ModelFailed):
        return None


def prepared_model_path(folder: str, model: str) -> str:
    """The path of a model that was prepared for questions."""
    return os.path.join(folder, model + ".ready")


def _paths_beside(store: str, model: str) -> "tuple[str, ...]":
    """Where a prepared model is beside a store: in the models of the home that the store lies in, or by itself."""
    return (prepared_model_path(f"{os.path.dirname(store)}/models", model), f"{store}.{model}.ready") if store else ()


def _is_own_file(path: str) -> bool:
    """Whether a file is this user's or root's, and nobody else can change it."""
    try:
        known = os.stat(path)
    except OSError:
        return False
    return known.st_uid in (0, os.geteuid()) and not known.st_mode & 0o022


def share_prepared_model(model: str, folder: str, store: str) -> None:
    """Put a prepared model beside a store that lies outside this home's data, for the other homes that use the store.

    Without room for it there is none: each of those homes prepares the model with `recall admin embed`.
    """
    path, (of_home, beside) = prepared_model_path(folder, model), _paths_beside(store, model)
    if os.path.realpath(of_home) == os.path.realpath(path) or os.path.exists(beside):
        return
    part = f"{beside}.{os.getpid()}"
    try:
        try:
            os.link(path, part)  # takes no room
        except OSError:
            from shutil import copyfile

            copyfile(path, part)
            os.chmod(part, 0o600)
        os.replace(part, beside)
    except OSError:
        if os.path.exists(part):
            os.remove(part)


def prepare_model(source: "EmbeddingModel", model: "FullModel", folder: str) -> bool:
    """Prepare a model for questions; False if it is of another kind or its vectors differ from the engine's."""
    from recall_cli.domain.vector import QueryVector
    from recall_cli.inference.bert import Bert
    from recall_cli.inference.bert_preparation import prepare_bert
    from recall_cli.inference.onnx_file import UnreadableModel

    path = prepared_model_path(folder, source.model)
    if os.path.exists(path):
        return True
    config = os.path.join(source.folder, "config.json")
    try:
        prepared = prepare_bert(
            os.path.join(source.folder, source.file), os.path.join(source.folder, "tokenizer.json"), config
        )
    except (OSError, UnreadableModel, ValueError, KeyError, TypeError, StopIteration):
        return False
    os.makedirs(folder, mode=0o700, exist_ok=True)
    part = f"{path}.{os.getpid()}"
    with open(part, "wb") as file:
        file.write(prepared)
    try:
        bert = Bert(source.model, part)
        is_same = all(QueryVector(model.embed(text)).cosine(bert.embed(text)) >= MIN_COSINE for text in TRIAL_QUESTIONS)
    except (ValueError, IndexError, KeyError, TypeError):
        is_same = False
    if is_same:
        os.replace(part, path)
    else:
        os.remove(part)
    return is_same
