"""What a client tells of its machine with a command: only what the server cannot know, and no secret."""

import os
import sys

from recall_cli.flows.write.masking import count_masked, mask_fields
from recall_cli.rules.secrets import mask
from recall_cli.settings import VIEW_PREFIX
from recall_cli.workplace import current_workplace, stated_place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from recall_cli.app import App
    from recall_cli.workplace import Workplace

SENT_SETTINGS = (
    "agent", "agent_scoping", "clearance", "context.certainty", "context.max_false", "hooks.ask", "hooks.at_action",
    "hooks.prompts", "hooks.tokens", "min_confidence", "topics",
)  # fmt: skip
"""Settings of this machine that count at the server too: they narrow what is seen, or say how sure it must be."""
BRIEF_COMMANDS = ("context", "hook")


def describe_machine(app: "App", name: str, place: "Workplace | None" = None) -> "dict[str, Any]":
    """What the server has to know of this machine to run a command as if it ran here."""
    from recall_cli.flows.agents.switches import named_session, storing_off_reason

    place = current_workplace() if place is None else place
    facts: dict[str, Any] = {
        "place": {"marks": [*place.marks], "names": [*place.names], "git": place.git is not None},
        "terminal": app.at_terminal,
        "settings": sent_settings(app),
        "session": named_session(app),
        "off": storing_off_reason(app),
    }
    if name in BRIEF_COMMANDS:
        from recall_cli.flows.brief.instruction_files import find_files
        from recall_cli.flows.brief.request import store_command

        facts["files"] = [[*state] for state in find_files(place)]
        facts["command"] = store_command(app)
    if name == "store" and (stated := stated_place_of(place)) is not None and not mask(stated.branch).found:
        facts["stated"] = stated.document
    if name == "store" and not app.at_terminal:
        from recall_cli.flows.write.piped_input import has_own_pipe

        facts["pipe"] = has_own_pipe(app)
    return facts


def sent_settings(app: "App") -> "dict[str, Any]":
    """The settings that count at the server, where they are not the default."""
    views = [name for name in app.settings.file if name.startswith(VIEW_PREFIX)]
    origins = {name: app.settings.origin(name) for name in (*SENT_SETTINGS, *views)}
    return {name: value for name, (value, origin) in origins.items() if origin != "default"}


def describe_screen(app: "App") -> "dict[str, Any]":
    """How wide the terminal is, and which colours it shows: a screen is drawn at the server."""
    environment = app.environment
    named = environment.get("COLUMNS", "")
    width = int(named) if named.isdigit() and len(named) < 6 else _terminal_width()
    kind = environment.get("TERM", "").rpartition("-")[2].lower()
    colours = "256" if kind in ("256color", "kitty") else "standard"
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        colours = "truecolor"
    return {"columns": width or 80, "colours": colours, "no_colours": bool(environment.get("NO_COLOR"))}


def _terminal_width() -> int:
    for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__):
        try:
            return os.get_terminal_size(stream.fileno()).columns if stream is not None else 0
        except (OSError, ValueError, AttributeError):
            continue
    return 0


def mask_values(values: "dict[str, Any]") -> "tuple[dict[str, Any], dict[str, int]]":
    """The values of a command without secrets, and how many of each kind were masked."""
    counts: dict[str, int] = {}

    def clean(value: "Any") -> "Any":
        if isinstance(value, str):
            masked = mask(value)
            count_masked(counts, masked.found)
            return masked.text
        return [clean(one) for one in value] if isinstance(value, (tuple, list)) else value

    apart = ("value", "tag", "key")
    cleaned = {name: clean(value) for name, value in values.items() if name not in apart or not value}
    for tag in values.get("tag", ()):
        name, equals, value = tag.partition("=")
        found, more = mask_fields({"tags": {name: value}})
        count_masked(counts, more.items())
        cleaned.setdefault("tag", []).extend(f"{key}{equals}{covered}" for key, covered in found["tags"].items())
    if isinstance(values.get("value"), str):  # whether a value is a secret depends on the name of its attribute
        found, more = mask_fields({"attribute": values.get("attribute"), "value": values["value"]})
        if found["value"] != values["value"]:
            count_masked(counts, more.items())
        cleaned["value"] = found["value"]
    if values.get("key") is not None:
        cleaned["key"] = mask_key(values["key"], str(cleaned.get("text", "")))
    return cleaned, counts


def mask_key(key: str, text: str) -> str:
    """An idempotency key without its secrets; one that had a secret ends with a digest of the masked text."""
    masked = mask(key)
    if not masked.found:
        return key
    from recall_cli.domain.digest import blake2b

    return f"{masked.text} {blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=16).hexdigest()}"
