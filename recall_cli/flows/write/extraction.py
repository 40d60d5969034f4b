"""From a text to drafts: by the model that the user configured, and by rules where there is none or where it fails."""

from recall_cli.domain.draft import Draft, Extraction, Skip
from recall_cli.domain.errors import ModelFailed
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from recall_cli.app import App
    from recall_cli.inference.claude import Deadline

PATIENCE = 90.0
"""Seconds that a worker may take over a text of many parts: less than the lease on its job."""


class Reading(Record):
    """What a text gave, who read it, and why the model did not, where it was to."""

    found: Extraction
    by: str
    failed: "ModelFailed | None" = None


def read(app: "App", text: str, extractor: str, *, patient: bool = False) -> Reading:
    """The drafts of a masked text; where the model fails, the rules stand in and it is said so.

    A worker is patient: it has the time of one call for each part of the text.
    """
    by, failed = "rules", None
    if extractor == "claude":
        try:
            return Reading(found=by_claude(app, text, patient=patient), by=f"claude:{app.settings['claude.model']}")
        except ModelFailed as failure:
            by, failed = f"rules (claude failed: {failure.message})", failure
    from recall_cli.rules.reading.extraction import extract

    return Reading(
        found=extract(text, progress=lambda at: app.progress("reading", at, len(text))), by=by, failed=failed
    )


def by_claude(app: "App", text: str, *, patient: bool = False) -> Extraction:
    """What Claude reads out of a text, part by part; the whole of it, or a failure."""
    from recall_cli.inference import claude
    from recall_cli.rules.intake import asking

    parts = asking.parts(text)
    if len(parts) > asking.MOST_PARTS:
        raise ModelFailed("the text is too long", "store its parts", again=False)
    seconds = app.settings["claude.timeout_seconds"]
    deadline = claude.Deadline(min(seconds * len(parts), PATIENCE) if patient else seconds)
    key = claude.key(app.environment, app.settings["claude.key_command"], deadline)
    drafts: list[Draft] = []
    skipped: list[Skip] = []
    for offset, part in parts:
        found = _ask(app, key, part, offset, deadline)
        drafts += found.drafts
        skipped += found.skipped
    return Extraction(drafts=tuple(drafts), skipped=tuple(skipped))


def _ask(app: "App", key: str, part: str, offset: int, deadline: "Deadline") -> Extraction:
    """One part: the question put, the answer judged."""
    from recall_cli.flows.write.asking import ask
    from recall_cli.rules.intake import answers, asking

    try:
        return answers.read(ask(app, key, "extract", asking.fenced(part), asking.SCHEMA, deadline), part, offset)
    except answers.Unreadable as error:
        raise ModelFailed(f"an answer with {error}") from None
