"""Questions to Claude: the statements of a text. Each call's cost is reserved before and settled after."""

from recall_cli.domain.draft import ExtractedStatement, Extraction, SkippedPassage
from recall_cli.domain.errors import ModelFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.inference.claude import Deadline


MAX_WORKER_SECONDS = 90.0
"""Seconds that a worker may take for a text of many parts: less than the lease of its job."""


def extract_with_claude(app: "App", text: str, *, in_worker: bool = False) -> Extraction:
    """The statements of a masked text. If Claude fails, the rules read it, and `by` says so.

    A worker has the time of one call for each part of the text.
    """
    try:
        return _ask_for_statements(app, text, in_worker=in_worker).but(by=f"claude:{app.settings['claude.model']}")
    except ModelFailed as failure:
        failed = failure
    from recall_cli.rules.reading.extraction import extract_drafts

    found = extract_drafts(text, progress=lambda at: app.progress("reading", at, len(text)))
    return found.but(by=f"rules (claude failed: {failed.message})", failed=failed)


def _ask_for_statements(app: "App", text: str, *, in_worker: bool) -> Extraction:
    """The statements that Claude finds in a text, part by part: all of them, or ModelFailed."""
    from recall_cli.inference import claude
    from recall_cli.rules.intake import model_extraction

    parts = model_extraction.split_text(text)
    if len(parts) > model_extraction.MAX_PARTS:
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
    from recall_cli.rules.intake import model_extraction

    try:
        return model_extraction.read_answer(
            ask_claude(
                app, key, "extract", model_extraction.fence_text(part), model_extraction.EXTRACTION_SCHEMA, deadline
            ),
            part,
            offset,
        )
    except model_extraction.UnreadableAnswer as error:
        raise ModelFailed(f"an answer with {error}") from None


def ask_claude(
    app: "App", key: str, prompt_name: str, question: str, schema: "dict[str, Any]", deadline: "Deadline"
) -> str:
    """The answer of Claude to a named prompt and a question, in the form of a JSON schema; or ModelFailed."""
    from recall_cli.flows.write import spending
    from recall_cli.inference import claude

    settings = app.settings
    system = claude.read_prompt(prompt_name)
    form: dict[str, object] = {"format": {"type": "json_schema", "schema": schema}}
    if settings["claude.effort"] != "none":
        form["effort"] = settings["claude.effort"]
    size = len((system + question + str(schema)).encode("utf-8", "surrogatepass"))
    number = spending.reserve_cost(app, size, claude.MAX_ANSWER_TOKENS)
    try:
        answer = claude.send_request(
            key=key,
            base_url=settings["claude.base_url"],
            deadline=deadline,
            model=settings["claude.model"],
            max_tokens=claude.MAX_ANSWER_TOKENS,
            system=system,
            messages=[{"role": "user", "content": question}],
            output_config=form,
        )
    except ModelFailed as failure:
        spending.settle_failed_call(app, number, failure)
        raise
    spending.settle_cost(app, number, answer.tokens_in, answer.tokens_out)
    if answer.stop != "end_turn":
        raise ModelFailed({"refusal": "refused", "max_tokens": "the answer was cut off"}.get(answer.stop, "no end"))
    return answer.text
