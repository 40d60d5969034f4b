"""Whether what is said of a memory has to be held: asked wherever words come in from anybody but the user."""

from recall_cli.domain.jsontext import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WORDS = ("text", "span", "topic", "entity", "attribute", "value", "qualifier", "agent", "session")
"""The columns in which somebody's words arrive, besides the tags."""


def reason_for(said: "dict[str, Any]") -> "str | None":
    """Why something that is said of a memory has to be held; the user's own word never has."""
    if said["trust"] == "user":
        return None
    from recall_cli.rules.injection import judge

    return judge(spoken(said)).held


def spoken(said: "dict[str, Any]") -> str:
    """Everything that a memory says, its names and tags too, each as a sentence of its own."""
    parts = [said.get(name) for name in WORDS]
    tags = said.get("tags")
    if isinstance(tags, str):
        tags = loads(tags)
    if tags:
        parts += [f"{key} {value}" for key, value in tags.items()]
    return "\n.\n".join(part for part in parts if part)
