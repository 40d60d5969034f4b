"""The members of a settings document that are recall's own: find and remove them, and compare all others."""

from recall_cli.agents.json_editor import JsonEditor
from recall_cli.domain.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from recall_cli.agents.json_editor import Path
    from recall_cli.agents.jsonc import Node


class OwnMembers(Record):
    """Which members of a document are recall's."""

    is_own: "Callable[[Path, Node], bool]"
    is_left_over: "Callable[[Path, Any], bool]"
    """Whether a value means nothing without our members: an empty container, or what they need beside them."""


def has_content(text: str) -> bool:
    """Whether a settings file holds more than white space."""
    return bool(text.strip("\ufeff \t\r\n"))


def has_own_members(text: str, own: OwnMembers) -> bool:
    """Whether a document holds any of our members."""
    return has_content(text) and bool(_find_own_member(JsonEditor(text).root, own))


def remove_own_members(text: str, own: OwnMembers) -> str:
    """The document without our members, and without containers that held only them."""
    doc = JsonEditor(text)
    while way := _find_own_member(doc.root, own):
        while len(way) > 1 and _is_only_content(doc.text, *way[-1]):
            way.pop()
        doc.take(*way[-1])
    return doc.text


def is_exact_json_removal(text: str, left: str, own: OwnMembers) -> bool:
    """Whether a document lost our members and nothing else. What every program could read stays so."""
    try:
        return (
            (is_strict_json(left) or not is_strict_json(text))
            and not has_own_members(left, own)
            and other_members(left, own) == other_members(text, own)
        )
    except ValueError:
        return False


def other_members(text: str, own: OwnMembers) -> object:
    """All members but ours in a normal form: equal for two documents that differ only in ours."""
    return _other_values(JsonEditor(text).root, own, ()) if has_content(text) else ()


def is_strict_json(text: str) -> bool:
    """Whether it is JSON for every program: no comments and no trailing commas."""
    import json

    try:
        json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return not has_content(text)
    return True


def _find_own_member(node: "Node", own: OwnMembers, path: "Path" = ()) -> "list[tuple[Node, int]]":
    """The way to the first of our members, from the outermost container; empty if there is none."""
    for at, member in enumerate(node.members):
        inner_path = (*path, member.key)
        if own.is_own(inner_path, member.node):
            return [(node, at)]
        if way := _find_own_member(member.node, own, inner_path):
            return [(node, at), *way]
    return []


def _is_only_content(text: str, container: "Node", at: int) -> bool:
    """Whether a container holds only this member, and no comment."""
    member = container.members[at]
    around = text[container.start + 1 : member.start] + text[member.node.end : container.end - 1]
    return len(container.members) == 1 and not around.strip(" \t\r\n,")


def _other_values(node: "Node", own: OwnMembers, path: "Path") -> "Any":
    """A value without our members: an object as pairs, since a key can be repeated."""
    if node.kind not in ("object", "array"):
        return repr(node.value)  # True is not 1
    pairs = []
    for member in node.members:
        inner_path = (*path, member.key)
        if not own.is_own(inner_path, member.node):
            value = _other_values(member.node, own, inner_path)
            pairs += [] if own.is_left_over(inner_path, value) else [(member.key, value)]
    return tuple(pairs) if node.kind == "object" else [value for _, value in pairs]
