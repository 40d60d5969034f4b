"""Extract statements from a text: by the model that the user configured, or by rules without one or if it fails."""

from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.extraction import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.inference.claude import Deadline

MAX_WORKER_SECONDS = 90.0
"""Seconds that a worker may take for a text of many parts: less than the lease of its job."""


class ExtractionOutcome(Record):
    """What was extracted from a text, by which extractor, and why the model failed, if it did."""

    found: Extraction
    by: str
    failed: "ModelFailed | None" = None


def extract_statements(app: "App", text: str, extractor: str, *, in_worker: bool = False) -> ExtractionOutcome:
    """The statements of a masked text. If the model fails, the rules read it, and `by` says so.

    A worker has the time of one call for each part of the text.
    """
    by, failed = "rules", None
    if extractor == "claude":
        try:
            return ExtractionOutcome(
                found=extract_with_claude(app, text, in_worker=in_worker), by=f"claude:{app.settings['claude.model']}"
            )
        except ModelFailed as failure:
            by, failed = f"rules (claude failed: {failure.message})", failure
    from recall_cli.rules.reading.extraction import extract_drafts

    return ExtractionOutcome(
        found=extract_drafts(text, progress=lambda at: app.progress("reading", at, len(text))), by=by, failed=failed
    )


def extract_with_claude(app: "App", text: str, *, in_worker: bool = False) -> Extraction:
    """The statements that Claude finds in a text, part by part: all of them, or ModelFailed."""
    from recall_cli.inference import claude
    from recall_cli.rules.intake import extraction_request

    parts = extraction_request.split_text(text)
    if len(parts) > extraction_request.MAX_PARTS:
        raise ModelFailed("the text is too long", "store its parts", again=False)
    seconds = app.settings["claude.timeout_seconds"]
    deadline = claude.Deadline(min(seconds * len(parts), MAX_WORKER_SECONDS) if in_worker else seconds)
    key = claude.find_api_key(app.environment, app.settings["claude.key_command"], deadline)
    drafts: list[ExtractedStatement] = []
    skipped: list[SkippedPassage] = []
    for offset, part in parts:
        found = _extract_part(app, key, part, offset, deadline)
        drafts += found.drafts
        skipped += found.skipped
    return Extraction(drafts=tuple(drafts), skipped=tuple(skipped))


def _extract_part(app: "App", key: str, part: str, offset: int, deadline: "Deadline") -> Extraction:
    """The statements of one part: Claude is asked, and its answer checked."""
    from recall_cli.flows.write.claude_call import ask_claude
    from recall_cli.rules.intake import extraction_answer, extraction_request

    try:
        return extraction_answer.read_answer(
            ask_claude(
                app, key, "extract", extraction_request.fence_text(part), extraction_request.EXTRACTION_SCHEMA, deadline
            ),
            part,
            offset,
        )
    except extraction_answer.UnreadableAnswer as error:
        raise ModelFailed(f"an answer with {error}") from None
