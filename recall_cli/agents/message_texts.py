"""Texts in the messages that hooks are sent: what the user wrote of a prompt, and fields of one line."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_FIELD_LETTERS = 4_096
"""Longer paths and session ids are ignored."""
HOOK_CONTEXT_START, HOOK_CONTEXT_END = "<hook_context>", "</hook_context>"


def read_prompt(message: "dict[str, object]") -> str:
    """A message's prompt, without the context that hooks put before it; empty if there is none.

    Gemini CLI sends the session's brief with the first prompt, and a hook must not answer that.
    """
    prompt = message.get("prompt")
    if isinstance(prompt, list):  # its parts, of which some are no text
        texts = [part.get("text") for part in prompt if isinstance(part, dict)]
        prompt = "\n".join(text for text in texts if isinstance(text, str))
    if not isinstance(prompt, str):
        return ""
    while prompt.startswith(HOOK_CONTEXT_START):
        _, end, rest = prompt.partition(HOOK_CONTEXT_END)
        if not end:
            break
        prompt = rest.lstrip()
    return prompt


def first_text(message: "Mapping[str, object]", *names: str) -> str:
    """The first of these fields that holds one line of text."""
    return next((text for text in map(one_line_text, map(message.get, names)) if text), "")


def one_line_text(value: object) -> str:
    """The value if it is one line of text; empty for any other."""
    is_line = isinstance(value, str) and len(value) <= MAX_FIELD_LETTERS and "\0" not in value and "\n" not in value
    return str(value) if is_line else ""
