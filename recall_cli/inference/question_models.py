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


def load_question_model(chosen: "EmbeddingModel", folder: str) -> "Bert | FullModel | None":
    """A chosen model, ready for questions; None if its files are missing."""
    path = prepared_model_path(folder, chosen.model)
    if os.path.exists(path):
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
