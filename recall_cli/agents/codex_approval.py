"""What the user of Codex approved. Codex silently skips a hook whose definition is not the approved one.

It stores a digest for each hook, under the place of the hook. Both were compared with what Codex itself reports
(`hooks/list` of `codex app-server` 0.169.0).
"""

from recall_cli.agents.hook_entries import calls_recall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

APPROVED, NEW, CHANGED, OFF = "approved", "new", "changed", "off"
DEFAULT_TIMEOUT_SECONDS, MAX_SESSION_END_SECONDS = 600, 3
EVENTS_WITHOUT_MATCHER = frozenset({"user_prompt_submit", "stop"})
"""Events without a matcher. If one is given there, it is not part of the digest."""


def hook_digest(event: str, matcher: "str | None", hook: "dict[str, Any]") -> str:
    """The digest of what a user approves: a hook's event, matcher, command and timeout."""
    import hashlib
    import json

    is_session_end = event == "session_end"
    timeout = hook.get("timeout", 1 if is_session_end else DEFAULT_TIMEOUT_SECONDS)
    approved = {
        "type": "command",
        "command": hook["command"],
        "async": bool(hook.get("async", False)) and not is_session_end,
    }
    approved["timeout"] = min(timeout, MAX_SESSION_END_SECONDS) if is_session_end else timeout
    if isinstance(hook.get("statusMessage"), str):
        approved["statusMessage"] = hook["statusMessage"]
    definition = {"event_name": event, "hooks": [approved]}
    if matcher is not None and event not in EVENTS_WITHOUT_MATCHER:
        definition["matcher"] = matcher
    text = json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def approval_states(
    document: "Any", agent: str, paths: "tuple[str, ...]", agent_settings: "dict[str, Any]"
) -> "list[str]":
    """The state of each of our hooks in a document, from the settings in which the agent stores approvals.

    `agent` is the agent's name in our commands. `paths` are the names under which the agent may know the document.
    """
    approvals = _dict_or_empty(_dict_or_empty(agent_settings.get("hooks")).get("state"))
    states = []
    for place, event, matcher, hook in _hooks_with_places(document):
        if not calls_recall(hook.get("command"), agent):
            continue
        state = next((_dict_or_empty(approvals[key]) for path in paths if (key := f"{path}:{place}") in approvals), {})
        if state.get("enabled") is False:
            states.append(OFF)
        elif "trusted_hash" not in state:
            states.append(NEW)
        else:
            states.append(APPROVED if state["trusted_hash"] == hook_digest(event, matcher, hook) else CHANGED)
    return states


def _hooks_with_places(document: "Any") -> "Iterator[tuple[str, str, str | None, dict[str, Any]]]":
    """Every hook: its place in the agent's notation, its event, its matcher and its definition."""
    for name, groups in _dict_or_empty(_dict_or_empty(document).get("hooks")).items():
        event = _snake_case(str(name))
        for at, group in enumerate(groups if isinstance(groups, list) else ()):
            matcher, hooks = _dict_or_empty(group).get("matcher"), _dict_or_empty(group).get("hooks")
            for within, hook in enumerate(hooks if isinstance(hooks, list) else ()):
                if isinstance(hook, dict) and isinstance(hook.get("command"), str):
                    yield f"{event}:{at}:{within}", event, matcher if isinstance(matcher, str) else None, hook


def _snake_case(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


def _dict_or_empty(value: "Any") -> "dict[str, Any]":
    return value if isinstance(value, dict) else {}
