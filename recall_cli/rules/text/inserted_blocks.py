"""Removing blocks that were inserted into a transcript: recall's own brief, and the notes of a client.

A client marks its notes with tags of several words (`<system-reminder>`, `<environment_context>`). People do not write
such tags.
"""

from recall_cli.domain.store_request import remove_requests
from recall_cli.rules.brief.fence import LINE_START, TAG_LETTERS, TAG_NAME

_TAG_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz-_:")
_MAX_TAG_LENGTH = 60
_INTERRUPTION_NOTES = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")


def remove_inserted_blocks(text: str) -> str:
    """The text of a speaker without the blocks that recall or the client inserted."""
    text = remove_requests(_remove_brief(_remove_brief(text, "<", ">"), "&lt;", "&gt;"))
    if "<" in text:
        text = _remove_client_notes(text)
    for note in _INTERRUPTION_NOTES:
        text = text.replace(note, "")
    return text.strip()


def _remove_brief(text: str, open_bracket: str, close_bracket: str) -> str:
    """The text without recall's fenced blocks; of a block without an end, its lines are removed."""
    head, foot = f"{open_bracket}{TAG_NAME} ", f"{open_bracket}/{TAG_NAME} "
    at = text.find(head)
    if at < 0:
        return text
    parts: list[str] = []
    start = 0
    while at >= 0:
        parts.append(text[start:at])
        end = text.find(foot, at)
        next_head = text.find(head, at + len(head))
        if end >= 0 and (next_head < 0 or end < next_head):
            close = text.find(close_bracket, end)
            start = len(text) if close < 0 else close + len(close_bracket)
        else:
            start = _end_of_brief_lines(text, at)
        at = text.find(head, start)
    return "".join((*parts, text[start:]))


def _end_of_brief_lines(text: str, at: int) -> int:
    """The place after a block's first line and the memories and headings that follow it."""
    while True:
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        at = end + 1
        if not text.startswith((LINE_START, "{"), at) and not _is_note_line(text, at):
            return at


def _is_note_line(text: str, at: int) -> bool:
    """Whether the line here is recall's own: it begins with the tag of its block."""
    tag, colon, _ = text[at : at + _MAX_TAG_LENGTH].partition(": ")
    return bool(colon and tag) and not tag.strip(TAG_LETTERS)


def _remove_client_notes(text: str) -> str:
    """The text without blocks whose tag has several words. A tag that is never closed is a placeholder, and stays."""
    parts: list[str] = []
    unclosed: set[str] = set()
    start = 0
    at = text.find("<")
    while at >= 0:
        name = _note_tag_at(text, at)
        if name:
            close = -1 if name in unclosed else text.find(f"</{name}>", at)
            if close < 0:
                unclosed.add(name)
            else:
                parts.append(text[start:at])
                start = close + len(name) + 3
        at = text.find("<", max(start, at + 1))
    return "".join((*parts, text[start:]))


def _note_tag_at(text: str, at: int) -> str:
    """The name of the tag of several words that opens here; empty for anything else."""
    end = text.find(">", at, at + 400)
    name = text[at + 1 : end].partition(" ")[0] if end > 0 else ""
    several = any(mark in name.strip("-_:") for mark in "-_:")
    return name if several and len(name) <= _MAX_TAG_LENGTH and _TAG_LETTERS.issuperset(name) else ""
