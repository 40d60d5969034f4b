"""An embedding model, and where its files are."""

from recall_cli.domain.record import Record


class EmbeddingModel(Record):
    """A model of vectors: the built-in static table or a full model."""

    model: str
    """The name under which its vectors are stored; it contains the beginning of the checksum."""
    name: "str | None" = None
    """The name that fastembed uses; None if the model came from a folder."""
    folder: str = ""
    file: str = ""
