"""Which way a full model makes the vector of a question: prepared arithmetic, an engine, or none."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.domain.embedding_model import EmbeddingModel
    from recall_cli.inference.bert import Bert
    from recall_cli.inference.full_model import FullModel

MIN_COSINE = 0.98
"""The cosine that prepared arithmetic must have to the engine: quantised engines are not exact themselves."""
TRIAL_QUESTIONS = ("Which database did we choose, and why?", "deploys fail on friday", "The API listens on port 8080.")


def load_question_model(chosen: "EmbeddingModel", folder: str) -> "Bert | FullModel | None":
    """A model in use, ready for questions; None where its files are gone."""
    path = prepared_model_path(folder, chosen.model)
    if os.path.exists(path):
        from recall_cli.inference.bert import Bert

        try:
            return Bert(chosen.model, path)
        except (ImportError, OSError, ValueError):
            pass  # the engine will do
    if not os.path.exists(os.path.join(chosen.folder, chosen.file)):
        return None
    from recall_cli.domain.errors import ModelFailed
    from recall_cli.inference.full_model import FullModel

    try:
        return FullModel(chosen)
    except (ImportError, ModelFailed):
        return None


def prepared_model_path(folder: str, model: str) -> str:
    """Where a model lies that was made ready for questions."""
    return os.path.join(folder, model + ".ready")


def prepare_model(source: "EmbeddingModel", model: "FullModel", folder: str) -> bool:
    """Prepare a model for questions, if it is of the kind that can be, and comes to the same as its engine."""
    from recall_cli.domain.vector import QueryVector
    from recall_cli.inference.bert import Bert
    from recall_cli.inference.bert_preparation import prepare_bert
    from recall_cli.inference.onnx_file import UnreadableModel

    path = prepared_model_path(folder, source.model)
    if os.path.exists(path):
        return True
    config = os.path.join(source.folder, "config.json")
    try:
        made = prepare_bert(
            os.path.join(source.folder, source.file), os.path.join(source.folder, "tokenizer.json"), config
        )
    except (OSError, UnreadableModel, ValueError, KeyError, TypeError, StopIteration):
        return False
    os.makedirs(folder, mode=0o700, exist_ok=True)
    part = f"{path}.{os.getpid()}"
    with open(part, "wb") as file:
        file.write(made)
    try:
        ours = Bert(source.model, part)
        alike = all(QueryVector(model.embed(text)).cosine(ours.embed(text)) >= MIN_COSINE for text in TRIAL_QUESTIONS)
    except (ValueError, IndexError, KeyError, TypeError):
        alike = False
    if alike:
        os.replace(part, path)
    else:
        os.remove(part)
    return alike
