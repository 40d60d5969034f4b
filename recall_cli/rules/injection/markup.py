"""Markup that makes a text look like part of a prompt: turns, roles, tool calls, the fence around memories."""

from recall_cli.language.tables import read_pairs, read_phrases, read_words

MARKUP_REASON = "it imitates the markup of a prompt"
_PROMPT_MARKS = (*read_phrases("words", "prompt marks"), "```system\n")
"""Nobody writes these except to imitate a prompt."""
_PAIRED_MARKS = read_pairs("words", "paired marks")
"""One of a pair may be mentioned; both together are used as markup."""
_JSON_MARKS = read_phrases("words", "json marks")
_USER_TURNS, _ASSISTANT_TURNS = ("human:", "user:"), ("assistant:", "ai:", "system:")


_AGENT_NAMES = read_words("words", "names of agents")


def markup_reason(lowercase: str) -> "str | None":
    """The reason to hold a text in lower case for such markup, or None."""
    if "<!--" in lowercase and _comment_calls_agent(lowercase):
        return MARKUP_REASON
    if "<" in lowercase or "`" in lowercase or "#" in lowercase or "[" in lowercase:
        if any(mark in lowercase for mark in _PROMPT_MARKS):
            return MARKUP_REASON
        if any(opening in lowercase and closing in lowercase for opening, closing in _PAIRED_MARKS.items()):
            return MARKUP_REASON
    if '"' in lowercase:
        packed = "".join(lowercase.split())
        if any(mark in packed for mark in _JSON_MARKS) or (
            packed.startswith("{") and ('"arguments":{' in packed or ('"tool":' in packed and '"input":{' in packed))
        ):
            return MARKUP_REASON
    if any(line.startswith(("[system]", "[assistant]", "[developer]")) for line in lowercase.split("\n")):
        return MARKUP_REASON
    return MARKUP_REASON if ":" in lowercase and "\n" in lowercase and _has_smuggled_turns(lowercase) else None


def _comment_calls_agent(lowercase: str) -> bool:
    """Whether a comment, which no rendered page shows, begins by addressing an agent."""
    for comment in lowercase.split("<!--")[1:]:
        name, colon, _ = comment.partition("-->")[0].partition(":")
        if colon and not _AGENT_NAMES.isdisjoint(name.replace(",", " ").split()) and len(name) < 60:
            return True
    return False


def _has_smuggled_turns(lowercase: str) -> bool:
    """Whether turns of a conversation follow other text. A text that begins with a turn is a transcript."""
    first, *rest = [line.strip() for line in lowercase.strip().split("\n")]
    if first.startswith((*_USER_TURNS, *_ASSISTANT_TURNS)):
        return False
    if any(line.startswith("system:") for line in rest):
        return True
    return any(line.startswith(_USER_TURNS) for line in rest) and any(
        line.startswith(_ASSISTANT_TURNS) for line in rest
    )
