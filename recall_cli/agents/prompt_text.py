"""What the user wrote of a prompt that a hook is sent."""

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
