"""What an extractor finds in a text: statements, before anything is decided about them."""

from recall_cli.domain.record import Record

SPEECH_KINDS = ("plain", "hedged", "reported", "inferred", "hypothetical", "fiction", "joking", "unread")
"""How a statement was made, from a plain statement to one in a language that could not be read."""


class ExtractedStatement(Record):
    """One memory as proposed: the words, what they claim, and how far the claim can be trusted.

    `ends` names a value that the statement says holds no longer ("switched from npm to pnpm" ends npm).
    Where nothing takes its place `value` reads "not npm", so that a plain comparison of values still
    sees the contradiction.
    """

    text: str
    type: str
    importance: float
    confidence: float
    span: "tuple[int, int]"
    speech: str = "plain"
    speaker: "str | None" = None
    entity: "str | None" = None
    attribute: "str | None" = None
    value: "str | None" = None
    qualifier: "str | None" = None
    many: bool = False
    ends: "str | None" = None


class SkippedPassage(Record):
    """A passage that is not stored, and the reason, to tell the user."""

    text: str
    reason: str
    span: "tuple[int, int]"


class Extraction(Record):
    """What was extracted from one text: statements, and skipped passages."""

    drafts: "tuple[ExtractedStatement, ...]"
    skipped: "tuple[SkippedPassage, ...]"
