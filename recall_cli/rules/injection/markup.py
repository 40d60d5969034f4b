"""Markup that makes a text look like a part of a prompt: turns, roles, tool calls, the fence around memories."""

REASON = "it imitates the markup of a prompt"
_ALWAYS = (
    "<recalled_memories", "</recalled_memories", "<system-reminder", "</system-reminder", "<|start_header_id|>",
    "<|im_start|>system",
    "<|im_start|>user", "<|im_start|>assistant", "<|system|>", "<function_calls", "<invoke name", "<tool_call>",
    "<tool_result", "<tool_use", "```system\n", "<start_of_turn>", "### system:", "### instruction:",
)  # fmt: skip
"""Nobody writes these but to be taken for a prompt."""
_PAIRS = (("<system>", "</system>"), ("[inst]", "[/inst]"), ("<<sys>>", "<</sys>>"), ("<|im_start|>", "<|im_end|>"),
          ("<assistant>", "</assistant>"), ("<instructions>", "</instructions>"))  # fmt: skip
"""One of them may be spoken about; both together are used."""
_JSON = ('"role":"system"', '"role":"developer"', '"type":"tool_use"', '"type":"tool_result"', '"tool_calls":[',
         '"function_call":{')  # fmt: skip
_ASKING, _ANSWERING = ("human:", "user:"), ("assistant:", "ai:", "system:")


_AGENTS = frozenset("ai llm assistant assistants agent agents model claude codex gemini copilot chatgpt bot".split())


def imitates(low: str) -> "str | None":
    """Does a text in small letters carry such markup?"""
    if "<!--" in low and _speaks_in_a_comment(low):
        return REASON
    if "<" in low or "`" in low or "#" in low or "[" in low:
        if any(mark in low for mark in _ALWAYS):
            return REASON
        if any(opening in low and closing in low for opening, closing in _PAIRS):
            return REASON
    if '"' in low:
        packed = "".join(low.split())
        if any(mark in packed for mark in _JSON) or (
            packed.startswith("{") and ('"arguments":{' in packed or ('"tool":' in packed and '"input":{' in packed))
        ):
            return REASON
    if any(line.startswith(("[system]", "[assistant]", "[developer]")) for line in low.split("\n")):
        return REASON
    return REASON if ":" in low and "\n" in low and _turns(low) else None


def _speaks_in_a_comment(low: str) -> bool:
    """Does a comment that no page shows begin by calling an agent?"""
    for comment in low.split("<!--")[1:]:
        name, called, _ = comment.partition("-->")[0].partition(":")
        if called and not _AGENTS.isdisjoint(name.replace(",", " ").split()) and len(name) < 60:
            return True
    return False


def _turns(low: str) -> bool:
    """Are turns of a conversation smuggled in behind something else? A text that begins with one is a transcript."""
    first, *rest = [line.strip() for line in low.strip().split("\n")]
    if first.startswith((*_ASKING, *_ANSWERING)):
        return False
    if any(line.startswith("system:") for line in rest):
        return True
    return any(line.startswith(_ASKING) for line in rest) and any(line.startswith(_ANSWERING) for line in rest)
