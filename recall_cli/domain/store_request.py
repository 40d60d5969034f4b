"""A request to store a text: what the caller said about it, before anything is decided."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self


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
    entity: "str | None" = None
    attribute: "str | None" = None
    value: "str | None" = None
    qualifier: "str | None" = None
    tags: "dict[str, str] | None" = None
    valid_from: "int | None" = None
    valid_until: "int | None" = None
    anchors: "list[dict[str, Any]] | None" = None

    def set_fields(self) -> "dict[str, Any]":
        """The fields that are set, by their names."""
        return {name: value for name, value in self.__dict__.items() if value is not None}


class PreparedRequest(StoreRequest):
    """A request that can be written down: normalized, without secrets, with its source, trust and time."""

    source: str
    trust: str
    created_at: int
    updated_at: int

    def as_json(self) -> "dict[str, Any]":
        """The request as a deferred job keeps it."""
        return {**self.set_fields(), "agent": self.agent, "extracted_by": "none"}

    @classmethod
    def from_json(cls, values: "dict[str, Any]") -> "Self":
        """The request that a job keeps; a field that this version does not know is left out."""
        return cls(**{name: value for name, value in values.items() if name in cls._known and value is not None})
