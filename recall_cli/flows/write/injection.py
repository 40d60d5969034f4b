"""Whether what is said of a memory has to be held: asked wherever words come in from anybody but the user."""

from recall_cli.domain.json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.store_request import PreparedRequest

TEXT_COLUMNS = ("text", "span", "topic", "entity", "attribute", "value", "qualifier", "agent", "session")
"""The columns in which somebody's words arrive, besides the tags."""


def hold_reason(request: "PreparedRequest") -> "str | None":
    """Why a request has to be held; the user's own word never has."""
    return None if request.trust == "user" else fields_hold_reason(vars(request))


def fields_hold_reason(fields: "dict[str, Any]") -> "str | None":
    """Why the fields of a memory have to be held; the user's own word never has."""
    if fields["trust"] == "user":
        return None
    from recall_cli.rules.injection import check_injection

    return check_injection(combined_text(fields)).held


def combined_text(fields: "dict[str, Any]") -> str:
    """Everything that a memory says, its names and tags too, each as a sentence of its own."""
    parts = [fields.get(name) for name in TEXT_COLUMNS]
    tags = fields.get("tags")
    if isinstance(tags, str):
        tags = loads(tags)
    if tags:
        parts += [f"{key} {value}" for key, value in tags.items()]
    return "\n.\n".join(part for part in parts if part)
