"""Questions to Claude. Each call's cost is reserved before and settled after."""

from recall_cli.domain.errors import ModelFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.inference.claude import Deadline

MAX_CLAUDE_SECONDS = 20.0
"""A store waits for the answer."""


def claude_seconds(app: "App") -> float:
    """The time limit of one call of Claude."""
    return min(MAX_CLAUDE_SECONDS, float(app.settings["extractor.timeout_seconds"]))


def ask_configured_claude(app: "App", prompt_name: str, question: str, form: "dict[str, Any]") -> str:
    """The answer of Claude to a named prompt and a question, with the key of the settings; or ModelFailed."""
    from recall_cli.inference import claude

    deadline = claude.Deadline(claude_seconds(app))
    key = claude.find_api_key(app.environment, app.settings["claude.key_command"], deadline)
    return ask_claude(app, key, prompt_name, question, form, deadline)


def ask_claude(
    app: "App", key: str, prompt_name: str, question: str, schema: "dict[str, Any]", deadline: "Deadline"
) -> str:
    """The answer of Claude to a named prompt and a question, in the form of a JSON schema; or ModelFailed."""
    from recall_cli.flows.write import spending
    from recall_cli.inference import claude

    settings = app.settings
    system = claude.read_prompt(prompt_name)
    form: dict[str, object] = {"format": {"type": "json_schema", "schema": schema}}
    if claude.knows_effort(settings["claude.model"]):
        form["effort"] = "low"  # to read a text takes little thought
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
