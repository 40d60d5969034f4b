"""A memory: a stored text with everything that is known about it."""

from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    ColumnValue = str | int | float | None
    Columns = dict[str, ColumnValue]
    """Columns of a memory's row, by name; a tag is a column of its own."""

MEMORY_TYPES = ("decision", "finding", "correction", "pattern", "estimate", "preference", "fact", "procedure")
SOURCES = ("user", "agent", "tool")
TRUST_LEVELS = ("user", "colleague", "agent", "imported", "tool")
"""The levels of trust, most trusted first. The channel sets the trust of a memory, never the caller."""
CLASSIFICATIONS = ("public", "internal", "restricted", "confidential")

ABOUT_TAG = "about"
"""The tag that says what a statement of a session is about, if its own words do not."""

DEFAULT_TYPE = "fact"
DEFAULT_IMPORTANCE, DEFAULT_CONFIDENCE, DEFAULT_USEFULNESS = 0.5, 0.8, 0.5
"""The values of a memory if nobody sets others."""


MEMORY_DEFAULTS: "Columns" = {
    "type": DEFAULT_TYPE, "topic": None, "project": None,
    "importance": DEFAULT_IMPORTANCE, "confidence": DEFAULT_CONFIDENCE,
    "classification": "internal", "shared": False, "agent": None, "session": None, "entity": None, "attribute": None,
    "value": None, "qualifier": None, "tags": None, "accessed_at": None, "access_count": 0, "decay_score": 1.0,
    "usefulness": DEFAULT_USEFULNESS, "helpful": 0, "unhelpful": 0, "seen_count": 1, "seen_at": None,
    "valid_from": None, "valid_until": None, "superseded_by": None, "superseded_at": None, "deleted_at": None,
    "held": None, "pinned": False, "contested": False, "anchors": None, "metadata": None, "extracted_by": "none",
    "span": None,
}  # fmt: skip
"""The fields of a memory if nobody sets others."""
CHANGEABLE_COLUMNS = tuple(
    """text type topic project importance confidence classification shared source trust entity attribute value qualifier
    tags updated_at usefulness helpful unhelpful seen_count seen_at valid_from valid_until superseded_by superseded_at
    deleted_at held pinned anchors metadata extracted_by hash fact grams""".split()
)
"""The columns that an operation may change, in the order in which the statement `row` gives them."""


class Memory(Record):
    """One row of the store: times in milliseconds, tags, anchors and metadata as JSON text."""

    n: int
    id: str
    user: str
    text: str
    type: str
    topic: "str | None"
    project: "str | None"
    importance: float
    confidence: float
    classification: str
    shared: bool
    source: str
    trust: str
    agent: "str | None"
    session: "str | None"
    entity: "str | None"
    attribute: "str | None"
    value: "str | None"
    qualifier: "str | None"
    tags: "str | None"
    created_at: int
    updated_at: int
    accessed_at: "int | None"
    access_count: int
    decay_score: float
    usefulness: float
    helpful: int
    unhelpful: int
    seen_count: int
    seen_at: "int | None"
    valid_from: "int | None"
    valid_until: "int | None"
    superseded_by: "str | None"
    superseded_at: "int | None"
    deleted_at: "int | None"
    held: "str | None"
    pinned: bool
    anchors: "str | None"
    metadata: "str | None"
    extracted_by: str
    span: "str | None"
    contested: bool = False

    maybe_replaced_by: "str | None" = None
    """The id of a newer memory that perhaps replaced it, as long as nobody answered that; no column of its row."""

    @property
    def since(self) -> int:
        """When its statement began to be true: its date of validity, or when it was stored."""
        return self.created_at if self.valid_from is None else self.valid_from

    @property
    def depends_on_code(self) -> bool:
        """Is it anchored to files, or did a colleague state it on a branch that may not be merged here?"""
        return self.anchors is not None or self.may_be_unmerged

    @property
    def may_be_unmerged(self) -> bool:
        """Did a colleague state it at a commit that may not be part of what is checked out here?"""
        metadata = self.metadata or ""
        return self.trust in ("colleague", "imported") and '"shared_by"' in metadata and '"commit"' in metadata


class BriefCandidate:
    """The fields of a memory that a brief ranks by, so that memories that do not fit are never read completely."""

    __slots__ = (
        "agent",
        "confidence",
        "contested",
        "created_at",
        "decay_score",
        "n",
        "pinned",
        "seen_count",
        "session",
        "source",
        "text",
        "trust",
        "type",
    )

    def __init__(
        self,
        n: int,
        type_: str,
        decay_score: float,
        confidence: float,
        trust: str,
        pinned: bool,
        created_at: int,
        source: str,
        agent: "str | None",
        session: "str | None",
        seen_count: int,
        text: str,
        contested: bool,
    ) -> None:
        self.n = n
        self.type = type_
        self.decay_score = decay_score
        self.confidence = confidence
        self.trust = trust
        self.pinned = pinned
        self.created_at = created_at
        self.source = source
        self.agent = agent
        self.session = session
        self.seen_count = seen_count
        self.text = text
        """The beginning of its text."""
        self.contested = contested


PERHAPS_REPLACED = "older, perhaps replaced by the line above"
"""The mark of a memory that stands below the newer one of an open question."""
TIME_FIELDS = tuple("created_at updated_at accessed_at seen_at valid_from valid_until superseded_at deleted_at".split())
BOOLEAN_FIELDS = ("shared", "pinned", "contested")
JSON_FIELDS = ("tags", "anchors", "metadata")
"""Columns that hold JSON."""
