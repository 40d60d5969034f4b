"""The card of the server for other agents, as plain data: exactly what is sent."""

from recall_cli import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROTOCOL_VERSION = "1.0"
_SKILL: "dict[str, Any]" = {
    "id": "consolidate",
    "name": "Consolidate memories",
    "description": (
        "Merges memories that state one thing in several wordings, where the merged text loses nothing. A data part "
        "narrows it to a topic or a project, or makes it a dry run. Contested facts are shown as questions with their "
        "choices. The result is a list of the merges, and the user can undo all of it."
    ),
    "tags": ["memory", "consolidation"],
    "examples": ["consolidate", "consolidate, dry run"],
    "inputModes": ["text/plain", "application/json"],
    "outputModes": ["text/plain", "application/json"],
}


def agent_card(base_url: str) -> "dict[str, Any]":
    """The card of a server at this address."""
    card = card_texts()
    card["supportedInterfaces"] = [
        {"url": f"{base_url}/a2a", "protocolBinding": "JSONRPC", "protocolVersion": PROTOCOL_VERSION}
    ]
    return card


def card_texts() -> "dict[str, Any]":
    """The card without addresses: every text in it is checked before the server starts."""
    return {
        "name": "recall",
        "description": "The memory of coding agents: keeps what one session learned for the next ones.",
        "version": __version__,
        "capabilities": {"streaming": True, "pushNotifications": False, "extendedAgentCard": False},
        "securitySchemes": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "securityRequirements": [{"schemes": {"bearer": {"list": []}}}],
        "defaultInputModes": ["text/plain", "application/json"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "skills": [_SKILL],
    }
