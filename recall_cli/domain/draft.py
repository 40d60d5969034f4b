"""A text on its way to the store: a request, the statements found in it, and drafts. A `Memory` once it is stored."""

from recall_cli.domain.memory import DEFAULT_CONFIDENCE, DEFAULT_IMPORTANCE, DEFAULT_TYPE, DEFAULT_USEFULNESS
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from recall_cli.domain.errors import ModelFailed
    from recall_cli.domain.memory import Memory


class StoreRequest(Record):
    """A text to store, and every field that a caller may set; a field that they did not set is None."""

    text: str
    type: "str | None" = None
    topic: "str | None" = None
    importance: "float | None" = None
    confidence: "float | None" = None
    classification: "str | None" = None
    shared: "bool | None" = None
    source: "str | None" = None
    agent: "str | None" = None
    session: "str | None" = None
    caller: "str | None" = None
    """Who sent it over the network, as `View` has it."""
    entity: "str | None" = None
    attribute: "str | None" = None
    value: "str | None" = None
    qualifier: "str | None" = None
    tags: "dict[str, str] | None" = None
    valid_from: "int | None" = None
    valid_until: "int | None" = None
    anchors: "list[dict[str, Any]] | None" = None
    ends_ids: "list[str] | None" = None
    """The memories that it ends, as the caller says."""


class PreparedRequest(StoreRequest):
    """A request that can be written down: normalized, without secrets, with its source, trust and time."""

    source: str
    trust: str
    created_at: int
    updated_at: int
    metadata: "dict[str, Any] | None" = None
    """For what comes from a session: the turn that says it."""

    def as_json(self) -> "dict[str, Any]":
        """The request as a deferred job keeps it."""
        set_fields = {name: value for name, value in vars(self).items() if value is not None}
        return {**set_fields, "agent": self.agent, "extracted_by": "none"}

    @classmethod
    def from_json(cls, values: "dict[str, Any]") -> "Self":
        """The request that a job keeps; a field that this version does not know is left out."""
        return cls(**{name: value for name, value in values.items() if name in cls._known and value is not None})


class ExtractedStatement(Record):
    """A statement that rules chose from a text: its words, where they stand, and how far they can be trusted."""

    text: str
    type: str
    importance: float
    confidence: float
    span: "tuple[int, int]"
    by_user: bool = True
    """Whether it is the word of whoever gave the text; else an agent's."""


class SkippedPassage(Record):
    """A passage that is not stored, and the reason, to tell the user."""

    text: str
    reason: str


class Extraction(Record):
    """What was extracted from one text: statements, and skipped passages."""

    drafts: "tuple[ExtractedStatement, ...]"
    skipped: "tuple[SkippedPassage, ...]"
    by: str = "rules"
    """The extractor."""
    failed: "ModelFailed | None" = None
    """Why the model failed, where the rules read the text instead."""


class Draft(Record):
    """A memory on its way to the store: normalized, without secrets, judged. A `Memory` once it is stored."""

    text: str
    hash: int
    """61 bits of the normalized text, to find the same text by."""
    fact: "str | None"
    """The key of the fact that it states, from its entity and attribute."""
    words: "tuple[str, ...]"
    """Its words without those that say nothing, in order."""
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
    ends_ids: "list[str] | None" = None
    """The memories that it ends, as its author says."""
    replaces: "str | None" = None
    """The id of the memory that it takes the place of, as a model says."""
    extracted_by: str = "none"
    span: "str | None" = None
    """The words of the source, where the text has others."""

    def fits_fact(self, memory: "Memory") -> bool:
        """Has a memory the same fact? A draft without a fact fits every fact."""
        fact = (self.entity, self.attribute, self.value, self.qualifier)
        return not any(fact) or fact == (memory.entity, memory.attribute, memory.value, memory.qualifier)
