"""A draft: a memory that is ready to be stored."""

from recall_cli.domain.memory import DEFAULT_CONFIDENCE, DEFAULT_IMPORTANCE, DEFAULT_TYPE, DEFAULT_USEFULNESS
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Draft(Record):
    """A memory on its way to the store: normalized, without secrets, judged. A `Memory` once it is stored."""

    text: str
    hash: int
    """61 bits of the normalized text, to find the same text by."""
    fact: "str | None"
    """The key of the fact that it states, from its entity and attribute."""
    lookup_words: "tuple[str, ...]"
    """The few words to look for memories that say the same."""
    source: str
    trust: str
    created_at: int
    updated_at: int
    vector: "bytes | None" = None
    type: str = DEFAULT_TYPE
    topic: "str | None" = None
    importance: float = DEFAULT_IMPORTANCE
    confidence: float = DEFAULT_CONFIDENCE
    classification: str = "internal"
    shared: bool = False
    agent: "str | None" = None
    session: "str | None" = None
    entity: "str | None" = None
    attribute: "str | None" = None
    value: "str | None" = None
    qualifier: "str | None" = None
    many: "bool | None" = None
    """Can the fact have several values at once? None: the name of the attribute decides."""
    ends: "str | None" = None
    """A value that no longer holds, according to this statement."""
    tags: "dict[str, str]" = {}
    accessed_at: "int | None" = None
    access_count: int = 0
    decay_score: float = 1.0
    usefulness: float = DEFAULT_USEFULNESS
    helpful: int = 0
    unhelpful: int = 0
    seen_count: int = 1
    seen_at: "int | None" = None
    valid_from: "int | None" = None
    valid_until: "int | None" = None
    superseded_at: "int | None" = None
    deleted_at: "int | None" = None
    held: "str | None" = None
    """Why a person has to review it first."""
    pinned: bool = False
    anchors: "list[dict[str, Any]] | None" = None
    metadata: "dict[str, Any] | None" = None
    extracted_by: str = "none"
    span: "str | None" = None
    """The words of the source, where the text has others."""
