"""Which embedding model is meant, and where it lies."""

from recall_cli.domain.record import Record


class EmbeddingModel(Record):
    """A model: the name that its vectors are kept under, fastembed's name for it, its folder and file.

    The first has the beginning of its checksum in it; the second is empty where it came from a folder, the others
    where it is the table that ships.
    """

    model: str
    name: "str | None" = None
    folder: str = ""
    file: str = ""
