"""Does a memory read like an injection, and so have to be held? Asked of all words but the user's own."""

from recall_cli.domain.json_text import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.domain.store_request import PreparedRequest

TEXT_COLUMNS = ("text", "span", "topic", "entity", "attribute", "value", "qualifier", "agent", "session")
"""The columns that hold free text, besides the tags."""


def hold_reason(request: "PreparedRequest") -> "str | None":
    """Why a request has to be held, or None; the user's own words are never held."""
    return None if request.trust == "user" else fields_hold_reason(vars(request))


def fields_hold_reason(fields: "dict[str, Any]") -> "str | None":
    """The same for the fields of a memory."""
    if fields["trust"] == "user":
        return None
    from recall_cli.rules.injection import check_injection

    return check_injection(combined_text(fields)).held


def combined_text(fields: "dict[str, Any]") -> str:
    """All texts of a memory, its names and tags too, each as a sentence of its own."""
    parts = [fields.get(name) for name in TEXT_COLUMNS]
    tags = fields.get("tags")
    if isinstance(tags, str):
        tags = loads(tags)
    if tags:
        parts += [f"{key} {value}" for key, value in tags.items()]
    return "\n.\n".join(part for part in parts if part)
