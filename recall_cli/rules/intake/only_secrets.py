"""Whether a text says nothing but a secret: without it, nothing is left that is worth keeping."""

from recall_cli.domain.stopwords import STOP_WORDS
from recall_cli.language.tables import read_words

_SECRET_WORDS = read_words("secrets", "words beside secrets")
"""Words that name a secret or usually come with one: beside a secret they have no meaning of their own."""


def holds_only_secrets(masked: str) -> bool:
    """Whether a masked text contained only a secret: what is left has at most one content word, so it is no use."""
    rest, *parts = masked.split("[secret: ")
    if not parts:
        return False
    left = " ".join([rest, *(part.partition("]")[2] for part in parts)])
    words = {"".join(filter(str.isalnum, word)) for word in left.casefold().replace("-", " ").split()}
    return len({word for word in words if len(word) > 1} - STOP_WORDS - _SECRET_WORDS) < 2
